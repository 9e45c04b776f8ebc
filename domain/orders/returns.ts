/** Returns of delivered goods (docs/rules.md#returns): their states and reasons, as the checks of public.returns list them. */

export const RETURN_STATES = ['requested', 'approved', 'received', 'closed', 'declined', 'withdrawn'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** Those in which someone of the staff still has something to do. */
export const OPEN_RETURN_STATES = ['requested', 'approved', 'received'] as const

export const RETURN_REASONS = ['damaged', 'wrong', 'missing', 'other'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** Photos of one return; the limit `return_photos` of the database is the same. */
export const MOST_PHOTOS = 4

/** How the customer would like it settled, and how it was. */
export const RETURN_WISHES = ['refund', 'credit', 'exchange'] as const
export type ReturnWish = (typeof RETURN_WISHES)[number]

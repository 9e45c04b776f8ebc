/** Codes by which an account takes over the orders that its owner placed by telephone (docs/decisions/0098). */

// staff, on the card of a customer without an account
export const makeFor = 'Code for their account…'
export const title = (name: string) => `Code for ${name}`
export const text = (phone: string) =>
  `With this code the customer adds the orders with the number ${phone} to an account. They enter both under My Orders, Orders placed by telephone.`
export const how = 'How to hand it over'
export const callThem = (phone: string) => `Call ${phone} yourself and read it out. Never tell it to someone who calls you: they may be anyone.`
export const withParcel = 'Or put it into a parcel of theirs, or give it to them at the counter.'
export const live = (until: string) => `A code is valid until ${until}. A new one replaces it.`
export const make = 'Create code'
export const makeAnother = 'Create new code'
export const making = 'Creating…'
export const code = 'Code'
export const validUntil = (until: string) => `Valid until ${until}, for one use.`
export const shownOnce = 'It is shown this once. If it gets lost, create a new one.'
export const copy = 'Copy code'
export const copied = 'Copied'
export const copyRefused = 'The browser did not allow copying. Select the code and copy it yourself.'
export const done = 'Done'
export const close = 'Close'
export const notMade = 'No code was created.'

// the customer, under My Orders
export const mine = 'Orders placed by telephone'
export const mineText = 'Ordered by telephone before? Enter the code that the shop gave you, and those orders are listed here.'
export const enter = 'Enter code'
export const phone = 'Phone number'
export const phoneHint = 'The number that you gave with those orders.'
export const codeHint = '8 digits'
export const phoneWrong = 'Enter the phone number of those orders.'
export const codeWrong = 'Enter the 8 digits of the code.'
export const add = 'Add orders'
export const adding = 'Adding…'
export const cancel = 'Cancel'
export const added = (orders: number) => (orders === 1 ? '1 order was added to your account.' : `${orders} orders were added to your account.`)
export const notAdded = 'The orders could not be added now. The code is still valid: try again in a moment.'
export const refused = {
  WRONG: 'Number and code do not match, or the code is no longer valid. Check both, or ask the shop for a new code.',
  TOO_MANY: 'Too many wrong codes were entered. Try again in an hour.',
  ACCOUNT: 'This account cannot take over orders. Staff use an account of their own for what they buy.',
} as const

/** Counted like on the dashboard; the items that wait longest come first. */
export const VIEW = {
  accept: 'status=pending&payment=cod_pending%2Cpaid&sort=placed.asc',
  // any order status, because payments for cancelled orders are verified too
  verify: 'payment=awaiting_verification&sort=placed.asc',
  ship: 'status=processing&sort=placed.asc',
  // parcels have left, and pieces wait
  rest: 'waiting=yes&sort=placed.asc',
  shipped: 'status=shipped',
  refund: 'payment=refund_due&sort=placed.asc',
} as const

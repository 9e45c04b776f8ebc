/** As the dashboard counts them; work that waits longest stands first. */
export const VIEW = {
  accept: 'status=pending&payment=cod_pending%2Cpaid&sort=placed.asc',
  verify: 'status=pending&payment=awaiting_verification&sort=placed.asc',
  ship: 'status=processing&sort=placed.asc',
  shipped: 'status=shipped',
  refund: 'payment=refund_due&sort=placed.asc',
} as const

/** As the dashboard counts them; work that waits longest stands first. */
export const VIEW = {
  accept: 'status=pending&payment=cod_pending%2Cpaid&sort=placed.asc',
  // whatever became of the order: what was paid for a cancelled one is looked for too
  verify: 'payment=awaiting_verification&sort=placed.asc',
  ship: 'status=processing&sort=placed.asc',
  shipped: 'status=shipped',
  collect: 'status=processing%2Cshipped%2Cdelivered&payment=awaiting_payment%2Cawaiting_verification%2Cfailed&sort=placed.asc',
  refund: 'payment=refund_due&sort=placed.asc',
} as const

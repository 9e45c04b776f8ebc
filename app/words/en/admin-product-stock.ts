/** Stock and its movements on a product's page. */

export const heading = 'Stock'
export const failed = 'The movements could not be loaded'
export const inStock = (pieces: string) => `${pieces} in stock`
export const waiting = (people: number) => `${people} waiting`
export const waitingText = (people: number) =>
  people === 1 ? '1 customer wants to know when it is back.' : `${people} customers want to know when it is back.`
export const what = 'Reason'
export const reasons = {
  purchase: 'Received',
  return: 'Returned by a customer',
  damaged: 'Damaged or expired',
  used: 'Used as sample or tester',
  count: 'Counted',
  correction: 'Correction',
} as const
export const quantities = {
  purchase: 'Pieces received',
  return: 'Pieces returned',
  damaged: 'Pieces lost',
  used: 'Pieces used',
  count: 'Pieces counted',
  correction: 'Pieces, + or −',
} as const
export const note = 'Note'
export const noteHint = 'Supplier or bill number. No personal data.'
export const noteAsked = 'Reason for the correction'
export const move = 'Update stock'
export const moving = 'Updating…'
export const becomes = (before: string, after: string) => `${before} → ${after}`
export const moved = (pieces: string) => `${pieces} in stock now`
export const agrees = 'Count matches'
export const errors = {
  QUANTITY: 'Enter a whole number of pieces',
  NOTE_REQUIRED: 'Enter a reason',
  BELOW_ZERO: 'There are not that many in stock',
} as const
export const staleCount = (pieces: string) => `Stock changed while you counted: ${pieces} now. Check and submit your count again.`
export const onlyThere = (pieces: string) => `Only ${pieces} in stock now`
export const notMoved = 'The stock was not updated. Please try again.'
export const movements = 'Movements'
export const none = 'No movements yet'
export const more = 'Older movements'
export const when = 'When'
export const quantity = 'Pieces'
export const why = 'Reason'
export const who = 'Who'
export const theShop = 'The shop'
/** Every possible reason of a movement; an unknown one is shown as it is. */
export const recorded: Record<string, string> = {
  ...reasons,
  initial: 'Opening stock',
  order: 'Order',
  cancellation: 'Order cancelled',
  change: 'Order changed',
  adjustment: 'Edited in the list',
  import: 'Imported',
}

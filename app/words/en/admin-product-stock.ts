/** Stock and its movements on a product's page. */

export const heading = 'Stock'
export const failed = 'The movements could not be read'
export const inStock = (pieces: string) => `${pieces} in stock`
export const waiting = (people: number) => `${people} waiting`
export const waitingText = (people: number) =>
  people === 1 ? '1 customer asked to be told when it is back.' : `${people} customers asked to be told when it is back.`
export const what = 'What happened'
export const reasons = {
  purchase: 'Received',
  return: 'Returned by a buyer',
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
export const noteHint = 'A supplier, a bill number. Of goods, not of people.'
export const noteAsked = 'What was wrong'
export const move = 'Move stock'
export const moving = 'Moving…'
export const becomes = (before: string, after: string) => `${before} becomes ${after}`
export const moved = (pieces: string) => `${pieces} are in stock now`
export const agrees = 'Counted: it agrees'
export const faults = {
  QUANTITY: 'Enter a whole number of pieces',
  NOTE_REQUIRED: 'Say what was wrong',
  BELOW_ZERO: 'So many are not there',
} as const
export const staleCount = (pieces: string) => `The stock moved while you counted: ${pieces} are there now. Look again and send your count once more.`
export const onlyThere = (pieces: string) => `Only ${pieces} are there by now`
export const notMoved = 'The stock was not moved. Please try again.'
export const movements = 'Movements'
export const none = 'Nothing has moved yet'
export const more = 'Older movements'
export const when = 'When'
export const quantity = 'Pieces'
export const why = 'Why'
export const who = 'Who'
export const theShop = 'The shop'
/** Every reason that a movement may carry; another one stands as it is. */
export const recorded: Record<string, string> = {
  ...reasons,
  initial: 'First stock',
  order: 'Order',
  cancellation: 'Order cancelled',
  adjustment: 'Edited in the list',
  import: 'Imported',
}
export const orderNumbered = (id: string) => `#${id}`

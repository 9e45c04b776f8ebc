/** Returns: what the customer and staff read. */
import type { ReturnReason, ReturnState, ReturnWish } from '#domain/orders/returns.ts'

export const returns = 'Returns'
export const numbered = (number: number) => `Return ${number}`
export const states: Record<ReturnState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  received: 'Received',
  closed: 'Settled',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}
export const reasons: Record<ReturnReason, string> = {
  damaged: 'Damaged or defective',
  wrong: 'Not what was ordered',
  missing: 'Missing from the parcel',
  other: 'Another reason',
}

/** What the customer gets. */
export const settled: Record<ReturnWish, string> = { refund: 'Refund', credit: 'Store credit', exchange: 'Exchange' }
export const wished = (what: string) => `Wish of the customer: ${what}`
export const asCredit = 'It is in the store credit.'
export const exchangedFor = 'Exchanged. The new order is'
export const exchangeFor = (number: number) => `Exchange for return ${number} of order`
export const exchangeOf = (name: string) => `${name}: exchange for`
export const chooseProduct = 'Choose what it is exchanged for'
export const nameSoldOut = (name: string) => `${name} (sold out)`
export const choicesNotRead = 'What it can be exchanged for could not be loaded. Please try again.'

// the customer
export const youWish = 'What would you like?'
export const wishes: Record<ReturnWish, string> = { refund: 'My money back', credit: 'Store credit for my next order', exchange: 'An exchange' }
export const wishHint = 'We decide when the goods are with us. A piece that is sold out by then cannot be exchanged.'
export const exchangeLine = (name: string) => `${name}: I would like instead`
export const youWished = (what: string) => `You asked for: ${what.toLowerCase()}`
export const canReturn = (day: string) => `You can return goods of this order until ${day}.`
export const begin = 'Return goods…'
export const formTitle = 'Return goods'
export const intro = 'Choose what you return. We answer before you send anything back.'
export const quantityOf = (name: string, most: number) => `${name}: pieces to return, of ${most}`
export const ofPieces = (most: number) => `of ${most}`
export const reason = 'Reason'
export const chooseReason = 'Choose a reason'
export const message = 'What is wrong?'
export const messageHint = 'At most 2,000 characters.'
export const photos = 'Photos'
export const photosHint = 'Up to 4. A photo of the damage makes the answer quicker.'
export const addPhotos = 'Add photos'
export const send = 'Ask for the return'
export const sending = 'Sending…'
export const sent = 'Your return is with us'
export const sentText = 'We will answer soon.'
export const chooseLine = 'Choose at least one piece.'
export const tooManyPhotos = 'A return has at most 4 photos.'
export const enterMessage = 'Tell us what is wrong.'
export const withdraw = 'Withdraw'
export const withdrawn = 'The return is withdrawn'
export const explained: Record<ReturnState, string> = {
  requested: 'We will answer soon. Please do not send anything yet.',
  approved: 'Please pack the goods and send them back, or hand them over when we collect them.',
  received: 'The goods are with us, and we are checking them.',
  closed: '',
  declined: '',
  withdrawn: '',
}
export const declinedBecause = (reason: string) => `Reason: ${reason}`
export const credited = (amount: string) => `Credited: ${amount}`
export const keptBack = (amount: string, reason: string) => `Kept back: ${amount} (${reason})`
export const nothingCredited = 'Nothing was credited.'
export const photoOf = (place: number, number: number) => `Photo ${place} of return ${number}`
export const photoAdded = 'The photo was added'

// staff
export const book = 'Book a return…'
export const bookTitle = 'Book a return'
export const bookIntro = 'For a customer who asked by telephone or at the counter. It counts as approved.'
export const bookSend = 'Book the return'
export const booked = 'The return is booked'
export const note = 'Note'
export const askedBy = { customer: 'Asked by the customer', staff: 'Booked by staff' } as const
export const approve = 'Approve'
export const approved = 'The return is approved'
export const decline = 'Decline…'
export const declineTitle = 'Decline this return?'
export const declineText = 'The customer reads the reason.'
export const declineReason = 'Reason for the customer'
export const enterReason = 'Enter a reason.'
export const declined = 'The return is declined'
export const receive = 'Receive…'
export const receiveTitle = 'What came back?'
export const receiveText = 'Pieces to restock are for sale again at once. Damaged ones are booked in and out, and missing ones change no stock.'
export const restocked = 'Restock'
export const damaged = 'Damaged'
export const lost = 'Missing'
export const restockedOf = (name: string) => `${name}: restock`
export const damagedOf = (name: string) => `${name}: damaged`
export const lostOf = (name: string) => `${name}: missing`
export const expected = (count: number) => (count === 1 ? '1 piece expected' : `${count} pieces expected`)
export const sumWrong = (name: string, count: number) => `${name}: the three numbers add up to ${count}.`
export const receiveSend = 'Book the goods'
export const received = 'The goods are booked'
export const close = 'Settle…'
export const closeTitle = 'Settle this return'
export const closeText =
  'Issues a credit note for these pieces. What the customer has paid of them becomes a refund that is due; what is unpaid is no longer collected.'
export const creditedOf = (name: string) => `${name}: credit`
export const creditedPieces = 'Credit'
export const withCharges = 'Credit the delivery charge too'
export const deduction = 'Keep back, ₹'
export const deductionHint = 'Off the refund, for example for a missing box. The credit note stays whole.'
export const deductionReason = 'Reason for keeping it back'
export const enterAmount = 'Enter an amount such as 49.50.'
export const closeSend = 'Issue the credit note'
export const customerGets = 'The customer gets'
export const onlyRefund = 'Store credit and exchanges need an account.'
export const differencePaid = 'A difference is paid by'
export const differenceHint = 'If the new goods are more expensive.'
export const restOf = 'What is left becomes'
export const restHint = 'If the new goods are cheaper.'
export const newOrder = 'New order'
export const paidByReturn = 'Paid by this return'
export const leftToPay = 'Left to pay'
export const exchangeCount = 'Show the amounts'
export const exchangeSend = 'Exchange'
export const exchanged = 'The return is exchanged, and the new order is made'
export const nothingToExchange = 'Credit at least one piece. Nothing else can be exchanged.'
export const sameProduct = 'Exchange for the same product'
export const soldOut = (name: string, left: number) =>
  `${name}: ${left === 0 ? 'none is left' : `only ${left} left`}. Choose another product, or settle it as store credit or refund. Nothing was saved.`
export const exchangeUnknown = 'No answer came. Look at the return again before you repeat it.'
export const closed = 'The return is settled'
export const notNow = 'Not now'
export const saving = 'Saving…'
export const piecesOf = (parts: { restocked: number; damaged: number; lost: number }) =>
  [
    parts.restocked > 0 ? `${parts.restocked} restocked` : '',
    parts.damaged > 0 ? `${parts.damaged} damaged` : '',
    parts.lost > 0 ? `${parts.lost} missing` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

// the list of the back office
export const all = 'All'
export const order = 'Order'
export const state = 'State'
export const customer = 'Customer'
export const pieces = 'Pieces'
export const asked = 'Asked'
export const countedState = (state: string, count: number) => `${state} (${count})`
export const none = 'No returns'
export const noneText = 'Returns that customers ask for, or that staff book on an order, appear here.'

// errors
export const notRead = 'The returns could not be loaded.'
export const photosNotRead = 'The photo could not be loaded.'
export const tryAgain = 'Try again'
export const unknownOutcome =
  'The shop did not answer, so we don’t know whether your request arrived. Close this window and look at the list of returns before you send it again.'
export const notSaved = 'Nothing was saved. Please try again.'
export const photoNotAdded = 'The photo was not added. Please try again.'
export const refused = {
  STALE: 'The return has changed in the meantime. This is how it is now.',
  GONE: 'This return no longer exists.',
  ORDER_NOT_FOUND: 'This order no longer exists.',
  NOT_LEFT: 'So many pieces are not left to return.',
  NOT_DELIVERED: 'Only a delivered order can be returned.',
  RETURN_TOO_LATE: 'The time for a return is over. Please write to us.',
  TOO_MANY: 'This was asked too often. Please write to us.',
  TOO_MANY_RETURNS: 'This order has too many returns.',
  CREDIT_TOO_MUCH: 'So much is not left of the invoices of this order.',
  REFUND_TOO_LARGE: 'More would be refunded than was received and not yet refunded. Keep the difference back.',
  DEDUCTION_TOO_LARGE: 'More would be kept back than is credited.',
  REASON_REQUIRED: 'Enter a reason.',
  PAYMENT_OPEN: 'The payment of this order is still on its way. Record it first.',
  SERIES_FULL: 'The series of credit notes is full. Give it another prefix under Settings, Numbers.',
  INVALID: 'Something in the form is not right.',
  NO_ACCOUNT: 'Store credit and exchanges need an account.',
  QUOTE_CHANGED: 'The amounts have changed. Look at them again.',
  BELOW_MINIMUM: 'This product is sold only from a larger number.',
  PAYMENT_METHOD_UNAVAILABLE: 'This way to pay is not set up. Choose another one.',
  ABOVE_MRP: 'The price that was paid is above the MRP of today. Choose another product, or store credit.',
} as const

/** Payments of an order that staff recorded by mistake, and money that fits no open payment. */

export const payments = 'Payments'
export const reference = (text: string) => `Reference ${text}`
export const undone = 'Undone'
export const surplusOf = (amount: string) => `${amount} of it is owed back`
export const allSurplus = 'Owed back as a whole'
export const fromCourier = 'From the transfer of a courier'
/** '₹50.00, Cash': which payment a button is about */
export const named = (amount: string, method: string) => `${amount}, ${method}`

export const undo = 'Undo…'
export const undoTitle = (amount: string) => `Undo the payment of ${amount}?`
export const undoText = (name: string, order: string) =>
  `It was recorded for order ${order} of ${name}. Undo it only if this is wrong; money that really came is refunded instead.`
export const opensAgain = (amount: string) => `${amount} is open again, and the order waits for it.`
export const staysCancelled = 'The order stays cancelled, and waits for no money.'
export const owesLess = (amount: string) => `The refund of ${amount} is no longer due.`
export const timeAgain = 'The customer has the whole time to pay again.'
export const referenceFree = (text: string) => `Reference ${text} can be recorded for another order.`
export const lineFree = 'Its line of the bank statement can be booked for another order.'
export const daysBefore = 'The day book of its day no longer has it. If your accountant has that day already, send it again.'
export const notNotified = 'The customer is not notified.'
export const reasonHint = 'Only staff read it'
export const enterReason = 'Enter why the payment is undone'
export const undoes = 'Undo the payment'
export const done = 'Payment undone'

export const other = 'Record other money…'
export const otherTitle = 'Record other money'
export const otherText = 'A second transfer, or money for an order that is cancelled. It is owed back: it is listed with the refunds until you send it.'
/** `recordable`: the order's page offers to record what is open. Otherwise a parcel collects it that has not left. */
export const otherOpen = (amount: string, recordable: boolean) =>
  recordable
    ? `${amount} is open. An amount above that pays the order, and the rest is owed back. For less, use Record payment.`
    : `${amount} is collected on delivery. An amount above that pays the order now, and the rest is owed back. For less, choose another way to pay with Change order.`
export const amount = 'Amount received'
export const enterAmount = 'Enter an amount, such as 250 or 250.50'
export const enterMore = (open: string) => `Enter more than ${open}, which is open`
export const records = 'Record money'
export const recorded = 'Money recorded, refund due'

export const notSaved = 'It could not be saved. Nothing was changed.'
export const noAnswer = 'The shop did not answer, so we don’t know whether it was saved. Look at the payments of the order.'
export const refused: Record<string, string> = {
  ORDER_CHANGED: 'This order was changed in the meantime. Check it and try again.',
  PAYMENT_NOT_FOUND: 'This payment no longer exists.',
  PAYMENT_NOT_RECORDED: 'This payment is not recorded any more.',
  PROVIDER_SETTLES: 'Razorpay settles the payment of this order. Choose another way to pay first.',
  STORE_CREDIT: 'Store credit goes back when the order is cancelled or returned.',
  REMITTED: 'A courier’s transfer brought this payment. What is wrong with it is settled with that transfer.',
  REFUND_EXISTS: 'Money of this payment was refunded or is due back. Withdraw a refund that was only promised, then try again.',
  SURPLUS_DUE: 'Other money of this order is owed back. Undo or refund that first.',
  PAYMENT_OPEN: 'The customer has reported a payment of this order. Verify it first, then try again.',
  REFERENCE_USED: 'This UTR is already recorded for another payment.',
}

// timeline
export const eventOf = (amount: string, method: string, utr: string | null) => `Payment undone: ${amount}, ${method}${utr === null ? '' : `, reference ${utr}`}`
export const surplusReceived = (amount: string, back: string) =>
  amount === back ? `Received and owed back: ${amount}` : `Received: ${amount}, of which ${back} is owed back`

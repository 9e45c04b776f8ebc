/** Payments that staff record, refunds, and payments that match no order. */

export const settledAlready = 'This payment was already settled'

// a payment by UPI or bank transfer
export const didMoneyArrive = 'Did the money arrive?'
export const paymentFrom = (amount: string, how: keyof typeof methods | 'cod', name: string, order: string) =>
  `${amount} ${{ upi: 'by UPI', bank: 'by bank transfer', cash: 'in cash', card: 'by card', cod: 'in cash on delivery' }[how]} from ${name}, order ${order}.`
export const amount = 'Amount received'
export const amountHint = (open: string) => `${open} is open. The rest of a smaller amount stays to collect.`
export const enterAmount = (most: string) => `Enter an amount up to ${most}`
export const how = 'How it came'
export const methods = { cash: 'Cash', upi: 'UPI', bank: 'Bank transfer', card: 'Card' } as const
export const orderChanged = 'This order was changed in the meantime. Close and look at it again.'
export const utr = 'UTR'
export const utrHint = "The bank's reference of this payment; each counts once"
export const enterUtr = 'Enter the UTR of the payment: 6 to 35 letters and digits'
export const utrTaken = 'This UTR is already recorded for another order'
export const notRecorded = 'The payment could not be recorded. Nothing was changed.'

// a refund by hand
export const didYouRefund = (amount: string) => `Did you send ${amount} back?`
export const refundTo = (name: string, phone: string, order: string, utrOfPayment: string | null) =>
  `To ${name}, ${phone}, for order ${order}${utrOfPayment ? ` (UTR ${utrOfPayment})` : ''}. The customer gets an email that the money is on its way.`
export const notYet = 'Not yet'
export const recordRefund = 'Record refund'
export const refundRecorded = 'Refund recorded'
export const noRefundDue = 'No refund was due any more'
export const refundNotRecorded = 'The refund could not be recorded. Nothing was changed.'

// an unmatched payment
export const note = 'Note'
export const enterWhatWasDone = 'Enter what was done with the money'
export const enterWhatWasSeen = 'Enter what you have seen'
export const notSaved = 'It could not be saved. Nothing was changed.'

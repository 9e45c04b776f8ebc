/** Refunds on the page of an order, for staff. */

export const received = 'Received'
export const refunded = 'Refunded'
export const due = 'Still to refund'
export const refunds = 'Refunds'
export const sources: Record<string, string> = {
  cancellation: 'Cancellation',
  change: 'Order changed',
  return: 'Return',
  goodwill: 'Goodwill',
  surplus: 'Paid too much',
}
export const states: Record<string, string> = {
  due: 'Due',
  asked: 'With Razorpay',
  paid: 'Refunded',
  failed: 'Razorpay could not send it',
  withdrawn: 'Withdrawn',
}
export const byRazorpay = 'Sent by Razorpay automatically.'
export const payByHand = 'Pay it by hand, then record it here.'
export const reference = (text: string) => `Reference ${text}`
/** '₹50.00, Goodwill': which refund a button is about */
export const named = (amount: string, source: string) => `${amount}, ${source}`

export const start = 'Refund…'
export const startTitle = 'Refund part of the payment'
export const startText = (most: string) => `Up to ${most} of what was received can be refunded. The refund is due until you record that it was sent.`
export const amount = 'Amount in ₹'
export const enterAmount = (most: string) => `Enter an amount up to ${most}`
export const reason = 'Reason'
export const reasonHint = 'The customer reads it'
export const enterReason = 'Enter a reason'
export const owe = 'Add the refund'
export const started = 'Refund added'

export const settle = 'Mark refunded…'
export const settleTitle = (amount: string) => `Did you send ${amount} back?`
export const settleText = (name: string, phone: string) => `To ${name}, ${phone}. The customer gets an email with the amount and the reference.`
export const method = 'Sent by'
export const methods: Record<string, string> = { upi: 'UPI', bank: 'Bank transfer', card: 'Card', cash: 'Cash' }
export const utr = 'Reference (UTR)'
export const utrHint = 'Of the transfer; not needed for cash'
export const enterUtr = 'Enter the reference of the transfer: 6 to 35 letters and digits'
export const record = 'Record refund'
export const recorded = 'Refund recorded'

export const withdraw = 'Withdraw'
export const withdrawTitle = (amount: string) => `Withdraw the refund of ${amount}?`
export const withdrawText = 'It was promised by mistake and has not been sent. The customer no longer sees it.'
export const withdraws = 'Withdraw the refund'
export const withdrawn = 'Refund withdrawn'

export const notNow = 'Not now'
export const saving = 'Saving …'
export const notSaved = 'It could not be saved. Nothing was changed.'
export const refused: Record<string, string> = {
  REFUND_CHANGED: 'This refund was changed in the meantime. Check it and try again.',
  ORDER_CHANGED: 'This order was changed in the meantime. Check it and try again.',
  REFUND_NOT_DUE: 'This refund is no longer due, or Razorpay may have sent it already.',
  REFUND_NOT_FOUND: 'This refund no longer exists.',
  PROVIDER_SETTLES: 'Razorpay sends this refund.',
  REFUND_TOO_LARGE: 'This is more than is left of the payment.',
  REFERENCE_USED: 'This reference is already recorded for another refund.',
  INVALID_REFERENCE: enterUtr,
}

// timeline
export const eventOf = (state: string, amount: string | null, utrOfTransfer: string | null) =>
  `${amount === null ? 'Refund' : `Refund of ${amount}`}: ${(states[state] ?? state).toLowerCase()}${utrOfTransfer === null ? '' : `, reference ${utrOfTransfer}`}`

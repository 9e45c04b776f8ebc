/** /admin/orders/{id}: changing an order before it is packed */

export const open = 'Change order'
export const title = (number: string) => `Change order ${number}`
export const text = 'Lines that you do not touch keep their price. Changed and added lines cost what they cost today.'
export const lines = 'Products of the order'
export const product = 'Product'
export const quantity = 'Quantity'
export const unitPrice = 'Unit price'
export const lineTotal = 'To pay'
export const actions = 'Remove'
export const was = (quantity: number, price: string) => `was ${quantity} × ${price}`
export const isNew = 'new'
export const removed = 'removed'
export const keep = (name: string) => `Keep ${name}`
export const keepShort = 'Keep'
export const quantityWrong = 'Enter a whole number from 1'
export const payment = 'Payment method'
export const paymentHint = 'The time to pay begins again when the method changes.'
export const difference = 'A higher total is paid by'
export const differenceHint = 'This order is paid. If it becomes more expensive, the difference is a payment of its own, which is then awaited.'
export const notChosen = 'Choose'
export const reason = 'Reason'
export const reasonHint = 'The customer reads it on the order’s page and in the email.'
export const reasonNeeded = 'Enter a reason'
export const before = 'Total until now'
export const after = 'New total'
export const more = (amount: string) => `${amount} more to collect`
export const less = (amount: string) => `${amount} less to collect`
export const refunded = (amount: string) => `${amount} is paid too much and becomes due back`
export const same = 'The total stays the same.'
/** `invoices`: their numbers */
export const replaces = (invoices: string) => `A credit note takes back ${invoices} in full, and a new invoice is issued. The customer gets both by email.`
export const noNewInvoice = 'The invoice stays as it is.'
export const noInvoiceYet = 'Each parcel gets its invoice when it is packed, so no document changes.'
export const reasonOnNote = 'The customer reads it on the order’s page, in the email and on the credit note, which keeps it.'
export const counting = 'Calculating…'
export const notCounted = 'The new total could not be calculated. What you entered is still here.'
export const countAgain = 'Recalculate'
export const nothing = 'Change something first.'
export const stillCounting = 'The total is still being calculated. Please try again.'
export const save = 'Save changes'
export const saving = 'Saving…'
export const cancel = 'Close'
export const saved = (number: string) => `Order ${number} changed`

// refusals
export const outdated =
  'Someone changed this order while this window was open. Nothing was saved. Close the window to see the order as it is now, and change it again.'
export const closed = 'This order has left or was cancelled. Nothing was saved, and it can no longer be changed.'
export const packed = 'Something of this order is in a parcel. Unpack the parcel to change the order; what has left can only come back.'
export const credited = 'A part of this order’s invoice is credited already, so the invoice cannot be replaced. Cancel the order and create a new one.'
export const gone = 'This order was not found.'
export const fixed =
  'The total cannot change like this: a paid order becomes more expensive only once you choose how the difference is paid, and nothing can change while a payment may be on its way. Change the address, or cancel the order and create a new one.'
export const paymentFixed = 'The payment method cannot change any more: money has arrived, or a payment may be on its way.'
export const methodUnavailable = 'This order cannot be paid like this: the shop has not set it up, or the order does not allow it.'
export const shopChanged =
  'The shop’s State or its tax setting has changed since this order was placed, so its lines cannot be priced together. Cancel the order and create a new one.'
export const empty = 'An order needs at least one product. Cancel the order instead.'
export const totalChanged = 'Nothing was saved: prices have changed. The new total is shown, please save again.'
export const onlyLeft = (name: string, wanted: number, left: number) =>
  left === 0 ? `${name} is no longer sold.` : `${name}: ${wanted} asked, only ${left} can be had.`
export const minimum = (name: string, least: number) => `${name}: the minimum order is ${least}.`
export const busy = 'Other customers are buying these products right now. Please try again.'
export const notAllowed = 'Nothing was saved: your account no longer has permission.'
export const unknownOutcome = 'The shop did not answer, so we don’t know whether the change was saved. Close the window to see the order.'

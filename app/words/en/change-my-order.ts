/** /order/{id}: a customer changes a pending order */

import { placeRefused as checkoutRefused } from './checkout.tsx'

export const open = 'Change Order'
export const title = (number: string) => `Change order ${number}`
export const text = 'You can change your order until we accept it. What you do not touch keeps its price; a new quantity costs what it costs today.'
export const products = 'Products'
export const quantityOf = (name: string) => `Quantity of ${name}`
export const each = (price: string) => `${price} each`
export const was = (quantity: number) => `was ${quantity}`
export const removed = 'Will be removed'
export const remove = 'Remove'
export const removeLine = (name: string) => `Remove ${name}`
export const keep = 'Keep'
export const keepLine = (name: string) => `Keep ${name}`
export const moreProducts = 'More products? Please place another order.'
export const address = 'Address and GSTIN'
export const changeAddress = 'Change address or GSTIN'
export const payment = 'How you pay'
export const before = 'Total until now'
export const after = 'New total'
export const counting = 'Calculating…'
export const same = 'The total stays the same.'
export const more = (amount: string) => `You pay ${amount} more.`
export const less = (amount: string) => `You pay ${amount} less.`
export const refunded = (amount: string) => `We will send ${amount} back to you.`
export const save = 'Save Changes'
export const saving = 'Saving…'
export const close = 'Close'
export const saved = 'Your order was changed'
export const payNext = 'You can pay it on this page.'

// refusals
export const nothing = 'Change something first.'
export const notCounted = 'The new total could not be calculated. Nothing was sent, and what you entered is still here.'
export const countAgain = 'Recalculate'
export const stillCounting = 'The total is still being calculated. Please try again.'
export const outdated = 'This order was changed while this window was open. Nothing was saved. Close the window to see the order as it is now.'
export const closed = 'We have accepted or cancelled this order in the meantime, so it can no longer be changed here. Please contact us.'
export const onlyStaff = 'This order was entered by our staff. Please contact us to change it.'
export const gone = 'This order was not found.'
export const fixed = 'The total cannot go up: a payment has arrived or may be on its way. Please place another order for more goods.'
export const paymentFixed = 'The payment method can no longer change: a payment has arrived or may be on its way.'
export const methodUnavailable = 'This payment method is not available for this order.'
export const shopChanged = 'Our prices have changed since this order was placed. Please cancel it and order again, or contact us.'
export const empty = 'An order needs at least one product. You can cancel the order instead.'
export const totalChanged = 'Nothing was saved: prices have changed. The new total is shown; please save again.'
export const onlyLeft = (name: string, wanted: number, left: number) =>
  left === 0 ? `${name} is no longer sold.` : `${name}: you asked for ${wanted}, and only ${left} are left.`
export const minimum = (name: string, least: number) => `${name}: the minimum order is ${least}.`
export const placeRefused = checkoutRefused
export const tooMany = 'This order was changed too often. Please contact us.'
export const tooManyUnpaid = 'Too many of your orders wait for a payment. Please pay or cancel one first.'
export const codLimit = (amount: string) => `Until your first delivery, your open orders may come to at most ${amount} of cash on delivery.`
export const blocked = 'Nothing was saved: your account may not change orders. Please contact us.'
export const busy = 'Other customers are buying these products right now. Please try again.'
export const unknownOutcome = 'The shop did not answer, so we don’t know whether the change was saved. Close the window to see the order.'

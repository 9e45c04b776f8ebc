import { trackingOf } from '#domain/delivery/couriers.ts'
import { formatRupees, groupIndian, sumOf, toPaise } from '#domain/money/money.ts'
import { formatOrderNumber, shortOrderId } from '#domain/orders/order-number.ts'
import { toPay } from '#domain/orders/to-pay.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import { readCharges } from '#domain/documents/frozen-charges.ts'
import { chargeText } from '#domain/documents/invoice-totals.ts'
import type { Message, Shop } from './message.ts'
import type { OrderMailData, OrderMailKind } from './order-data.ts'
import { numberFact, rupees, words } from './order-words.ts'
import { orderReminder } from './reminder.ts'
import { orderRest, orderShipment, parcelFacts, parcelItems } from './parcel.ts'
import type { MailTextKey } from './texts.ts'

export type { OrderMailData, OrderMailKind, ReturnMailData } from './order-data.ts'

const button = ({ order_id: id, account }: OrderMailData, { origin }: Shop): Pick<Message, 'button'> =>
  account ? { button: { label: 'View my order', url: `${origin}/order-confirmation/${id}` } } : {}

/** The button of a shipped order tracks the parcel; the order becomes the second link. */
function trackingLinks(data: OrderMailData, shop: Shop): Pick<Message, 'button' | 'link'> {
  const tracking = data.status === 'shipped' ? trackingOf(data.courier, data.tracking_number) : null
  if (!tracking) return button(data, shop)
  const { button: order } = button(data, shop)
  return { button: { label: `Track at ${tracking.courier}`, url: tracking.address }, ...(order ? { link: order } : {}) }
}

/** A buyer without an account has no page to pay on, so the mail itself says where to pay. */
function payText(
  { payment_state, payment_method, account, total_amount, store_credit, to_collect, order_number }: OrderMailData,
  { settings }: Shop,
): string[] {
  if (payment_state !== 'awaiting_payment') return []
  const rest = toPaise(to_collect)
  const isPart = rest < toPay({ total_amount, store_credit })
  if (account)
    return [isPart ? `${formatRupees(rest)} of this order is still to pay. Open the order to pay.` : 'Your items are reserved. Open the order to pay.']
  const waits = isPart ? `${formatRupees(rest)} of this order is still to pay.` : 'Your items are reserved until you pay.'
  if (payment_method !== 'upi' || settings.upiVpa === null) return [waits]
  return [`${waits} Please pay ${rupees(to_collect)} by UPI to ${settings.upiVpa} and quote order ${formatOrderNumber(order_number)}.`]
}

const totalFact = ({ total_amount, gst }: OrderMailData): [string, string] => [toPaise(gst) === 0 ? 'Total' : 'Total, incl. GST', rupees(total_amount)]

const deliverTo = ({ deliver_to }: OrderMailData): [string, string][] => (deliver_to ? [['Deliver to', deliver_to]] : [])

/** The maximum number of lines in a mail. Gmail cuts a mail after 102 kB, and the total and the button follow the lines. */
const MOST_LISTED = 100

function listed(items: OrderMailData['items']): Message['items'] {
  const shown = items.length <= MOST_LISTED ? items : items.slice(0, MOST_LISTED - 1)
  const rest = items.slice(shown.length)
  const lines = shown.map((item) => ({ name: item.product_name, quantity: String(item.quantity), total: rupees(item.total) }))
  if (rest.length === 0) return lines
  const units = rest.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = sumOf(rest, (item) => toPaise(item.total))
  return [...lines, { name: `${groupIndian(String(rest.length))} more products`, quantity: groupIndian(String(units)), total: formatRupees(total) }]
}

function orderPlaced(data: OrderMailData, shop: Shop): Message {
  const { subject, paragraphs } = words('mail_order_placed', data, shop)
  return {
    subject,
    preview: `${rupees(data.total_amount)}, ${data.items.length === 1 ? '1 product' : `${data.items.length} products`}`,
    heading: `Thank you, ${data.full_name}`,
    paragraphs: [...paragraphs, ...payText(data, shop)],
    items: listed(data.items),
    facts: [
      ...readCharges(data).map(chargeText),
      totalFact(data),
      ...(toPaise(data.store_credit) > 0 ? [['Store credit', `−${rupees(data.store_credit)}`] as [string, string]] : []),
      ['Payment', data.payment_method === null ? 'As agreed' : paymentMethodName(data.payment_method)],
      ...deliverTo(data),
      numberFact(data),
    ],
    ...button(data, shop),
  }
}

function orderChanged(data: OrderMailData, shop: Shop): Message {
  const short = shortOrderId(data.order_id)
  return {
    subject: `Your order ${short} was changed`,
    preview: `The total is now ${rupees(data.total_amount)}.`,
    heading: 'Your order was changed',
    paragraphs: [
      `Dear ${data.full_name},`,
      ...(data.note ? [data.note] : []),
      'This is your order now. If something is not right, please write or call us before we pack it.',
      ...payText(data, shop),
      ...documentsSentence(data),
    ],
    items: listed(data.items),
    facts: [...readCharges(data).map(chargeText), totalFact(data), ...deliverTo(data), numberFact(data), ...documentFacts(data)],
    ...button(data, shop),
  }
}

/** Names of the legal kinds of documents, as a customer would say them. */
const DOCUMENT_NAMES: Record<string, { name: string; label: string }> = {
  tax_invoice: { name: 'GST invoice', label: 'Tax invoice' },
  bill_of_supply: { name: 'bill of supply', label: 'Bill of supply' },
  invoice_cum_bill: { name: 'invoice-cum-bill of supply', label: 'Invoice-cum-bill of supply' },
  credit_note: { name: 'credit note', label: 'Credit note' },
}

/** Says where the documents are; empty if none was issued. */
function documentsSentence({ documents = [], documentsAre }: OrderMailData): string[] {
  const names = documents.map(({ form }) => DOCUMENT_NAMES[form]?.name ?? 'document')
  const [first, second] = names
  if (!first || !documentsAre) return []
  const what = second === undefined ? `Your ${first} is` : first === second ? `Your ${first}s are` : `Your ${names.join(' and your ')} are`
  return [documentsAre === 'attached' ? `${what} attached.` : `${what} ready: open your order to download ${second === undefined ? 'it' : 'them'}.`]
}

const documentFacts = ({ documents = [] }: OrderMailData): [string, string][] =>
  documents.map(({ form, serial }) => [DOCUMENT_NAMES[form]?.label ?? 'Document', serial])

/** Only the steps that matter to a customer. */
const STEPS: Record<string, { key: MailTextKey; heading: string }> = {
  pending: { key: 'mail_order_reopened', heading: 'is open again' },
  processing: { key: 'mail_order_processing', heading: 'is accepted' },
  shipped: { key: 'mail_order_shipped', heading: 'is on its way' },
  delivered: { key: 'mail_order_delivered', heading: 'is delivered' },
}

function orderStatus(data: OrderMailData, shop: Shop): Message {
  if (data.status === 'cancelled') return orderCancelled(data, shop)
  const step = STEPS[data.status]
  const { subject, paragraphs } = step
    ? words(step.key, data, shop)
    : { subject: `Order ${shortOrderId(data.order_id)} is ${data.status}`, paragraphs: [`Dear ${data.full_name},`, `Your order is now: ${data.status}.`] }
  const facts: [string, string][] = [['Order', shortOrderId(data.order_id)], numberFact(data), ...documentFacts(data)]
  const last = data.status === 'shipped' ? (data.parcel ?? null) : null
  if (last) facts.push(...parcelFacts(last))
  else {
    if (data.courier) facts.push(['Courier', data.courier])
    if (data.tracking_number) facts.push(['Tracking number', data.tracking_number])
  }
  facts.push(totalFact(data))
  if (data.status === 'shipped') facts.push(...deliverTo(data))
  return {
    subject,
    // what happens next
    preview: paragraphs.at(-1) ?? '',
    heading: `Your order ${step?.heading ?? `is ${data.status}`}`,
    paragraphs: [...paragraphs, ...(last ? ['This is the last parcel of your order. In it:'] : []), ...documentsSentence(data)],
    ...(last ? { items: parcelItems(last) } : {}),
    facts,
    ...trackingLinks(data, shop),
  }
}

function orderCancelled(data: OrderMailData, shop: Shop): Message {
  const refund = data.payment_state === 'refund_due' || data.payment_state === 'paid'
  const { subject, paragraphs } = words('mail_order_cancelled', data, shop)
  return {
    subject,
    preview: 'Nothing will be shipped.',
    heading: 'Your order is cancelled',
    paragraphs: [
      ...paragraphs,
      ...(data.cancel_reason ? [`Reason: ${data.cancel_reason}`] : []),
      ...(refund ? ['What you paid will be refunded to your original payment method.'] : []),
      ...documentsSentence(data),
    ],
    facts: [numberFact(data), ...documentFacts(data)],
    ...button(data, shop),
  }
}

function orderReturn(data: OrderMailData, shop: Shop): Message {
  const { returned } = data
  if (!returned) throw new Error(`The mail about order ${data.order_id} names no return`)
  const { subject, paragraphs } = words(`mail_return_${returned.state}`, data, shop)
  const credited = toPaise(returned.credited ?? 0)
  const kept = toPaise(returned.deduction ?? 0)
  return {
    subject,
    preview: paragraphs.at(-1) ?? '',
    heading: `Return ${returned.number} of order ${shortOrderId(data.order_id)}`,
    paragraphs: [...paragraphs, ...documentsSentence(data)],
    facts: [
      ...returned.items.slice(0, MOST_LISTED).map(({ product_name: name, quantity }): [string, string] => [name, `${quantity} ×`]),
      ...(credited > 0 ? [['Credited', formatRupees(credited)] as [string, string]] : []),
      ...(kept > 0 ? [['Kept back', `${formatRupees(kept)}: ${returned.deduction_reason ?? ''}`] as [string, string]] : []),
      numberFact(data),
      ...documentFacts(data),
    ],
    ...button(data, shop),
  }
}

/** {total} is the amount of the refund too: texts of the shop's own were written when only whole orders were refunded. */
function orderRefunded(data: OrderMailData, shop: Shop): Message {
  const { amount, reference, method } = data.refund ?? { amount: data.total_amount, reference: null }
  if (method === 'credit') return refundedInCredit(data, rupees(amount), shop)
  const { subject, paragraphs } = words('mail_order_refunded', { ...data, total_amount: amount }, shop)
  return {
    subject,
    preview: `${rupees(amount)} is on its way back to you.`,
    heading: 'Your refund is on its way',
    paragraphs: [...paragraphs, ...documentsSentence(data)],
    facts: [numberFact(data), ['Refund', rupees(amount)], ...(reference ? [['Reference', reference] as [string, string]] : []), ...documentFacts(data)],
    ...button(data, shop),
  }
}

/** A parcel may have an invoice of its own. */
function orderShipmentWithInvoice(data: OrderMailData, shop: Shop): Message {
  const message = orderShipment(data, shop)
  return { ...message, paragraphs: [...message.paragraphs, ...documentsSentence(data)], facts: [...(message.facts ?? []), ...documentFacts(data)] }
}

/** Money that became store credit is not on its way anywhere. */
const refundedInCredit = (data: OrderMailData, amount: string, shop: Shop): Message => ({
  subject: `${amount} is in your store credit`,
  preview: `You can pay your next order with it.`,
  heading: 'Your store credit has grown',
  paragraphs: [
    `We have added ${amount} of order ${formatOrderNumber(data.order_number)} to your store credit. You can pay with it at the checkout.`,
    ...documentsSentence(data),
  ],
  facts: [numberFact(data), ['Store credit', amount], ...documentFacts(data)],
  ...button(data, shop),
})

/** Mails about an order (docs/rules.md#mails). */
export const orderMessages: Record<OrderMailKind, (data: OrderMailData, shop: Shop) => Message> = {
  order_placed: orderPlaced,
  order_status: orderStatus,
  order_changed: orderChanged,
  order_shipment: orderShipmentWithInvoice,
  order_return: orderReturn,
  order_rest: orderRest,
  order_refunded: orderRefunded,
  order_reminder: orderReminder,
}

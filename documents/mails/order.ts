import { formatRupees, toPaise } from '#domain/money.ts'
import type { Message, Shop } from './message.ts'

export type OrderMailKind = 'order_placed' | 'order_status' | 'order_refunded'

/** The order as the sender reads it when the mail goes out (the queue holds ids alone): columns of `orders` and `order_items`, amounts in rupees. */
export type OrderMailData = {
  order_id: string
  full_name: string
  status: string
  total_amount: string | number
  shipping_cost: string | number
  payment_method: string | null
  payment_state: string | null
  courier?: string | null
  tracking_number?: string | null
  /** What the admin who cancelled it told the customer. */
  cancel_reason?: string | null
  /** The invoice's serial number, once issued. */
  invoice_serial?: string | null
  items: { product_name: string; quantity: number; total: string | number }[]
}

const PAYMENTS: Record<string, string> = { cod: 'Cash on delivery', upi: 'UPI', razorpay: 'Online payment' }

const rupees = (amount: string | number) => formatRupees(toPaise(amount))
const shortId = (id: string) => `#${id.slice(0, 8)}`
const button = ({ order_id: id }: OrderMailData, { origin }: Shop) => ({ label: 'View my order', url: `${origin}/order-confirmation/${id}` })

function orderPlaced(data: OrderMailData, shop: Shop): Message {
  const shipping = toPaise(data.shipping_cost)
  const waits = data.payment_state === 'awaiting_payment'
  return {
    subject: `Order ${shortId(data.order_id)} received`,
    preview: `${rupees(data.total_amount)}, ${data.items.length === 1 ? '1 product' : `${data.items.length} products`}`,
    heading: `Thank you, ${data.full_name}`,
    paragraphs: [
      `We have received your order ${shortId(data.order_id)} and will confirm it shortly.`,
      ...(waits ? ['It is reserved for you and waits for your payment: open the order to pay.'] : []),
    ],
    items: data.items.map((item) => ({ name: item.product_name, quantity: String(item.quantity), total: rupees(item.total) })),
    facts: [
      ['Delivery', shipping === 0 ? 'Free' : formatRupees(shipping)],
      ['Total, incl. GST', rupees(data.total_amount)],
      ['Payment', PAYMENTS[data.payment_method ?? ''] ?? 'As agreed'],
    ],
    button: button(data, shop),
  }
}

/** Only steps a customer should read about; the sentence says what happens next. */
const STEPS: Record<string, { subject: string; sentence: string }> = {
  processing: { subject: 'is accepted', sentence: 'We have accepted your order and are packing it. Your GST invoice is ready.' },
  shipped: { subject: 'is on its way', sentence: 'Your order has left our house and is on its way to you.' },
  delivered: { subject: 'is delivered', sentence: 'Your order has been delivered. We hope you enjoy it.' },
}

function orderStatus(data: OrderMailData, shop: Shop): Message {
  if (data.status === 'cancelled') return orderCancelled(data, shop)
  const step = STEPS[data.status] ?? { subject: `is ${data.status}`, sentence: `Your order is now: ${data.status}.` }
  const facts: [string, string][] = [['Order', shortId(data.order_id)]]
  if (data.invoice_serial) facts.push(['Invoice', data.invoice_serial])
  if (data.courier) facts.push(['Courier', data.courier])
  if (data.tracking_number) facts.push(['Tracking number', data.tracking_number])
  facts.push(['Total, incl. GST', rupees(data.total_amount)])
  return {
    subject: `Order ${shortId(data.order_id)} ${step.subject}`,
    preview: step.sentence,
    heading: `Your order ${step.subject}`,
    paragraphs: [`Dear ${data.full_name},`, step.sentence],
    facts,
    button: button(data, shop),
  }
}

function orderCancelled(data: OrderMailData, shop: Shop): Message {
  const refund = data.payment_state === 'refund_due' || data.payment_state === 'paid'
  return {
    subject: `Order ${shortId(data.order_id)} is cancelled`,
    preview: 'Nothing more will be sent.',
    heading: 'Your order is cancelled',
    paragraphs: [
      `Dear ${data.full_name},`,
      `Order ${shortId(data.order_id)} over ${rupees(data.total_amount)} has been cancelled. Nothing more will be sent.`,
      ...(data.cancel_reason ? [`Reason: ${data.cancel_reason}`] : []),
      ...(refund ? ['What you have paid will be refunded the way you paid it.'] : []),
    ],
    button: button(data, shop),
  }
}

function orderRefunded(data: OrderMailData, shop: Shop): Message {
  return {
    subject: `Refund for order ${shortId(data.order_id)}`,
    preview: `${rupees(data.total_amount)} on the way back to you.`,
    heading: 'Your money is on its way back',
    paragraphs: [
      `Dear ${data.full_name},`,
      `We have refunded ${rupees(data.total_amount)} for order ${shortId(data.order_id)} the way you paid it. Banks take up to seven working days to show it.`,
    ],
    button: button(data, shop),
  }
}

/** Mails about an order (ruling 31). */
export const orderMessages: Record<OrderMailKind, (data: OrderMailData, shop: Shop) => Message> = {
  order_placed: orderPlaced,
  order_status: orderStatus,
  order_refunded: orderRefunded,
}

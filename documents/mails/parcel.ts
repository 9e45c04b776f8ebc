import { trackingOf } from '#domain/delivery/couriers.ts'
import { formatOrderNumber, shortOrderId } from '#domain/orders/order-number.ts'
import type { Message, Shop } from './message.ts'

type ParcelLine = { product_name: string; quantity: number }

/** One parcel of an order that leaves in several: `lines` are in it, `to_follow` is in none that has left. */
export type ParcelOfMail = {
  number: number
  courier: string | null
  tracking_number: string | null
  own_delivery: boolean
  lines: ParcelLine[]
  to_follow: ParcelLine[]
}

/** What the mail shows of the order; see OrderMailData (order.ts). */
type ShippedOrder = {
  order_id: string
  order_number: number
  full_name: string
  deliver_to: string | null
  account: boolean
  note?: string | null
  credited?: boolean
  parcel?: ParcelOfMail | null
}

/** More would hide the button: Gmail cuts a long mail. */
const MOST_LISTED = 100

export function parcelItems({ lines }: ParcelOfMail): NonNullable<Message['items']> {
  return lines.slice(0, MOST_LISTED).map(({ product_name: name, quantity }) => ({ name, quantity: String(quantity), total: '' }))
}

/** 'To follow: 2 × Rose Cream, 1 × Neem Soap', the first twenty. */
function toFollow({ to_follow: lines }: ParcelOfMail): string[] {
  if (lines.length === 0) return []
  const named = lines.slice(0, 20).map(({ product_name, quantity }) => `${quantity} × ${product_name}`)
  const rest = lines.length - named.length
  return [`To follow: ${named.join(', ')}${rest > 0 ? ` and ${rest} more ${rest === 1 ? 'product' : 'products'}` : ''}.`]
}

export const parcelFacts = ({ number, courier, tracking_number, own_delivery }: ParcelOfMail): [string, string][] => [
  ['Parcel', String(number)],
  ...(own_delivery ? [['Delivery', 'We bring it ourselves'] as [string, string]] : []),
  ...(courier ? [['Courier', courier] as [string, string]] : []),
  ...(tracking_number ? [['Tracking number', tracking_number] as [string, string]] : []),
]

/** A part of the order is on its way: what is in the parcel, how to follow it, and what is still to come. */
export function orderShipment(data: ShippedOrder, { origin }: Shop): Message {
  const { parcel, order_id: id, order_number, account, full_name, deliver_to } = data
  const short = shortOrderId(id)
  const tracking = parcel ? trackingOf(parcel.courier, parcel.tracking_number) : null
  const order = account ? { label: 'View my order', url: `${origin}/order-confirmation/${id}` } : null
  return {
    subject: `Part of your order ${short} is on its way`,
    preview: 'The rest follows in another parcel.',
    heading: 'Part of your order is on its way',
    paragraphs: [`Dear ${full_name},`, 'We have sent a part of your order. This is in the parcel:', ...(parcel ? toFollow(parcel) : [])],
    items: parcel ? parcelItems(parcel) : [],
    facts: [
      ['Order number', formatOrderNumber(order_number)],
      ...(parcel ? parcelFacts(parcel) : []),
      ...(deliver_to ? [['Deliver to', deliver_to] as [string, string]] : []),
    ],
    ...(tracking ? { button: { label: `Track at ${tracking.courier}`, url: tracking.address } } : order ? { button: order } : {}),
    ...(tracking && order ? { link: order } : {}),
  }
}

/** A part of an order is not sent any more, or was not delivered: which goods, what becomes of the money, and why. */
export function orderRest({ order_id: id, order_number, account, credited, full_name, note }: ShippedOrder, { origin }: Shop): Message {
  const short = shortOrderId(id)
  const text = note ?? 'some of the goods are not sent any more.'
  return {
    subject: `Part of your order ${short} is cancelled`,
    preview: 'Everything else stays as you ordered it.',
    heading: 'Part of your order is cancelled',
    paragraphs: [
      `Dear ${full_name},`,
      `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
      // what was in no parcel was on no invoice of a parcel
      ...(account && credited ? ['The credit note is ready: open your order to download it.'] : []),
    ],
    facts: [['Order number', formatOrderNumber(order_number)]],
    ...(account ? { button: { label: 'View my order', url: `${origin}/order-confirmation/${id}` } } : {}),
  }
}

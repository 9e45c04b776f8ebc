import { sumOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import type { StoreSettings } from '../shop/settings.ts'
import { findState } from '../addresses/states.ts'
import { formatOrderNumber, shortOrderId } from '../orders/order-number.ts'
import { formatDocumentDay } from '../time/dates.ts'
import type { Amount } from './invoice-rows.ts'

/** What a label shows of an order, as it is now. */
export type LabelOrderRow = {
  id: string
  order_number: number
  created_at: string
  status: string
  full_name: string
  company_name: string | null
  address: string
  city: string
  state: string
  pincode: string
  phone: string
  total_amount: Amount
  /** what has come and stays: store credit, and money that has arrived, less refunds of what is not sent */
  paid: Amount
  /** what all parcels are to bring with what is paid: the total, less what is not sent any more */
  owed: Amount
  payment_method: string
  payment_state: string
  courier: string | null
  tracking_number: string | null
}
/** One of several parcels of an order: how it travels, and what of cash on delivery is collected with it, in paise. */
export type LabelParcel = { number: number; courier: string | null; tracking_number: string | null; amount: Paise }

/** `weight_grams` of one unit as it is sent; null: unknown, or the product is deleted. */
export type LabelItemRow = { order_id: string; quantity: number; weight_grams: number | null }

export type ShippingLabel = {
  order: { number: string; label: string; date: string }
  to: LabelParty & { pincode: string }
  /** the shop, to which a parcel returns that cannot be delivered */
  from: LabelParty
  /** paise that the courier collects; null when nothing is to collect */
  toCollect: Paise | null
  courier: string | null
  trackingNumber: string | null
  /** null when the weight of a product is unknown */
  weightGrams: number | null
}
export type LabelParty = { name: string; lines: string[]; phone: string }

/**
 * The label of a parcel. The courier collects only cash on delivery that is not yet paid: an order by another method is 'Prepaid' to
 * the courier even while the shop waits for the payment.
 *
 * @param items what is in the parcel
 * @param parcel null for an order that leaves whole
 */
export function shippingLabel(order: LabelOrderRow, items: readonly LabelItemRow[], settings: StoreSettings, parcel: LabelParcel | null = null): ShippingLabel {
  const weighed = items.filter((item) => item.weight_grams !== null)
  return {
    order: {
      number: formatOrderNumber(order.order_number),
      label: parcel === null ? shortOrderId(order.id) : `${shortOrderId(order.id)} · parcel ${parcel.number}`,
      date: formatDocumentDay(order.created_at),
    },
    to: {
      name: order.company_name ?? order.full_name,
      lines: present([order.company_name === null ? '' : order.full_name, order.address, order.city, findState(order.state)?.name ?? order.state]),
      pincode: order.pincode,
      phone: order.phone,
    },
    from: {
      name: settings.storeName,
      lines: present([settings.address, [settings.city, settings.pincode].filter(Boolean).join(' '), findState(settings.stateCode)?.name ?? '']),
      phone: settings.phone,
    },
    toCollect: order.payment_method === 'cod' && order.payment_state === 'cod_pending' ? (parcel?.amount ?? toPaise(order.owed) - toPaise(order.paid)) : null,
    courier: (parcel ?? order).courier || null,
    trackingNumber: (parcel ?? order).tracking_number || null,
    weightGrams: items.length > 0 && weighed.length === items.length ? sumOf(weighed, ({ quantity, weight_grams }) => quantity * (weight_grams ?? 0)) : null,
  }
}

const present = (lines: readonly string[]): string[] => lines.filter((line) => line.trim() !== '')

import { checkShipping } from '#domain/addresses/shipping.ts'
import { isTotalOpen } from '#domain/orders/order-change.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { ChangeBody } from '../../../data/orders/order-change.ts'
import type { Order, OrderItem } from '../../../data/orders/orders.ts'
import { ADDRESS_FIELDS, addressValues, inFormOrder } from '../../../ui/form/address-values.ts'
import type { AddressValues } from '../../../ui/form/address-values.ts'

/** A change as chosen: the new quantities by line, 0 to remove it; lines that are not in it stay. */
export type MyDraft = { quantities: Readonly<Record<string, number>>; values: AddressValues; method: string }

export const draftOf = (order: Order): MyDraft => ({ quantities: {}, values: addressValues(order), method: order.payment_method })

/** What staff agreed on is not the customer's to change. */
export const isChangeable = ({ status, channel, payment_state }: Order): boolean =>
  status === 'pending' && channel === 'online' && !['refund_due', 'refunded'].includes(payment_state)

/** How the order may be paid: as it is, and in the other ways that the shop offers, as long as no money is on its way. */
export function methodsOf(order: Order, { codEnabled, upiVpa, razorpayEnabled }: Pick<StoreSettings, 'codEnabled' | 'upiVpa' | 'razorpayEnabled'>): string[] {
  if (!isTotalOpen(order)) return [order.payment_method]
  const offered = [razorpayEnabled ? 'razorpay' : '', upiVpa ? 'upi' : '', codEnabled ? 'cod' : '']
  return [...new Set([order.payment_method, ...offered])].filter(Boolean)
}

export type ReadDraft = { body: ChangeBody; changed: boolean; /** sentences for the fields of the address */ errors: Record<string, string> }

/** What is sent of the draft. A wrong address is left out, so that the rest can still be priced. */
export function readDraft(order: Order, items: readonly OrderItem[], { quantities, values, method }: MyDraft): ReadDraft {
  const lines = items.flatMap(({ id, quantity: had }) => {
    const quantity = quantities[id] ?? had
    return quantity === had ? [] : [{ item_id: id, quantity }]
  })
  const were = addressValues(order)
  const moved = ADDRESS_FIELDS.some((name) => name !== 'gstin_confirmed' && values[name].trim() !== were[name].trim())
  const checked = moved ? checkShipping(values) : null
  const buyer = checked?.ok === true ? { ...values } : null
  const paid = method === order.payment_method ? null : method
  return {
    body: { order_id: order.id, version: order.version, lines, added: [], buyer, payment_method: paid },
    changed: lines.length > 0 || moved || paid !== null,
    errors: checked?.ok === false ? inFormOrder(checked.fields) : {},
  }
}

import { checkBuyer } from '#domain/orders/manual-order.ts'
import { DIFFERENCE_METHODS, deliveryOf, isTotalOpen } from '#domain/orders/order-change.ts'
import type { DeliveryChoice } from '#domain/delivery/delivery.ts'
import { toPaise } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { ChangeBody } from '../../../data/orders/order-change.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import type { PickedProduct } from '../../../data/admin/orders/manual-order-products.ts'
import { unitsOf } from '../create/draft.ts'
import type { BuyerTexts } from '../create/draft.ts'

/** A change as typed: the quantity of each line by its id, null for a removed one, and what is added. */
export type ChangeDraft = {
  quantities: Record<string, string | null>
  added: { product: PickedProduct; quantity: string }[]
  texts: BuyerTexts
  method: string
}

const textsOf = (order: FullOrder): BuyerTexts => ({
  full_name: order.full_name,
  phone: order.phone,
  company_name: order.company_name ?? '',
  gstin: order.gstin ?? '',
  email: order.email,
  address: order.address,
  pincode: order.pincode,
  city: order.city,
  state: order.state,
  gstin_confirmed: '',
})

export const draftOf = (order: FullOrder): ChangeDraft => ({
  quantities: Object.fromEntries(order.order_items.map(({ id, quantity }) => [id, String(quantity)])),
  added: [],
  texts: textsOf(order),
  method: order.payment_state === 'paid' ? '' : order.payment_method,
})

/** How the order may be paid: as it is, and in the other ways that the shop offers, as long as no money is on its way. */
export function methodsOf(order: FullOrder, { codEnabled, upiVpa, razorpayEnabled }: StoreSettings): string[] {
  // of a paid order: how a higher total is collected
  if (order.payment_state === 'paid') return DIFFERENCE_METHODS.filter((method) => method !== 'upi' || upiVpa !== null)
  if (!isTotalOpen(order)) return []
  const offered = {
    cod: codEnabled && placedDelivery(order) !== 'collected',
    upi: upiVpa !== null,
    bank: true,
    razorpay: razorpayEnabled && order.user_id !== null,
  }
  return [...new Set([order.payment_method, ...(Object.keys(offered) as (keyof typeof offered)[]).filter((method) => offered[method])])]
}

/** The delivery of the order as it was placed. */
export function placedDelivery(order: FullOrder): DeliveryChoice {
  const cost = order.charges.find(({ kind }) => kind === 'delivery')?.cost ?? 0
  return deliveryOf(
    order,
    toPaise(cost),
    order.order_overrides.some(({ kind }) => kind === 'delivery'),
  )
}

const isBuyerChanged = (order: FullOrder, { texts }: ChangeDraft): boolean => {
  const were = textsOf(order)
  return (Object.keys(were) as (keyof BuyerTexts)[]).some((field) => field !== 'gstin_confirmed' && texts[field].trim() !== were[field].trim())
}

export type ReadDraft = {
  body: ChangeBody
  changed: boolean
  /** sentences for the fields of the buyer */
  buyer: Record<string, string>
  /** the lines and added products whose quantity is no number */
  wrong: ReadonlySet<string>
}

/** What is sent of the draft. A wrong buyer is left out, so that the lines can still be priced. */
export function readDraft(order: FullOrder, draft: ChangeDraft, settings: StoreSettings): ReadDraft {
  const wrong = new Set<string>()
  const units = (key: string, text: string): number => {
    const quantity = unitsOf(text)
    if (quantity === null) wrong.add(key)
    return quantity ?? 0
  }
  const lines = order.order_items.flatMap(({ id, quantity: had }) => {
    const text = draft.quantities[id] ?? null
    const quantity = text === null ? 0 : units(id, text)
    return quantity === had ? [] : [{ item_id: id, quantity }]
  })
  const added = draft.added.map(({ product, quantity }) => ({ product_id: product.id, quantity: units(product.id, quantity) }))
  const isNew = isBuyerChanged(order, draft)
  const method = draft.method === '' || (draft.method === order.payment_method && order.payment_state !== 'paid') ? null : draft.method
  const checked = isNew ? checkBuyer({ ...draft.texts }, placedDelivery(order), settings) : null
  const buyer = checked?.ok === false ? checked.fields : {}
  return {
    body: { order_id: order.id, version: order.version, lines, added, buyer: checked?.ok === true ? { ...draft.texts } : null, payment_method: method },
    changed: isNew || (method !== null && order.payment_state !== 'paid') || lines.length > 0 || added.length > 0,
    buyer,
    wrong,
  }
}

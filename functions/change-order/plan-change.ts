import { effectiveMinimum } from '#domain/products/stock.ts'
import { changedLines, quoteChange } from '#domain/orders/order-change.ts'
import type { BuyerColumn, ChangedLine, ChangeMethod, LineChange } from '#domain/orders/order-change.ts'
import { zoneOf } from '#domain/delivery/zones.ts'
import type { DeliveryTable } from '#domain/delivery/zones.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import { checkShipping } from '#domain/addresses/shipping.ts'
import { checkBuyer, missingOnInvoice } from '#domain/orders/manual-order.ts'
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { RefusedLine } from '#domain/orders/order-refusals.ts'
import type { Quote } from '#domain/quote/quote.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Query } from '#postgres/statement.ts'
import { refusalOf, validateLines } from '../orders/check-cart.ts'
import { readProducts } from '../orders/lock-cart.ts'
import type { CartProduct } from '../orders/lock-cart.ts'
import { sortDiscounts } from '../orders/lock-discounts.ts'
import type { LockedDiscounts } from '../orders/lock-discounts.ts'
import { chargedSettings, checkPlace, placeOf, readDelivery } from '../orders/read-delivery.ts'
import { readShop } from '../orders/read-shop.ts'
import { Refusal } from '../orders/refusal.ts'
import type { ChangeRequest } from './change-request.ts'
import { chargedMethod, feeMoves, planMoney } from './plan-payment.ts'
import { BUYER_FIELDS, openOrder, orderedLines } from './stored-order.ts'
import type { Changer, StoredOrder } from './stored-order.ts'

/** The new lines and their quote, with the discounts behind it. */
export type Repriced = { lines: ChangedLine[]; quote: Quote; discounts: LockedDiscounts; products: ReadonlyMap<string, CartProduct> }

export type PlannedChange = {
  order: StoredOrder
  /** the new values of the buyer; null if none changes */
  buyer: Shipping | null
  fields: BuyerColumn[]
  lines: LineChange[]
  /** another way to pay, with the state in which it begins */
  payment: { method: ChangeMethod; state: string } | null
  /** null where lines, State and fee stay: then no amount changes */
  repriced: Repriced | null
  total: Paise
  /** the numbers of the invoices that are taken back and replaced; phone number and payment method replace none */
  credits: string[]
  /** what was paid too much and is due back */
  refund: Paise
  /** the total would change and may not */
  fixed: boolean
}

/**
 * Locks the order, its buyer, its products and discounts, in the order in which every order takes them, and prices the change.
 *
 * @throws Refusal
 */
export async function planChange(query: Query, by: Changer, change: ChangeRequest): Promise<PlannedChange> {
  const order = await openOrder(query, by, change)
  if (by.own && change.added.length > 0) throw invalid({ lines: 'Order these products separately' })
  const ids = [...new Set([...order.productIds, ...change.added.map(({ productId }) => productId)])]
  const [settings, delivery, , locked] = await Promise.all([
    readShop(query),
    // what couriers serve binds customers alone: staff decide
    readDelivery(query, by.own ? pincodeOf(order, change) : null),
    query('select private.lock_buyer($1)', [order.columns.user_id]),
    readProducts(query, ids, true),
  ])
  const products = new Map(locked.map((product) => [product.id, product]))
  const lines = lineChanges(order, change, products)
  const buyer = change.buyer === null ? null : newBuyer(order, change.buyer, settings, by)
  const fields = buyer === null ? [] : BUYER_FIELDS.filter((field) => (buyer[field] ?? '') !== (order.columns[field] ?? ''))
  const moves = buyer !== null && order.delivery !== 'collected' && (buyer.stateCode !== order.columns.place_of_supply || zoneMoves(delivery, order, buyer))
  const terms = { by, settings, delivery, products, buyer, method: chargedMethod(order, change.method) }
  const repriced = lines.length > 0 || moves || feeMoves(order, change.method, delivery) ? await reprice(query, order, change, terms) : null
  const lacking = repriced === null ? [] : missingOnInvoice({ ...namesOf(order), ...buyer }, repriced.quote)
  if (lacking.length > 0) throw invalid(Object.fromEntries(lacking.map((field) => [field, 'The invoice over ₹50,000 or more has to name the buyer'])))
  const total = repriced?.quote.total ?? order.total
  const { payment, refund, fixed } = planMoney(order, change.method, total, by, settings)
  if (by.own) checkPlace(newPlace(order, terms), terms.method, repriced?.quote.goodsTotal ?? toPaise(order.columns.goods_total))
  const onInvoice = repriced !== null || fields.some((field) => field !== 'phone')
  return { order, buyer, fields, lines, payment, repriced, total, credits: onInvoice ? order.invoices : [], refund, fixed }
}

const invalid = (fields: Record<string, string>, codes?: Record<string, string>) => new Refusal(400, 'INVALID', [], { fields, codes })

const namesOf = ({ columns }: StoredOrder) => ({ full_name: columns.full_name ?? '', address: columns.address ?? '', gstin: columns.gstin })

function newBuyer({ columns, delivery }: StoredOrder, typed: Record<string, unknown>, settings: StoreSettings, { own }: Changer): Shipping {
  const given = { ...typed, email: columns.email }
  const checked = own ? checkShipping(given) : checkBuyer(given, delivery, settings)
  if (!checked.ok) throw invalid(checked.fields, checked.codes)
  return checked.shipping
}

/** @throws Refusal INVALID on a line that the order does not have, or a product that it has already */
function lineChanges(order: StoredOrder, { quantities, added }: ChangeRequest, products: ReadonlyMap<string, CartProduct>): LineChange[] {
  const known = new Set(order.items.map(({ id }) => id))
  const twice = added.some(({ productId }) => order.productIds.includes(productId))
  if (twice || [...quantities.keys()].some((id) => !known.has(id))) throw invalid({ lines: 'Open the order again' })
  const changed = order.items.flatMap(({ id, product_name: name, quantity: from }): LineChange[] => {
    const to = quantities.get(id) ?? from
    return to === from ? [] : [{ name, from, to }]
  })
  return [...changed, ...added.map(({ productId, quantity }) => ({ name: products.get(productId)?.name ?? '', from: 0, to: quantity }))]
}

const pincodeOf = ({ columns }: StoredOrder, { buyer }: ChangeRequest): string =>
  typeof buyer?.['pincode'] === 'string' ? buyer['pincode'].slice(0, 20) : (columns.pincode ?? '')

type Terms = {
  by: Changer
  settings: StoreSettings
  delivery: DeliveryTable
  products: ReadonlyMap<string, CartProduct>
  buyer: Shipping | null
  method: string
}

const newPlace = ({ columns }: StoredOrder, { delivery, buyer }: Pick<Terms, 'delivery' | 'buyer'>) =>
  placeOf(delivery, { pincode: buyer?.pincode ?? columns.pincode ?? '', state: buyer?.stateCode ?? columns.place_of_supply })

async function reprice(query: Query, order: StoredOrder, change: ChangeRequest, terms: Terms): Promise<Repriced> {
  const { columns } = order
  const { by, settings, products, buyer, method } = terms
  // kept prices are in the terms of the order, new ones in those of the shop
  if (columns.prices_include_gst !== settings.pricesIncludeGst || columns.seller_state !== settings.stateCode) throw new Refusal(409, 'SHOP_CHANGED')
  checkStock(order, change, products, by)
  const added = change.added.map(({ productId, quantity }) => ({ productId, quantity, product: products.get(productId) as CartProduct }))
  const lines = changedLines(orderedLines(order, products), change.quantities, added, settings)
  if (lines.length === 0) throw new Refusal(409, 'EMPTY_CART')
  const ids = lines.map(({ productId }) => productId)
  // a discount that has ended holds for the goods that were ordered with it: a customer does not get more of them
  const asNew = by.own && order.items.some(({ id, quantity }) => (change.quantities.get(id) ?? quantity) > quantity)
  const found = await query<Record<string, unknown>>('select * from private.lock_discounts_of($1, $2::uuid[], $3)', [columns.id, ids, asNew])
  const discounts = sortDiscounts(found)
  const under = {
    settings: chargedSettings(settings, newPlace(order, terms), weighed(lines, products), method),
    deliveryState: buyer?.stateCode ?? columns.place_of_supply,
    choices: { couponCode: columns.coupon_code, delivery: order.delivery },
  }
  return { lines, quote: quoteChange(lines, under, { ...discounts, byHand: order.byHand }), discounts, products }
}

/** A new PIN code changes the charge where it is in another zone. */
function zoneMoves({ zones }: DeliveryTable, { columns }: StoredOrder, { pincode, stateCode }: Shipping): boolean {
  return zoneOf(zones, pincode, [stateCode]) !== zoneOf(zones, columns.pincode ?? '', [columns.place_of_supply])
}

/** The lines with what the products weigh now; the order does not keep it. */
const weighed = (lines: readonly ChangedLine[], products: ReadonlyMap<string, CartProduct>) =>
  lines.map(({ productId, quantity }) => ({ quantity, product: products.get(productId) ?? null }))

/**
 * Units beyond those that the order holds have to be in stock, of a product that is still sold. Staff may leave less than the minimum of a line
 * that the order has, customers may not; a product that is added has its minimum.
 *
 * @throws Refusal OUT_OF_STOCK, BELOW_MINIMUM
 */
function checkStock(order: StoredOrder, { quantities, added }: ChangeRequest, products: ReadonlyMap<string, CartProduct>, { own }: Changer): void {
  const few = order.items.flatMap(({ id, product_id, product_name: name, quantity: had }): RefusedLine[] => {
    const quantity = quantities.get(id) ?? had
    const product = product_id === null ? undefined : products.get(product_id)
    if (!own || quantity === had || quantity === 0 || !product) return []
    const minimum = effectiveMinimum({ ...product, stock: product.stock + had })
    return quantity < minimum ? [{ product_id: product.id, name, code: 'BELOW_MINIMUM', old: quantity, new: minimum }] : []
  })
  if (few.length > 0) throw refusalOf(few)
  const held = order.items.flatMap(({ id, product_id, product_name, quantity: had }) => {
    const quantity = quantities.get(id) ?? had
    if (quantity <= had) return []
    const productId = product_id ?? id
    const product = products.get(productId) ?? null
    return [{ productId, quantity, product: product && { ...product, stock: product.stock + had }, name: product_name }]
  })
  const asked = [...held, ...added.map(({ productId, quantity }) => ({ productId, quantity, product: products.get(productId) ?? null }))]
  if (asked.length === 0) return
  const { refused } = validateLines(asked, new Set(held.map(({ productId }) => productId)))
  const names = new Map(held.map(({ productId, name }) => [productId, name]))
  if (refused.length > 0) throw refusalOf(refused.map((line) => ({ ...line, name: names.get(line.product_id) ?? line.name })))
}

import { MANUAL_DISCOUNT, manualDiscount } from '#domain/orders/manual-order.ts'
import { BUYER_COLUMNS, deliveryOf } from '#domain/orders/order-change.ts'
import type { BuyerColumn, OrderedLine } from '#domain/orders/order-change.ts'
import type { Discount } from '#domain/discounts/discount.ts'
import type { DeliveryChoice } from '#domain/delivery/delivery.ts'
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { RefusalCode } from '#domain/orders/order-refusals.ts'
import type { Query } from '#postgres/statement.ts'
import type { CartProduct } from '../orders/lock-cart.ts'
import { Refusal } from '../orders/refusal.ts'
import type { ChangeRequest } from './change-request.ts'

/** The columns of an order that a change depends on; amounts in rupees. */
export type OrderColumns = Record<BuyerColumn, string | null> & {
  id: string
  user_id: string | null
  email: string
  channel: string
  place_of_supply: string
  seller_state: string
  prices_include_gst: boolean
  coupon_code: string | null
  offers: { id?: string; amount?: number }[]
  charges: { kind: string; cost: number }[]
  goods_total: number
  total_amount: number
  payment_method: string
  payment_state: string
}
type ItemColumns = { id: string; product_id: string | null; product_name: string; quantity: number; unit_price: number; rate: number }

/** Who changes an order: staff, or its customer. */
export type Changer = { id: string; own: boolean }

/** An order as it was locked. */
export type StoredOrder = {
  columns: OrderColumns
  total: Paise
  items: ItemColumns[]
  productIds: string[]
  /** the prices that staff agreed on, by product */
  agreedPrices: ReadonlyMap<string, Paise>
  delivery: DeliveryChoice
  byHand: Discount | null
  /** `received` without store credit, which pays like a discount; `refundable`: how much of what was received can still be refunded */
  money: { refundable: Paise; received: Paise; toCollect: Paise }
  /** the numbers of the invoices that a change takes back */
  invoices: string[]
}

/**
 * Locks the order and reads it.
 *
 * @throws Refusal ORDER_NOT_FOUND, ORDER_CHANGED, ORDER_CLOSED, ORDER_PACKED, ORDER_CREDITED, ONLY_STAFF
 */
export async function openOrder(query: Query, by: Changer, { orderId, version }: ChangeRequest): Promise<StoredOrder> {
  type Opened = {
    refused?: RefusalCode
    status?: string
    order: OrderColumns
    items: ItemColumns[]
    overrides: { kind: string; product_id: string | null; given: number }[]
    invoices: string[]
    money: { refundable: number; received: number; to_collect: number }
  }
  const [row] = await query<{ opened: Opened }>('select private.begin_order_change($1, $2, $3, $4) as opened', [by.id, orderId, version, by.own])
  if (!row) throw new Error('No answer about the order')
  const { refused, status, order, items, overrides, invoices, money } = row.opened
  if (refused !== undefined) throw new Refusal(refused === 'ORDER_NOT_FOUND' ? 404 : 409, refused, [], status === undefined ? {} : { status })
  const taken = order.offers.find(({ id }) => id === MANUAL_DISCOUNT.id)?.amount ?? 0
  const delivery = order.charges.find(({ kind }) => kind === 'delivery')
  const waived = overrides.some(({ kind }) => kind === 'delivery')
  return {
    columns: order,
    total: toPaise(order.total_amount),
    items,
    productIds: items.flatMap(({ product_id }) => product_id ?? []),
    agreedPrices: new Map(overrides.flatMap(({ kind, product_id, given }) => (kind === 'price' && product_id !== null ? [[product_id, toPaise(given)]] : []))),
    delivery: deliveryOf(order, toPaise(delivery?.cost ?? 0), waived),
    byHand: taken > 0 ? manualDiscount('amount', toPaise(taken)) : null,
    money: { refundable: toPaise(money.refundable), received: toPaise(money.received), toCollect: toPaise(money.to_collect) },
    invoices,
  }
}

/** A product that was removed and added again costs what it costs today: nobody agreed on that price. */
export function orderedLines({ items, agreedPrices }: StoredOrder, products: ReadonlyMap<string, CartProduct>): OrderedLine[] {
  return items.map(({ id, product_id, product_name, quantity, unit_price, rate }) => ({
    itemId: id,
    productId: product_id ?? id,
    name: product_name,
    quantity,
    unitPrice: toPaise(unit_price),
    rate,
    agreed: product_id !== null && agreedPrices.get(product_id) === toPaise(unit_price),
    product: (product_id === null ? undefined : products.get(product_id)) ?? null,
  }))
}

export const BUYER_FIELDS = Object.keys(BUYER_COLUMNS) as BuyerColumn[]

import { MANUAL_DISCOUNT, missingOnInvoice } from '#domain/orders/manual-order.ts'
import type { BuyerColumn } from '#domain/orders/order-change.ts'
import type { Shipping } from '#domain/addresses/shipping.ts'
import { findState } from '#domain/addresses/states.ts'
import { toDecimal, toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { Query } from '#postgres/statement.ts'
import { openingPayment } from '../manual-order/opening-payment.ts'
import { priceAsked, termsOf, validateAsked } from '../manual-order/price-order.ts'
import { priceOverridesOf } from '../manual-order/price-overrides.ts'
import { refusalOf } from '../orders/check-cart.ts'
import { readProducts } from '../orders/lock-cart.ts'
import { redeemDiscounts, sortDiscounts } from '../orders/lock-discounts.ts'
import { answerOf } from '../orders/new-order.ts'
import { firstPayment } from '../orders/payment.ts'
import { readDelivery } from '../orders/read-delivery.ts'
import { readShop } from '../orders/read-shop.ts'
import { Refusal } from '../orders/refusal.ts'
import { writeOrder } from '../orders/write-order.ts'
import type { ExchangeRequest } from './exchange-request.ts'

type OldOrder = Record<BuyerColumn, string | null> & { id: string; user_id: string; email: string; channel: string }

/** In paise. `credit`: what the return gives for the new order. `toPay`: what is left of its total. */
export type Exchanged = { orderId: string; total: Paise; credit: Paise; toPay: Paise }

/**
 * Settles the return and writes the new order, behind the locks of every manual order: the old order, the buyer, the products, the discounts, the
 * customer's store credit.
 *
 * @throws Refusal as create-manual-order, or an error of the database with the code of settling a return
 */
export async function writeExchange(query: Query, staffId: string, request: ExchangeRequest): Promise<Exchanged> {
  const { returnId, version, closing, prices } = request
  const [opened] = await query<{ old: OldOrder }>('select private.begin_exchange($1, $2, $3) as old', [staffId, returnId, version])
  if (!opened) throw new Error('No answer about the return')
  const { old } = opened
  const ids = prices.lines.map(({ productId }) => productId)
  const [settings, delivery, , products, rows] = await Promise.all([
    readShop(query),
    readDelivery(query, old.pincode),
    query('select private.lock_buyer($1)', [old.user_id]),
    readProducts(query, ids, true),
    query<Record<string, unknown>>('select * from private.lock_discounts_for($1, null, $2::uuid[])', [old.user_id, ids]),
  ])
  const shipping = shippingOf(old)
  const { orderable, refused } = validateAsked(prices, products, settings)
  if (refused.length > 0) throw refusalOf(refused)
  const discounts = sortDiscounts(rows)
  const terms = termsOf({ ...prices, deliveryState: shipping.stateCode, pincode: old.pincode }, orderable, settings, delivery).settings
  const { quote } = priceAsked({ ...prices, deliveryState: shipping.stateCode }, orderable, terms, discounts)
  if (missingOnInvoice(shipping, quote).length > 0)
    throw new Refusal(400, 'INVALID', [], { fields: { buyer: 'The invoice over ₹50,000 or more has to name the buyer' } })

  const orderId = crypto.randomUUID()
  const [settled] = await query<{ credit: string }>('select private.settle_exchange($1, $2, $3, $4, $5, $6) as credit', [
    staffId,
    returnId,
    version,
    JSON.stringify(closing),
    orderId,
    request.rest === 'credit' ? null : toDecimal(quote.total),
  ])
  const credit = Math.min(toPaise(settled?.credit ?? 0), quote.total)
  const toPay = quote.total - credit
  const payment =
    toPay === 0 && credit > 0
      ? firstPayment('credit', settings, orderId, 0)
      : openingPayment({ method: request.method, received: false, reference: null }, settings, orderId, toPay)
  void writeOrder(query, {
    orderId,
    userId: old.user_id,
    // no key: a return is settled once
    sender: { id: staffId, key: `exchange-${returnId}` },
    byHand: { channel: 'other', madeBy: staffId },
    shipping,
    settings: terms,
    lines: orderable,
    quote,
    choices: { ...prices.choices, couponCode: null },
    payment,
    storeCredit: credit,
    answer: answerOf(orderId, 'pending', quote, payment),
  })
  redeemDiscounts(
    query,
    quote.discounts.filter(({ id }) => id !== MANUAL_DISCOUNT.id),
    discounts,
    orderId,
    old.user_id,
  )
  const overrides = priceOverridesOf({ ...prices, lines: prices.lines }, orderable, quote, terms)
  await query('select private.finish_exchange($1, $2, $3, $4)', [staffId, returnId, orderId, JSON.stringify(overrides)])
  return { orderId, total: quote.total, credit, toPay }
}

/** Buyer and place of the old order. */
function shippingOf(old: OldOrder): Shipping {
  const state = findState(old.state ?? '')
  if (!state) throw new Error(`The order ${old.id} has no State`)
  return {
    full_name: old.full_name ?? '',
    company_name: old.company_name,
    gstin: old.gstin,
    address: old.address ?? '',
    city: old.city ?? '',
    state: state.name,
    stateCode: state.code,
    pincode: old.pincode ?? '',
    email: old.email,
    phone: old.phone ?? '',
  }
}

import { MANUAL_DISCOUNT } from '#domain/orders/manual-order.ts'
import { toRupees } from '#domain/money/money.ts'
import type { RefusedLine } from '#domain/orders/order-refusals.ts'
import type { Quote } from '#domain/quote/quote.ts'
import { hasSqlState } from '#postgres/sql-state.ts'
import { freezeCharges } from '#domain/documents/frozen-charges.ts'
import type { Query } from '#postgres/statement.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { orderErrorResponse } from '../orders/order-transaction.ts'
import { readProducts } from '../orders/lock-cart.ts'
import type { CartProduct } from '../orders/lock-cart.ts'
import { couponRefusal, sortDiscounts } from '../orders/lock-discounts.ts'
import { readDelivery } from '../orders/read-delivery.ts'
import { readShop } from '../orders/read-shop.ts'
import { callerMay } from '../permission.ts'
import { readOrderBody } from '../request-body.ts'
import { LARGEST_BODY, checkAskedPrices } from './manual-request.ts'
import type { AskedPrices } from './manual-request.ts'
import { priceAsked, termsOf, validateAsked } from './price-order.ts'

/**
 * POST /functions/v1/quote-manual-order: the current price of the order that staff are entering, and the lines that would be
 * refused. Locks and writes nothing; create-manual-order validates everything again.
 *
 * @returns 200 `{ lines, totals, refused, coupon, place }` in rupees; `place` says what the shop's rules for the PIN code would refuse a buyer; refused lines are priced too if their product is sold · 400 INVALID ·
 * 401 · 403 · 405 · 413 TOO_LARGE
 */
export const quoteManualOrder: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' }, { 'www-authenticate': 'Bearer' })
  const read = await readOrderBody(request, LARGEST_BODY)
  if (!read.ok) return read.answer
  const checked = checkAskedPrices(read.body)
  if (!checked.ok) return jsonAnswer(400, { code: 'INVALID', fields: checked.fields })
  if (!(await callerMay(context, 'orders.create'))) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
  try {
    return jsonAnswer(200, await context.asOrderService((query) => look(query, user.id, checked.request)))
  } catch (error) {
    if (hasSqlState(error, '42501')) return jsonAnswer(403, { code: 'ADMINS_ONLY' })
    const refused = orderErrorResponse(error)
    if (refused) return refused
    throw error
  }
}

async function look(query: Query, adminId: string, asked: AskedPrices) {
  const ids = asked.lines.map(({ productId }) => productId)
  const [, settings, delivery, products, rows] = await Promise.all([
    query('select * from private.begin_manual_order($1, $2, true)', [adminId, asked.buyerId]),
    readShop(query),
    readDelivery(query, asked.pincode),
    readProducts(query, ids, false),
    query<Record<string, unknown>>('select * from private.discounts_for($1, $2, $3::uuid[])', [asked.buyerId, asked.choices.couponCode, ids]),
  ])
  const sold = new Map(products.filter(({ status }) => status === 'active').map((product) => [product.id, product]))
  const refused = asked.lines.length === 0 ? [] : validateAsked(asked, products, settings).refused
  const lines = asked.lines.flatMap(({ productId, quantity, agreedPrice }) => {
    const product = sold.get(productId)
    return product ? [{ productId, quantity, product, agreedPrice }] : []
  })
  const discounts = sortDiscounts(rows)
  const terms = termsOf(asked, lines, settings, delivery)
  const priced = priceAsked(asked, lines, terms.settings, discounts)
  const place = terms.refusalFor(priced.quote.goodsTotal)
  const coupon = couponRefusal(asked.choices.couponCode, discounts, priced.couponError)
  return {
    lines: linesOf(priced.quote, sold),
    totals: totalsOf(priced.quote),
    refused: refused satisfies RefusedLine[],
    coupon: coupon?.details ?? null,
    no_gain: priced.noGain,
    place: place && ('limit' in place ? { code: place.code, limit: toRupees(place.limit) } : place),
  }
}

function linesOf(quote: Quote, products: ReadonlyMap<string, CartProduct>) {
  return quote.lines.map((line) => ({
    product_id: line.productId,
    quantity: line.quantity,
    list_price: toRupees(line.basePrice),
    unit_price: toRupees(line.unitPrice),
    tier_percent: line.tier?.discountPercent ?? null,
    offer: line.offer,
    discount: toRupees(line.discount),
    taxable: toRupees(line.taxable),
    rate: line.rate,
    total: toRupees(line.paid),
    stock: products.get(line.productId)?.stock ?? 0,
  }))
}

/** The totals, named like the columns of the order. */
function totalsOf(quote: Quote) {
  return {
    goods: toRupees(quote.goodsTotal + quote.discount),
    goods_total: toRupees(quote.goodsTotal),
    discount_total: toRupees(quote.discount),
    discounts: quote.discounts.map(({ id, name, amount }) => ({ name, amount: toRupees(amount), by_hand: id === MANUAL_DISCOUNT.id })),
    subtotal_base: toRupees(quote.subtotalBase),
    cgst: toRupees(quote.cgst),
    sgst: toRupees(quote.sgst),
    igst: toRupees(quote.igst),
    union_territory: quote.unionTerritory,
    charges: freezeCharges(quote.charges),
    free_delivery_remaining: toRupees(quote.freeDeliveryRemaining),
    total_amount: toRupees(quote.total),
    place_of_supply: quote.placeOfSupply,
    inter_state: quote.interState,
  }
}

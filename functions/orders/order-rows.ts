import { toDecimal, toRupees } from '#domain/money/money.ts'
import { freezeCharges } from '#domain/documents/frozen-charges.ts'
import { ORDER_COLUMNS } from '#domain/orders/order-columns.ts'
import type { PlacedColumn } from '#domain/orders/order-columns.ts'
import type { Quote, QuoteLine } from '#domain/quote/quote.ts'
import type { CartProduct } from './lock-cart.ts'
import type { NewOrder } from './new-order.ts'
import type { StatementPart } from './statement-parts.ts'

// Stores all amounts of the quote with the order: invoice and returns read what the customer agreed to.

const COLUMNS = ORDER_COLUMNS.placed.join(', ')

/** The order itself; the place of supply is the State of delivery (docs/india.md#place-of-supply). */
export const orderRow: StatementPart<NewOrder> = {
  text: `insert into public.orders (${COLUMNS}) select ${COLUMNS} from jsonb_populate_record(null::public.orders, $1::jsonb)`,
  values: (order) => [JSON.stringify(frozenOrder(order))],
}

function frozenOrder({ orderId, userId, shipping, settings, quote, choices, payment, storeCredit, byHand }: NewOrder): Record<PlacedColumn, unknown> {
  return {
    id: orderId,
    user_id: userId,
    status: 'pending',
    full_name: shipping.full_name,
    company_name: shipping.company_name,
    gstin: shipping.gstin,
    address: shipping.address,
    city: shipping.city,
    state: shipping.state,
    pincode: shipping.pincode,
    email: shipping.email,
    phone: shipping.phone,
    seller_state: settings.stateCode,
    prices_include_gst: settings.pricesIncludeGst,
    ...amountColumns(quote),
    store_credit: toDecimal(storeCredit),
    payment_method: payment.method,
    payment_state: payment.state,
    coupon_code: choices.couponCode,
    channel: byHand?.channel ?? 'online',
    made_by: byHand?.madeBy ?? null,
  }
}

/** The columns of an order that a quote decides. */
export const amountColumns = (quote: Quote) => ({
  place_of_supply: quote.placeOfSupply,
  goods_total: toDecimal(quote.goodsTotal),
  discount_total: toDecimal(quote.discount),
  subtotal_base: toDecimal(quote.subtotalBase),
  total_gst: toDecimal(quote.totalGst),
  cgst: toDecimal(quote.cgst),
  sgst: toDecimal(quote.sgst),
  igst: toDecimal(quote.igst),
  charges: freezeCharges(quote.charges),
  total_amount: toDecimal(quote.total),
  offers: quote.discounts.map(({ id, name, code, amount, freeDelivery }) => ({ id, name, code, amount: toRupees(amount), free_delivery: freeDelivery })),
})

/** One row per line. */
export const itemRows: StatementPart<NewOrder> = {
  text: `insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
    select $1::uuid, item.* from jsonb_to_recordset($2::jsonb) as item (product_id uuid, product_name text, sku text, hsn text, unit text, image_url text,
      quantity integer, unit_price numeric, discount numeric, taxable numeric, rate numeric, cgst numeric, sgst numeric, igst numeric, total numeric)`,
  values: (order) => [order.orderId, JSON.stringify(frozenItems(order))],
}

function frozenItems({ lines, quote }: NewOrder) {
  const products = new Map(lines.map((line) => [line.productId, line.product]))
  return quote.lines.map((line) => {
    const product = products.get(line.productId)
    if (!product) throw new Error(`Quote line without a cart line: ${line.productId}`)
    return { ...productColumns(product), ...lineColumns(line) }
  })
}

/** What an order keeps of a product. */
export const productColumns = (product: CartProduct) => ({
  product_id: product.id,
  product_name: product.name,
  sku: product.sku,
  hsn: product.hsn,
  unit: product.unit,
  image_url: product.image_url,
})

/** The columns of a line that a quote decides. */
export const lineColumns = (line: QuoteLine) => ({
  quantity: line.quantity,
  unit_price: toDecimal(line.unitPrice),
  discount: toDecimal(line.discount),
  taxable: toDecimal(line.taxable),
  rate: line.rate,
  cgst: toDecimal(line.cgst),
  sgst: toDecimal(line.sgst),
  igst: toDecimal(line.igst),
  total: toDecimal(line.paid),
})

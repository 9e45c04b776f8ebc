import { toDecimal, toRupees } from '#domain/money/money.ts'
import { freezeCharges } from '#domain/documents/frozen-charges.ts'
import type { NewOrder } from './new-order.ts'
import type { StatementPart } from './statement-parts.ts'

// Stores all amounts of the quote with the order: invoice and returns read what the customer agreed to.

/** The order itself; the place of supply is the State of delivery (docs/india.md#place-of-supply). */
export const orderRow: StatementPart<NewOrder> = {
  text: `insert into public.orders (id, user_id, full_name, company_name, gstin, address, city, state, pincode, email, phone,
      place_of_supply, seller_state, prices_include_gst, goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst,
      charges, total_amount, payment_method, payment_state, coupon_code, offers, channel, made_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)`,
  values: ({ orderId, userId, shipping, settings, quote, couponCode, payment, byHand }) => [
    orderId,
    userId,
    shipping.full_name,
    shipping.company_name,
    shipping.gstin,
    shipping.address,
    shipping.city,
    shipping.state,
    shipping.pincode,
    shipping.email,
    shipping.phone,
    quote.placeOfSupply,
    settings.stateCode,
    settings.pricesIncludeGst,
    toDecimal(quote.goodsTotal),
    toDecimal(quote.discount),
    toDecimal(quote.subtotalBase),
    toDecimal(quote.totalGst),
    toDecimal(quote.cgst),
    toDecimal(quote.sgst),
    toDecimal(quote.igst),
    JSON.stringify(freezeCharges(quote.charges)),
    toDecimal(quote.total),
    payment.method,
    payment.state,
    couponCode,
    JSON.stringify(
      quote.discounts.map(({ id, name, code, amount, freeDelivery }) => ({ id, name, code, amount: toRupees(amount), free_delivery: freeDelivery })),
    ),
    byHand?.channel ?? 'online',
    byHand?.madeBy ?? null,
  ],
}

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
    return {
      product_id: line.productId,
      product_name: product.name,
      sku: product.sku,
      hsn: product.hsn,
      unit: product.unit,
      image_url: product.image_url,
      quantity: line.quantity,
      unit_price: toDecimal(line.unitPrice),
      discount: toDecimal(line.discount),
      taxable: toDecimal(line.taxable),
      rate: line.rate,
      cgst: toDecimal(line.cgst),
      sgst: toDecimal(line.sgst),
      igst: toDecimal(line.igst),
      total: toDecimal(line.paid),
    }
  })
}

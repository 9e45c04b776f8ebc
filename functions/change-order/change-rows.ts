import type { OrderColumns } from './stored-order.ts'
import { amountColumns, lineColumns, productColumns } from '../orders/order-rows.ts'
import type { PlannedChange, Repriced } from './plan-change.ts'

/** The columns of the order that get another value. */
export function orderPatch({ fields, buyer, payment, repriced, order }: PlannedChange): Partial<Record<keyof OrderColumns, unknown>> {
  const named = {
    ...(buyer === null ? {} : Object.fromEntries(fields.map((field) => [field, buyer[field]] as const))),
    ...(payment === null ? {} : { payment_method: payment.method, payment_state: payment.state }),
  }
  if (repriced === null) return named
  const { quote } = repriced
  return {
    ...named,
    ...amountColumns(quote),
    coupon_code: quote.discounts.some(({ code }) => code !== null) ? order.columns.coupon_code : null,
  }
}

/** All lines of the changed order: those that it has by their id, the others with what an order keeps of a product. */
export function itemRows({ lines, quote, products }: Repriced): object[] {
  return quote.lines.map((line, place) => {
    const { itemId = null, productId = '' } = lines[place] ?? {}
    const product = products.get(productId)
    if (itemId !== null) return { id: itemId, product_id: product?.id ?? null, ...lineColumns(line) }
    if (!product) throw new Error(`Quote line without a product: ${productId}`)
    return { id: null, ...productColumns(product), ...lineColumns(line) }
  })
}

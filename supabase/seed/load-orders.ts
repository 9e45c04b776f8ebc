import { toDecimal } from '#domain/money/money.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import type { Quote, QuotedProduct } from '#domain/quote/quote.ts'
import { readSettings } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import { orderUpiReference } from '#domain/orders/upi-link.ts'
import { freezeCharges } from '#domain/documents/frozen-charges.ts'
import { CUSTOMERS } from './customers.ts'
import { asOf, hoursAfter, hoursBefore } from './load-context.ts'
import type { OwnerQuery } from './load-context.ts'
import { ORDERS } from './orders.ts'
import type { DemoOrder, DemoStep } from './orders.ts'
import { stableId } from './stable-id.ts'

type StockedProduct = QuotedProduct & { id: string; image_url: string | null }
type Shop = { query: OwnerQuery; settings: StoreSettings; goods: ReadonlyMap<string, StockedProduct> }

/**
 * Orders as customers would place them: priced by the domain's quote, then moved step by step under the triggers that write history,
 * notifications, invoice numbers and stock. The events of all orders run in chronological order, because an order gets its serial
 * number when it is accepted.
 */
export async function loadOrders(query: OwnerQuery, now: Date): Promise<void> {
  const [row] = await query('select * from public.settings')
  if (!row) throw new Error('The shop has no settings row')
  const goods = (await query('select id, sku, name, hsn, unit, gst_percent, image_url, price, retail_price, mrp, pricing_tiers, min_order_quantity, stock from public.products')) as StockedProduct[]
  const shop: Shop = { query, settings: readSettings(row), goods: new Map(goods.map((product) => [product.sku, product])) }
  const events = ORDERS.flatMap((order) => {
    const placed = hoursBefore(now, order.daysAgo * 24)
    return [
      { at: placed, run: () => place(shop, order, placed) },
      ...order.steps.map((step) => {
        const at = hoursAfter(placed, step.afterHours)
        return { at, run: () => take(shop, order, step) }
      }),
    ]
  })
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await asOf(query, event.at)
    await event.run()
  }
  await query(
    `update public.orders set created_at = t.placed from jsonb_to_recordset($1::jsonb) as t (id uuid, placed timestamptz) where orders.id = t.id`,
    [JSON.stringify(ORDERS.map((order) => ({ id: stableId('order', order.name), placed: hoursBefore(now, order.daysAgo * 24) })))],
  )
}

async function place({ query, settings, goods }: Shop, order: DemoOrder, placed: Date): Promise<void> {
  const customer = CUSTOMERS.find(({ email }) => email === order.customer)
  if (!customer) throw new Error(`Order ${order.name} belongs to nobody`)
  const lines = order.cart.map(([sku, quantity]) => {
    const product = goods.get(sku)
    if (!product || quantity < effectiveMinimum(product)) throw new Error(`Order ${order.name} cannot buy ${quantity} of ${sku}`)
    return { productId: product.id, quantity, product }
  })
  const { quote: priced } = quoteWithDiscounts({ lines, settings, deliveryState: customer.address.state }, {})
  const id = stableId('order', order.name)
  const userId = stableId('customer', customer.email)
  await insertOrder(query, {
    id, user_id: userId, full_name: customer.name, company_name: customer.company ?? null, gstin: customer.gstin ?? null, ...customer.address, email: customer.email, phone: customer.phone,
    seller_state: settings.stateCode, prices_include_gst: settings.pricesIncludeGst, payment_method: order.payment, payment_state: order.payment === 'cod' ? 'cod_pending' : 'awaiting_payment', ...amounts(priced),
  })
  await insertLines(query, id, priced, new Map(lines.map((line) => [line.productId, line.product])))
  await query("select set_config('shop.stock_reason', 'order', true), set_config('shop.stock_order', $1, true)", [id])
  await query(
    `update public.products set stock = stock - sold.quantity, units_sold = units_sold + sold.quantity
     from unnest($1::uuid[], $2::integer[]) as sold (product_id, quantity) where products.id = sold.product_id`,
    [lines.map((line) => line.productId), lines.map((line) => line.quantity)],
  )
  await query("select set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true)")
  await query('insert into public.payments (order_id, method, state, amount, reference, created_at) values ($1, $2, $3, $4, $5, $6)', [
    id, order.payment, order.payment === 'cod' ? 'cod_pending' : 'awaiting_payment', toDecimal(priced.total), orderUpiReference(id), placed.toISOString(),
  ])
}

/** One step, taken by the server as if an admin had clicked a button. */
async function take({ query }: Shop, order: DemoOrder, step: DemoStep): Promise<void> {
  const id = stableId('order', order.name)
  if (step.to === 'processing' && order.payment === 'upi') {
    await query(`update public.payments set state = 'paid', provider_reference = $2 where order_id = $1`, [id, `UTR${BigInt(`0x${id.slice(0, 8)}`).toString().padStart(12, '4')}`])
  }
  // a cancellation without a reason is the customer's own
  const by = step.to === 'cancelled' && !step.reason ? stableId('customer', order.customer) : null
  await query(
    `update public.orders set status = $2, courier = coalesce($3, courier), tracking_number = coalesce($4, tracking_number), cancel_reason = $5, cancelled_by = $6 where id = $1`,
    [id, step.to, step.courier ?? null, step.tracking ?? null, step.reason ?? null, by],
  )
}

const amounts = (priced: Quote): Record<string, string> => ({
  place_of_supply: priced.placeOfSupply, goods_total: toDecimal(priced.goodsTotal), discount_total: toDecimal(priced.discount), subtotal_base: toDecimal(priced.subtotalBase),
  total_gst: toDecimal(priced.totalGst), cgst: toDecimal(priced.cgst), sgst: toDecimal(priced.sgst), igst: toDecimal(priced.igst),
  charges: JSON.stringify(freezeCharges(priced.charges)), total_amount: toDecimal(priced.total),
})

async function insertOrder(query: OwnerQuery, row: Record<string, string | boolean | null>): Promise<void> {
  const columns = Object.keys(row)
  await query(`insert into public.orders (${columns.join(', ')}) values (${columns.map((_, k) => `$${k + 1}`).join(', ')})`, Object.values(row))
}

async function insertLines(query: OwnerQuery, orderId: string, priced: Quote, products: ReadonlyMap<string, StockedProduct>): Promise<void> {
  const items = priced.lines.map((line) => {
    const product = products.get(line.productId)
    if (!product) throw new Error(`The quote has a line the cart has not: ${line.productId}`)
    return {
      product_id: line.productId, product_name: product.name, sku: product.sku, hsn: product.hsn, unit: product.unit, image_url: product.image_url, quantity: line.quantity,
      unit_price: toDecimal(line.unitPrice), discount: toDecimal(line.discount), taxable: toDecimal(line.taxable), rate: line.rate, cgst: toDecimal(line.cgst), sgst: toDecimal(line.sgst),
      igst: toDecimal(line.igst), total: toDecimal(line.paid),
    }
  })
  await query(
    `insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
     select $1, item.* from jsonb_to_recordset($2::jsonb) as item (product_id uuid, product_name text, sku text, hsn text, unit text, image_url text, quantity integer,
       unit_price numeric, discount numeric, taxable numeric, rate numeric, cgst numeric, sgst numeric, igst numeric, total numeric)`,
    [orderId, JSON.stringify(items)],
  )
}

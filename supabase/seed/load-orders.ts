import { toDecimal } from '#domain/money/money.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import type { Quote, QuotedProduct } from '#domain/quote/quote.ts'
import { readSettings } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { orderUpiReference } from '#domain/orders/upi-link.ts'
import { freezeCharges } from '#domain/documents/frozen-charges.ts'
import type { DemoCustomer } from './customers.ts'
import { hoursAfter, hoursBefore } from './load-context.ts'
import type { OwnerQuery } from './load-context.ts'
import type { DemoOrder, DemoStep } from './orders.ts'
import { playEvents } from './play.ts'
import type { DemoEvent } from './play.ts'
import { stableId } from './stable-id.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import type { TradePlan } from './plan.ts'

type StockedProduct = QuotedProduct & { id: string; image_url: string | null; min_order_quantity: number }
type Shop = { settings: StoreSettings; goods: ReadonlyMap<string, StockedProduct>; customers: ReadonlyMap<string, DemoCustomer> }

/**
 * Orders as customers would place them: priced by the domain's quote, then moved step by step under the triggers that write history,
 * notifications, invoice numbers and stock; and between them the stock that came in.
 */
export async function loadOrders(query: OwnerQuery, { customers, orders, stockMoves }: TradePlan, now: Date): Promise<void> {
  const [row] = await query('select * from public.settings')
  if (!row) throw new Error('The shop has no settings row')
  const goods = (await query('select id, sku, name, hsn, unit, gst_percent, image_url, price, retail_price, mrp, pricing_tiers, tier_group, min_order_quantity from public.products')) as StockedProduct[]
  const shop: Shop = {
    settings: readSettings(row),
    goods: new Map(goods.map((product) => [product.sku, product])),
    customers: new Map(customers.map((customer) => [customer.email, customer])),
  }
  await playEvents(query, [
    ...orders.flatMap((order) => {
      const placed = hoursBefore(now, order.daysAgo * 24)
      return [place(shop, order, placed), ...order.steps.flatMap((step) => take(order, step, hoursAfter(placed, step.afterHours)))]
    }),
    ...stockMoves.map(({ at, reason, note, moves }): DemoEvent => ({
      at, kind: 'stock', reason, note, moves: moves.map(([sku, pieces]) => ({ product_id: stableId('product', sku), pieces })),
    })),
  ])
}

function place({ settings, goods, customers }: Shop, order: DemoOrder, placed: Date): DemoEvent {
  const customer = customers.get(order.customer)
  if (!customer) throw new Error(`Order ${order.name} has no customer`)
  const lines = order.cart.map(([sku, quantity]) => {
    const product = goods.get(sku)
    // the stock is always enough for the product's own minimum
    if (!product || quantity < product.min_order_quantity) throw new Error(`Order ${order.name} cannot buy ${quantity} of ${sku}`)
    return { productId: product.id, quantity, product }
  })
  const { quote: priced } = quoteWithDiscounts({ lines, settings, deliveryState: customer.address.state, choices: NO_CHOICES }, {})
  const id = stableId('order', order.name)
  const state = order.payment === 'cod' ? 'cod_pending' : 'awaiting_payment'
  return {
    at: placed,
    kind: 'placed',
    order: {
      id, user_id: stableId('customer', customer.email), full_name: customer.name, company_name: customer.company ?? null, gstin: customer.gstin ?? null, ...customer.address,
      email: customer.email, phone: customer.phone, seller_state: settings.stateCode, prices_include_gst: settings.pricesIncludeGst, payment_method: order.payment, payment_state: state,
      created_at: placed, ...amounts(priced),
    },
    items: items(id, priced, new Map(lines.map((line) => [line.productId, line.product]))),
    payment: { order_id: id, method: order.payment, state, amount: toDecimal(priced.total), reference: orderUpiReference(id), created_at: placed },
  }
}

/** One step, taken by the server as if an admin had clicked a button; an order paid by UPI is accepted once its payment is there. */
function take(order: DemoOrder, step: DemoStep, at: Date): DemoEvent[] {
  const id = stableId('order', order.name)
  const provider_reference = `UTR${BigInt(`0x${id.slice(0, 8)}`).toString().padStart(12, '4')}`
  if (step.to === 'claimed') return [{ at, kind: 'payment', payments: [{ order_id: id, state: 'awaiting_verification', provider_reference, claimed_at: at }] }]
  if (step.to === 'paid') return [{ at, kind: 'payment', payments: [{ order_id: id, state: 'paid', provider_reference: null, claimed_at: null }] }]
  // a cancellation without a reason is the customer's own
  const by = step.to === 'cancelled' && !step.reason ? stableId('customer', order.customer) : null
  const taken: DemoEvent = {
    at, kind: 'step', steps: [{ id, status: step.to, courier: step.courier ?? null, tracking_number: step.tracking ?? null, cancel_reason: step.reason ?? null, cancelled_by: by }],
  }
  if (step.to !== 'processing' || order.payment !== 'upi') return [taken]
  return [{ at, kind: 'payment', payments: [{ order_id: id, state: 'paid', provider_reference, claimed_at: null }] }, taken]
}

const amounts = (priced: Quote): Record<string, unknown> => ({
  place_of_supply: priced.placeOfSupply, goods_total: toDecimal(priced.goodsTotal), discount_total: toDecimal(priced.discount), subtotal_base: toDecimal(priced.subtotalBase),
  total_gst: toDecimal(priced.totalGst), cgst: toDecimal(priced.cgst), sgst: toDecimal(priced.sgst), igst: toDecimal(priced.igst),
  charges: freezeCharges(priced.charges), total_amount: toDecimal(priced.total),
})

const items = (orderId: string, priced: Quote, products: ReadonlyMap<string, StockedProduct>): Record<string, unknown>[] =>
  priced.lines.map((line) => {
    const product = products.get(line.productId)
    if (!product) throw new Error(`The quote has a line the cart has not: ${line.productId}`)
    return {
      order_id: orderId, product_id: line.productId, product_name: product.name, sku: product.sku, hsn: product.hsn, unit: product.unit, image_url: product.image_url, quantity: line.quantity,
      unit_price: toDecimal(line.unitPrice), discount: toDecimal(line.discount), taxable: toDecimal(line.taxable), rate: line.rate, cgst: toDecimal(line.cgst), sgst: toDecimal(line.sgst),
      igst: toDecimal(line.igst), total: toDecimal(line.paid),
    }
  })

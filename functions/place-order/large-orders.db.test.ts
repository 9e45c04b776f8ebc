/** Orders with the maximum number of lines, from a cart and entered by staff, through everything that follows an order. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import { createDatabase } from '#server/testing/database.ts'
import { generatePdf } from '../generate-pdf/generate-pdf.ts'
import { createManualOrder } from '../manual-order/create-manual-order.ts'
import { quoteManualOrder } from '../manual-order/quote-manual-order.ts'
import { address, admin, call, meena, openManualOrders, rows, shop, telephone } from '../testing/manual-orders.ts'
import type { Person } from '../testing/shop.ts'
import { placeOrder } from './place-order.ts'

openManualOrders(() => createDatabase('shop'))

const shipping = { ...address, email: 'meena@glow.example' }
const TIERS = '[{"min_quantity":3,"discount_percent":10}]'

/** Creates this many products of ₹100, with a tier. */
async function products(count: number): Promise<string[]> {
  const made = await shop.sql<{ id: string }>(
    `insert into public.products (sku, name, price, hsn, stock, pricing_tiers)
     select left(gen_random_uuid()::text, 13) || n, 'Kumkum Matte Lipstick, long-wearing, shade ' || n, 100, '33049910', 100, $2::jsonb from generate_series(1, $1) n returning id`,
    [count, TIERS],
  )
  return made.map(({ id }) => id)
}
const cartOf = async ({ id }: Person) => shop.sql('select product_id from public.cart_items where user_id = $1', [id])
/** Pays by UPI, because cash on delivery has a limit of its own. */
const place = (person: Person, body: Record<string, unknown>) =>
  call(placeOrder, person, { idempotency_key: randomUUID(), shipping, payment_method: 'upi', ...body })

describe(`${MOST_ORDER_LINES} lines`, () => {
  test('are ordered from a cart completely, and their proforma is rendered', async () => {
    const ids = await products(MOST_ORDER_LINES)
    const buyer = await shop.person()
    await shop.fillCart(buyer, Object.fromEntries(ids.map((id) => [id, 3])))
    const answer = await place(buyer, { expected_total: MOST_ORDER_LINES * 270, expected_lines: ids.map((product_id) => ({ product_id, unit_price: 90 })) })
    expect(answer).toMatchObject({ status: 200, body: { order: { total_amount: MOST_ORDER_LINES * 270 } } })
    const orderId = answer.body.order?.id
    expect(await rows('select count(*)::integer, sum(total)::float from public.order_items where order_id = $1', orderId)).toEqual([
      { count: MOST_ORDER_LINES, sum: MOST_ORDER_LINES * 270 },
    ])
    expect(await rows('select count(*)::integer, sum(quantity)::integer from public.stock_movements where order_id = $1', orderId)).toEqual([
      { count: MOST_ORDER_LINES, sum: MOST_ORDER_LINES * -3 },
    ])
    expect(await cartOf(buyer)).toEqual([])
    const request = new Request('http://shop.example/', { method: 'POST', body: JSON.stringify({ type: 'download', orderId, documentType: 'invoice' }) })
    const rendered = await generatePdf(request, shop.context(buyer))
    expect([rendered.status, Buffer.from(await rendered.text(), 'base64').toString('latin1', 0, 5)]).toEqual([200, '%PDF-'])
  })

  test('are refused by name when the price of each has changed', async () => {
    const ids = await products(MOST_ORDER_LINES)
    const buyer = await shop.person()
    await shop.fillCart(buyer, Object.fromEntries(ids.map((id) => [id, 1])))
    const answer = await place(buyer, { expected_total: 1, expected_lines: ids.map((product_id) => ({ product_id, unit_price: 1_234_567.89 })) })
    expect(answer).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED' } })
    expect(answer.body.lines).toHaveLength(MOST_ORDER_LINES)
    expect(await cartOf(buyer)).toHaveLength(MOST_ORDER_LINES)
  })

  test('are entered as a manual order and handed over, each at an agreed price with the longest reason', async () => {
    const ids = await products(MOST_ORDER_LINES)
    const lines = ids.map((product_id) => ({ product_id, quantity: 2, unit_price: 95, reason: 'पुराना ग्राहक, '.repeat(20).slice(0, 200), below_minimum: true }))
    const body = telephone(lines, { delivery: 'collected', payment: { method: 'cash' }, hand_over: true })
    expect((await call(quoteManualOrder, admin, body)).body.totals).toMatchObject({ total_amount: MOST_ORDER_LINES * 190 })
    const made = await call(createManualOrder, admin, {
      ...body,
      expected_total: MOST_ORDER_LINES * 190,
      expected_lines: ids.map((product_id) => ({ product_id, unit_price: 95 })),
    })
    expect(made).toMatchObject({ status: 200, body: { order: { status: 'delivered' } } })
    const orderId = made.body.order?.id
    expect(await rows('select count(*)::integer from public.order_overrides where order_id = $1', orderId)).toEqual([{ count: MOST_ORDER_LINES }])
    expect(await rows("select jsonb_array_length(content -> 'items') as items from public.documents where order_id = $1", orderId)).toEqual([
      { items: MOST_ORDER_LINES },
    ])
  })

  test('and one more are refused by their number', async () => {
    const ids = Array.from({ length: MOST_ORDER_LINES + 1 }, () => randomUUID())
    const lines = ids.map((product_id) => ({ product_id, quantity: 1 }))
    expect(await call(createManualOrder, admin, telephone(lines, { expected_total: 1 }))).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { lines: 'An order has at most 1,000 lines' } },
    })
    const expected_lines = ids.map((product_id) => ({ product_id, unit_price: 1 }))
    expect(await place(meena, { expected_lines })).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { expected_lines: 'An order has at most 1,000 lines' } },
    })
  })
})

describe('a body larger than the maximum number of lines needs', () => {
  const long = (bytes: number) => ({ idempotency_key: randomUUID(), note: 'x'.repeat(bytes) })

  test('is refused as too large, with and without a declared length', async () => {
    expect(await call(placeOrder, meena, long(256 * 1024))).toEqual({ status: 413, body: { code: 'TOO_LARGE' } })
    expect(await call(createManualOrder, admin, long(1024 * 1024))).toEqual({ status: 413, body: { code: 'TOO_LARGE' } })
    expect(await call(quoteManualOrder, admin, long(1024 * 1024))).toEqual({ status: 413, body: { code: 'TOO_LARGE' } })
    expect((await call(placeOrder, meena, long(255 * 1024))).status).toBe(400)
    // No declared length, and three bytes per character: the limit counts bytes, and reading stops at the first byte beyond it.
    let read = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1
        controller.enqueue(new TextEncoder().encode('क'.repeat(8 * 1024)))
      },
    })
    const request = new Request('http://shop.example/', { method: 'POST', body: endless, duplex: 'half' } as RequestInit)
    expect((await placeOrder(request, shop.context(meena))).status).toBe(413)
    expect(read).toBeLessThan(16)
  })
})

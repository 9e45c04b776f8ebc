/** The full demo: a year of trade by the shop's own rules. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toPaise } from '#domain/money/money.ts'
import { quoteWithDiscounts } from '#domain/quote/discounted-quote.ts'
import type { QuotedProduct } from '#domain/quote/quote.ts'
import { readSettings } from '#domain/shop/settings.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { createDatabase } from '#server/testing/database.ts'
import type { TestDatabase } from '#server/testing/database.ts'
import { loadDemo } from './load.ts'
import type { DemoSummary } from './load.ts'
import { productsOf } from './products/products.ts'

let database: TestDatabase
let client: Client
let summary: DemoSummary
const rows = async (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> => (await client.query<Record<string, unknown>>(text, values)).rows

beforeAll(async () => {
  database = await createDatabase('shop')
  client = new Client({ connectionString: database.url })
  await client.connect()
  summary = await loadDemo({ size: 'full', query: rows, putObject: async () => undefined, hashPassword: async (password) => `hash of ${password}` })
}, 120_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('the full demo', () => {
  it('has a year of orders from some sixty customers, with more at its end than at its beginning', async () => {
    const [found] = await rows(`select count(*)::int as orders, count(distinct user_id)::int as buyers, count(distinct state)::int as states, count(gstin)::int as registered,
      count(*) filter (where created_at > now() - interval '120 days')::int as last, count(*) filter (where created_at < now() - interval '240 days')::int as first,
      (max(created_at) - min(created_at) between interval '340 days' and interval '370 days') as year from public.orders`)
    expect(found?.['orders']).toBe(summary.orders)
    expect(found?.['orders']).toBeGreaterThan(480)
    expect(found?.['orders']).toBeLessThan(750)
    expect(found?.['buyers']).toBeGreaterThanOrEqual(58)
    expect(found?.['states']).toBeGreaterThan(20)
    expect(found?.['registered']).toBeGreaterThan(200)
    expect(found?.['year']).toBe(true)
    expect(Number(found?.['last'])).toBeGreaterThan(Number(found?.['first']) * 1.3)
  })

  it('ends with the stock of its data, movements that explain every piece, and losses among them', async () => {
    const said = new Map(productsOf('full').map(({ sku, stock }) => [sku, stock]))
    const goods = await rows('select sku, stock from public.products')
    expect(goods.filter(({ sku, stock }) => said.get(String(sku)) !== stock)).toEqual([])
    expect(await rows('select * from private.check_stock_sums()')).toEqual([])
    const reasons = await rows('select distinct reason from public.stock_movements order by 1')
    expect(reasons.map(({ reason }) => reason)).toEqual(['cancellation', 'damaged', 'initial', 'order', 'purchase', 'return'])
    expect(await rows("select id from public.stock_movements where reason in ('purchase', 'damaged') and note is null")).toEqual([])
  })

  it('never has less than nothing in stock, and sells and receives nothing before it was added', async () => {
    expect(await rows(`select m.id from (select id, sum(quantity) over (partition by product_id order by id) as stock from public.stock_movements) m where m.stock < 0`)).toEqual([])
    expect(await rows('select m.id from public.stock_movements m join public.products p on p.id = m.product_id where m.created_at < p.created_at')).toEqual([])
    expect(await rows('select p.sku from public.order_items i join public.orders o on o.id = i.order_id join public.products p on p.id = i.product_id where p.created_at >= o.created_at')).toEqual([])
  })

  it('charges what the quote says, line by line', async () => {
    const settings = readSettings((await rows('select * from public.settings'))[0] ?? {})
    const goods = new Map((await rows('select *, id as product_id from public.products')).map((product) => [String(product['id']), product as unknown as QuotedProduct]))
    const orders = await rows(`select o.*, (select json_agg(i) from public.order_items i where i.order_id = o.id) as items from public.orders o`)
    for (const order of orders) {
      const items = order['items'] as { product_id: string; quantity: number; total: number }[]
      const lines = items.map(({ product_id, quantity }) => ({ productId: product_id, quantity, product: goods.get(product_id) as QuotedProduct }))
      const { quote } = quoteWithDiscounts({ lines, settings, deliveryState: String(order['state']), choices: NO_CHOICES }, {})
      expect([order['id'], toPaise(String(order['total_amount']))]).toEqual([order['id'], quote.total])
      expect(quote.lines.map(({ productId, paid }) => [productId, paid])).toEqual(items.map(({ product_id, total }) => [product_id, toPaise(total)]))
    }
  })

  it('numbers its documents by date, without a gap in a year, and has credit notes for what was refused or cancelled', async () => {
    const documents = await rows('select kind, serial, issued_at from public.documents order by issued_at, serial')
    const last = new Map<string, number>()
    for (const { serial } of documents) {
      const [prefix = '', year = '', number] = String(serial).split('/')
      expect([serial, Number(number)]).toEqual([serial, (last.get(`${prefix}/${year}`) ?? 0) + 1])
      last.set(`${prefix}/${year}`, Number(number))
    }
    expect(documents.filter(({ kind }) => kind === 'credit_note').length).toBeGreaterThanOrEqual(2)
    expect(await rows('select * from private.check_documents()')).toEqual([])
    expect(await rows("select d.id from public.documents d join public.orders o on o.id = d.order_id where (d.content #>> '{order,created_at}')::timestamptz <> o.created_at")).toEqual([])
  })

  it('has its history in order and in the past, with a notification for each step, and open orders at the end', async () => {
    expect(await rows(`select o.id from public.orders o where (select count(*) from public.order_status_history h where h.order_id = o.id) <> (select count(*) from public.notifications n where n.order_id = o.id)
      or not exists (select from public.order_status_history h where h.order_id = o.id and h.status = o.status)
      or exists (select from public.order_status_history h where h.order_id = o.id and (h.created_at < o.created_at or h.created_at > now()))`)).toEqual([])
    expect(await rows(`select h.id from public.order_status_history h join public.order_status_history later on later.order_id = h.order_id
      and array_position(array['pending', 'processing', 'shipped', 'delivered'], h.status) < array_position(array['pending', 'processing', 'shipped', 'delivered'], later.status)
      where h.created_at >= later.created_at`)).toEqual([])
    const open = await rows("select distinct status from public.orders where created_at > now() - interval '10 days' order by 1")
    expect(open.map(({ status }) => status)).toEqual(expect.arrayContaining(['delivered', 'pending', 'processing', 'shipped']))
    // couriers pay once a week, a week after the delivery
    expect(await rows(`select o.id from public.orders o where o.status = 'delivered' and o.payment_state <> 'paid'
      and (o.payment_state <> 'cod_pending' or not exists (select from public.shipments s where s.order_id = o.id and s.delivered_at > now() - interval '15 days'))`)).toEqual([])
    expect(await rows("select id from public.orders where courier is null and status in ('shipped', 'delivered')")).toEqual([])
    expect(await rows("select id from public.orders where payment_state = 'refund_due'")).toEqual([])
  })

  it('has customers who joined before they ordered and cannot sign in unless their password is printed', async () => {
    expect(await rows('select o.id from public.orders o join public.profiles p on p.id = o.user_id where p.created_at >= o.created_at')).toEqual([])
    expect(await rows('select count(*)::int as n from auth.users where encrypted_password is not null')).toEqual([{ n: summary.customers.length }])
    expect(await rows(`select f.user_id from public.customer_figures f cross join lateral (
        select count(*) filter (where private.is_sale(o.status, o.payment_state)) as orders, coalesce(sum(o.total_amount) filter (where private.is_sale(o.status, o.payment_state)), 0) as spent,
          max(o.created_at) as last_order_at from public.orders o where o.user_id = f.user_id) t
      where (f.orders, f.spent, f.last_order_at) is distinct from (t.orders, t.spent, t.last_order_at)`)).toEqual([])
  })

  it('ranks its products by what was sold', async () => {
    expect(await rows('select sku from public.products where popularity <> units_sold')).toEqual([])
    expect(await rows(`select p.sku from public.products p where units_sold <> (select coalesce(sum(i.quantity), 0) from public.order_items i join public.orders o on o.id = i.order_id
      where i.product_id = p.id and o.status <> 'cancelled')`)).toEqual([])
  })

  it('notes all of it as the demo’s, and sends no mail', async () => {
    expect(await rows("select o.id from public.orders o where not exists (select from private.demo_rows d where d.kind = 'order' and d.id = o.id::text)")).toEqual([])
    expect(await rows("select u.id from auth.users u where not exists (select from private.demo_rows d where d.kind = 'customer' and d.id = u.id::text)")).toEqual([])
    expect(await rows('select * from private.mails')).toEqual([])
  })
})

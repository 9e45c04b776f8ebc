/** What a shop lives on, over HTTP at one of its processes: visits, search, a quote, an order with its documents and mails, a changed price. */
import { createClient } from '@supabase/supabase-js'
import { expect, vi } from 'vitest'
import type { Database } from '#supabase/database.ts'
import { addToCart, placeOrder, shipping, type Customer, type ShopClient } from '../../../e2e/support/customers.ts'
import { mailsTo } from '../../../e2e/support/outbox.ts'
import { pdfText } from '../../../e2e/support/pdf.ts'
import { slugOf } from '../../../e2e/support/products.ts'
import type { RunningShop } from '../../../e2e/support/shop-process.ts'

export type People = { buyer: Customer; staff: Customer }
export type Goods = { id: string; name: string; price: number }
/** `total` in rupees; `invoice`: the PDF as base64. */
export type Sold = { id: string; total: number; serial: string; invoice: string }

const PATIENCE = { timeout: 20_000, interval: 100 }
const paise = (rupees: number): number => Math.round(rupees * 100)
export const rupeesIn = (amount: number): string => amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })
export const addressOf = ({ id, name }: Goods): string => `/products/${slugOf(name)}/${id}`

/** The same people, with the session that they have, at another process. */
export async function peopleAt(shop: RunningShop, people: People): Promise<People> {
  const at = async (person: Customer): Promise<Customer> => {
    const { data } = await person.client.auth.getSession()
    const client = createClient<Database>(shop.url, shop.keys.publishable_key, { auth: { persistSession: false, autoRefreshToken: false } })
    const { access_token = '', refresh_token = '' } = data.session ?? {}
    const { error } = await client.auth.setSession({ access_token, refresh_token })
    if (error) throw error
    return { ...person, client }
  }
  return { buyer: await at(people.buyer), staff: await at(people.staff) }
}

export async function visit({ url }: RunningShop, address: string): Promise<string> {
  const answer = await fetch(url + address)
  const text = await answer.text()
  expect(answer.status, `${address}: ${text.slice(0, 300)}`).toBe(200)
  return text
}

/** Pages and reads of a visitor. */
export async function expectVisits(shop: RunningShop, { buyer }: People, goods: Goods): Promise<void> {
  for (const address of ['/', '/categories', '/sitemap.xml', '/sitemap-products.xml', '/products?sort=popular&page=2']) await visit(shop, address)
  expect(await visit(shop, `/products?q=${encodeURIComponent(goods.name)}`)).toContain(goods.name)
  expect(await visit(shop, addressOf(goods))).toContain(rupeesIn(goods.price))
  const words = goods.name.toLowerCase().split(' ')
  const suggested = await buyer.client.rpc('suggest_products', { p_tokens: words.map((word) => `"${word}"`), p_limit: 5 }, { get: true }).throwOnError()
  expect(suggested.data.map(({ id }) => id)).toContain(goods.id)
  const facets = await buyer.client.rpc('product_facets', { p_query: goods.name, p_grouped: true }, { get: true }).throwOnError()
  expect(facets.data).toMatchObject({ total: 1 })
}

async function stockOf({ client }: Customer, { id }: Goods): Promise<number> {
  const { data } = await client.from('products').select('stock').eq('id', id).single().throwOnError()
  return data.stock
}

/** What the customer hears by realtime, from now on. */
async function hear({ id, client }: Customer): Promise<unknown[]> {
  const heard: unknown[] = []
  await new Promise<void>((resolve) => {
    client
      .channel('notifications')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notifications', filter: `user_id=eq.${id}` }, (change) => heard.push(change.new))
      .on('system', {}, ({ status }: { status: string }) => (status === 'ok' ? resolve() : undefined))
      .subscribe()
  })
  return heard
}

async function quote({ client }: Customer, goods: Goods, quantity: number): Promise<number> {
  const { state, pincode } = shipping
  const body = { buyer: { state, pincode }, lines: [{ product_id: goods.id, quantity }], delivery: 'rule', payment_method: 'cod' }
  const { data, error } = await client.functions.invoke<{ totals: { goods: number; total_amount: number } }>('quote-manual-order', { body })
  if (error || !data) throw error ?? new Error('no quote')
  expect(paise(data.totals.goods)).toBe(paise(goods.price) * quantity)
  return data.totals.total_amount
}

export async function invoiceOf(client: ShopClient, orderId: string): Promise<string> {
  const { data, error } = await client.functions.invoke<string>('generate-pdf', { body: { type: 'download', orderId, documentType: 'invoice' } })
  if (error || !data) throw error ?? new Error('no invoice')
  return data.replace(/^data:.*?,/, '')
}

/** Of one order, from all processes: each step is mailed once, by whichever process takes it. */
export async function subjectsOf(outboxes: readonly string[], { email }: Customer, order: string): Promise<string[]> {
  const mails = (await Promise.all(outboxes.map((outbox) => mailsTo(outbox, email)))).flat()
  return mails.flatMap(({ subject = '' }) => (subject.includes(order.slice(0, 8)) ? [subject] : [])).sort()
}

const STEPS = ['accepted', 'delivered', 'on its way', 'received']

/** Quotes, orders, accepts, invoices, ships, delivers and books one order, at one process. */
export async function sell({ buyer, staff }: People, goods: Goods, quantity: number, outboxes: readonly string[]): Promise<Sold> {
  const before = await stockOf(buyer, goods)
  const sales = await salesOfToday({ buyer, staff })
  const quoted = await quote(staff, goods, quantity)
  await addToCart(buyer, goods.id, quantity)
  const placed = await placeOrder(buyer)
  expect(placed, JSON.stringify(placed)).toMatchObject({ status: 200, body: { order: { status: 'pending', total_amount: quoted } } })
  const id = placed.body.order?.id ?? ''
  expect(await stockOf(buyer, goods)).toBe(before - quantity)

  const heard = await hear(buyer)
  const step = (change: Database['public']['Tables']['orders']['Update']) => staff.client.from('orders').update(change).eq('id', id).throwOnError()
  await step({ status: 'processing' })
  await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ order_id: id, type: 'order_update' })), PATIENCE)
  await buyer.client.removeAllChannels()

  const { data: document } = await staff.client.from('documents').select('serial').eq('order_id', id).eq('kind', 'invoice').single().throwOnError()
  const invoice = await invoiceOf(buyer.client, id)
  const text = pdfText(Buffer.from(invoice, 'base64'))
  expect(text).toContain(document.serial)
  expect(text).toContain(rupeesIn(quoted))

  await step({ status: 'shipped', courier: 'DTDC', tracking_number: 'D1' })
  await step({ status: 'delivered' })
  const { data: order } = await staff.client.from('orders').select('version').eq('id', id).single().throwOnError()
  await staff.client.rpc('record_payment', { p_order: id, p_version: order.version, p_method: 'cash' }).throwOnError()
  await vi.waitFor(async () => {
    const subjects = await subjectsOf(outboxes, buyer, id)
    for (const one of STEPS)
      expect(
        subjects.filter((subject) => subject.includes(one)),
        subjects.join(' | '),
      ).toHaveLength(1)
  }, PATIENCE)
  expect(await salesOfToday({ buyer, staff })).toMatchObject({ orders: sales.orders + 1, amount: sales.amount + quoted })
  return { id, total: quoted, serial: document.serial, invoice }
}

/** The order as staff see it. */
export async function expectDelivered({ staff }: People, { id, total }: Sold): Promise<void> {
  const order = await staff.client.from('orders').select('status, payment_state, total_amount').eq('id', id).single().throwOnError()
  expect(order.data).toEqual({ status: 'delivered', payment_state: 'paid', total_amount: total })
  const timeline = await staff.client.rpc('order_timeline', { p_order: id }).throwOnError()
  expect(JSON.stringify(timeline.data)).toContain('delivered')
}

/** Orders and rupees of today on the dashboard. */
export async function salesOfToday({ staff }: People): Promise<{ orders: number; amount: number }> {
  const { data } = await staff.client.rpc('admin_dashboard', {}, { get: true }).throwOnError()
  if (!data.sales) throw new Error('staff see no sales')
  return data.sales.today
}

/** A new price, set at the process that these people use, is on the pages of all `shops`. */
export async function expectNewPrice(shops: readonly RunningShop[], { staff }: People, goods: Goods, price: number): Promise<Goods> {
  for (const shop of shops) expect(await visit(shop, addressOf(goods))).toContain(rupeesIn(goods.price))
  await staff.client.from('products').update({ price }).eq('id', goods.id).throwOnError()
  for (const shop of shops) {
    await vi.waitFor(async () => {
      expect(await visit(shop, addressOf(goods))).toContain(rupeesIn(price))
      expect(await visit(shop, `/products?q=${encodeURIComponent(goods.name)}`)).toContain(rupeesIn(price))
    }, PATIENCE)
  }
  return { ...goods, price }
}

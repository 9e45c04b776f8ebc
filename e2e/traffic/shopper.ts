/** One customer: looks around, signs in, buys twice, and looks at the orders. */
import { randomUUID } from 'node:crypto'
import { addToCart, newCustomer, placeOrder, serviceClient } from '../support/customers.ts'
import type { RunningShop } from '../support/shop-process.ts'

/** A fixed number of addresses, so that caches are as full after the warm-up as at the end. */
const WORDS = ['lip', 'cream', 'kajal', 'hair', 'nail', 'soap', 'oil', 'gel', 'face', 'rose']
const PLACES = [
  '/',
  '/products',
  '/about',
  '/categories',
  ...WORDS.map((word) => `/products?q=${word}`),
  ...WORDS.map((_, at) => `/products?min=${at}&max=${500 + at}`),
]

export type Goods = { id: string; path: string }

/** Products that never run out. */
export async function makeGoods({ keys }: RunningShop): Promise<Goods[]> {
  const rows = Array.from({ length: 20 }, (_, n) => ({
    sku: `TRAFFIC-${n}`,
    name: `Traffic cream ${n}`,
    price: 99 + n,
    mrp: 200,
    stock: 10_000_000,
    gst_percent: 18,
    hsn: '3304',
    status: 'active' as const,
  }))
  const { data, error } = await serviceClient(keys).from('products').insert(rows).select('id')
  if (error) throw error
  return data.map(({ id }) => ({ id, path: `/products/x/${id}` }))
}

async function open(shop: RunningShop, path: string): Promise<void> {
  const answer = await fetch(shop.url + path, { headers: { 'accept-encoding': 'br' } })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  await answer.arrayBuffer()
}

/** @param n the number of the visit, so that each takes other addresses and goods */
export async function shopOnce(shop: RunningShop, goods: readonly Goods[], n: number): Promise<void> {
  const chosen = goods[n % goods.length]
  if (!chosen) throw new Error('there are no goods')
  for (let step = 0; step < 6; step += 1) await open(shop, PLACES[(n * 6 + step) % PLACES.length] ?? '/')
  await open(shop, chosen.path)
  const customer = await newCustomer(shop.keys)
  for (let order = 0; order < 2; order += 1) {
    await addToCart(customer, chosen.id, 1 + order)
    const placed = await placeOrder(customer, randomUUID())
    if (placed.status !== 200) throw new Error(`an order was answered with ${placed.status}: ${placed.body.code}`)
  }
  const found = await customer.client
    .from('products')
    .select('id, name, price')
    .ilike('name', `%${WORDS[n % WORDS.length]}%`)
    .limit(20)
  const own = await customer.client.from('orders').select('*, order_items(*)')
  if (found.error || own.error) throw found.error ?? own.error
  if (own.data.length !== 2) throw new Error(`a customer sees ${own.data.length} orders`)
  await customer.client.auth.signOut()
}

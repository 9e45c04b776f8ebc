import { expect, test } from 'vitest'
import { planBuyAgain } from './buy-again.ts'

const product = (id: string, more: object = {}) => ({
  id,
  name: id,
  sku: id,
  hsn: null,
  tier_group: null as string | null,
  unit: 'NOS',
  price: 100,
  retail_price: null,
  mrp: null,
  gst_percent: 18,
  stock: 50,
  min_order_quantity: 1,
  pricing_tiers: [
    {
      min_quantity: 10,
      discount_percent: 10,
    },
  ],
  ...more,
})
const bought = (quantity: number, unit_price: number, of: ReturnType<typeof product>) => ({ quantity, unit_price, product: of })
const plan = (lines: ReturnType<typeof bought>[], inCart: [id: string, quantity: number, group?: string][] = []) =>
  planBuyAgain(
    lines,
    inCart.map(([product_id, quantity, tier_group = null]) => ({ product_id, quantity, product: { tier_group } })),
  )

test('each row adds its last quantity at the price of that quantity, and the total is their sum', () => {
  const { rows, total } = plan([bought(24, 90, product('balm')), bought(3, 100, product('soap'))])
  expect(rows.map(({ adds, now, before }) => [adds, now, before])).toEqual([
    [24, 9000, null],
    [3, 10000, null],
  ])
  expect(total).toBe(24 * 9000 + 3 * 10000)
})

test('a changed price names the one before, unless the quantity differs too', () => {
  const { rows } = plan([bought(3, 80, product('soap')), bought(30, 80, product('few', { stock: 4 }))])
  expect(rows.map(({ adds, before }) => [adds, before])).toEqual([
    [3, 8000],
    [4, null],
  ])
})

test('what is sold out or in the cart adds nothing and counts nothing', () => {
  const { rows, total } = plan([bought(3, 100, product('gone', { stock: 0 })), bought(3, 100, product('held'))], [['held', 12]])
  expect(rows.map(({ adds, inCart, now }) => [adds, inCart, now])).toEqual([
    [0, 0, 10000],
    [0, 12, 9000],
  ])
  expect(total).toBe(0)
})

test('the minimum order holds', () => {
  expect(plan([bought(2, 100, product('dozen', { min_order_quantity: 12 }))]).rows[0]?.adds).toBe(12)
})

test('products that count together: a row counts what the cart has of them, the total also what is added with it', () => {
  const shades = [
    bought(4, 100, product('ruby', { tier_group: 'lips' })),
    bought(4, 100, product('coral', { tier_group: 'lips' })),
    bought(4, 100, product('soap')),
  ]
  const alone = plan(shades, [['mauve', 2, 'lips']])
  expect(alone.rows.map(({ now }) => now)).toEqual([10000, 10000, 10000])
  expect(alone.total).toBe(8 * 9000 + 4 * 10000)
  const more = plan(shades, [['mauve', 6, 'lips']])
  expect(more.rows.map(({ now }) => now)).toEqual([9000, 9000, 10000])
  expect(more.total).toBe(8 * 9000 + 4 * 10000)
})

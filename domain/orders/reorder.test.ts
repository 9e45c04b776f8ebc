import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planReorder } from './reorder.ts'
import type { ProductNow } from './reorder.ts'

const product = (changes: Partial<ProductNow> = {}): ProductNow => ({
  id: 'kajal',
  sku: 'KAJ-1',
  name: 'Kajal',
  hsn: '3304',
  tier_group: null,
  unit: 'NOS',
  price: 149,
  retail_price: null,
  mrp: 199,
  gst_percent: 18,
  stock: 20,
  min_order_quantity: 1,
  pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }],
  status: 'active',
  ...changes,
})
const held = (id: string, quantity: number, tier_group: string | null = null) => ({ product_id: id, quantity, product: { tier_group } })
const bought = (quantity: number, unit_price = 149) => ({ product_id: 'kajal', product_name: 'Kajal', quantity, unit_price })
const plan = (now: ProductNow | null, line = bought(2), inCart = 0) => planReorder([line], new Map(now ? [[now.id, now]] : []), [held('kajal', inCart)])[0]

test('an unchanged line is added as it was', () => {
  expect(plan(product())).toEqual({ productId: 'kajal', name: 'Kajal', bought: 2, adds: 2, changes: [] })
})

test('a price that rose or fell is shown with both amounts', () => {
  expect(plan(product({ price: 160 }))?.changes).toEqual([{ kind: 'price', before: 14_900, now: 16_000 }])
})

test('the price is that of the tier that the cart reaches', () => {
  expect(plan(product(), bought(2), 4)?.changes).toEqual([{ kind: 'price', before: 14_900, now: 13_112 }])
})

test('a higher minimum raises the quantity; the quantity in the cart counts towards it', () => {
  expect(plan(product({ min_order_quantity: 5 }))).toMatchObject({ adds: 5, changes: [{ kind: 'minimum', minimum: 5 }] })
  expect(plan(product({ min_order_quantity: 5 }), bought(2), 3)).toMatchObject({ adds: 2, changes: [] })
})

test('low stock limits the quantity to what is left, which is zero if the cart already has it all', () => {
  expect(plan(product({ stock: 1, pricing_tiers: null }))).toMatchObject({ adds: 1, changes: [{ kind: 'stock', left: 1, inCart: 0 }] })
  expect(plan(product({ stock: 3 }), bought(2), 3)).toMatchObject({ adds: 0, changes: [{ kind: 'stock', left: 3, inCart: 3 }] })
})

test.each([
  ['sold out', product({ stock: 0 }), 'sold-out'],
  ['a draft again', product({ status: 'draft' }), 'gone'],
  ['deleted', null, 'gone'],
])('a product that is %s is listed and not added', (_, now, kind) => {
  expect(plan(now)).toMatchObject({ name: 'Kajal', adds: 0, changes: [{ kind }] })
})

test('two lines of one product are combined', () => {
  expect(planReorder([bought(2), bought(3)], new Map([['kajal', product()]]), [])).toMatchObject([{ bought: 5, adds: 5 }])
})

test('every line is reported, and none is added that the cart would refuse', () => {
  const some = fc.record({
    quantity: fc.integer({ min: 1, max: 50 }),
    stock: fc.integer({ min: -1, max: 40 }),
    minimum: fc.integer({ min: 1, max: 12 }),
    held: fc.integer({ min: 0, max: 30 }),
  })
  fc.assert(
    fc.property(some, ({ quantity, stock, minimum, held }) => {
      const line = plan(product({ stock, min_order_quantity: minimum }), bought(quantity), held)
      if (!line) throw new Error('a line was dropped')
      if (line.adds !== quantity) expect(line.changes.some(({ kind }) => kind !== 'price')).toBe(true)
      if (line.adds === 0) return
      expect(held + line.adds).toBeLessThanOrEqual(stock)
      expect(held + line.adds).toBeGreaterThanOrEqual(Math.min(minimum, stock))
    }),
  )
})

test('shades that count together have the price of what the cart then holds of them', () => {
  const shades = ['ruby', 'coral'].map((id) => product({ id, tier_group: 'lips' }))
  const lines = shades.map(({ id }) => ({ ...bought(2, 131.12), product_id: id }))
  const changes = (cart: ReturnType<typeof held>[]) => planReorder(lines, new Map(shades.map((shade) => [shade.id, shade])), cart).map((line) => line.changes)
  expect(changes([held('mauve', 2, 'lips')])).toEqual([[], []])
  expect(changes([held('mauve', 1, 'lips')])).toEqual(Array.from({ length: 2 }, () => [{ kind: 'price', before: 13_112, now: 14_900 }]))
})

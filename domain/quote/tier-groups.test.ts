/** Products of one family whose quantities count together for the bulk price (docs/rules.md#families). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumOf } from '../money/money.ts'
import { unitPrice } from '../prices/price-tiers.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { quote } from './testing/plain-quote.ts'
import type { QuotedLine, QuotedProduct } from './quote.ts'

const lipstick: QuotedProduct = {
  name: 'Lipstick',
  sku: 'L',
  hsn: '3304',
  unit: 'NOS',
  gst_percent: 18,
  price: 100,
  retail_price: null,
  mrp: null,
  pricing_tiers: [
    { min_quantity: 6, discount_percent: 10 },
    { min_quantity: 24, discount_percent: 20 },
  ],
  tier_group: null,
  min_order_quantity: 1,
  stock: 1000,
}
const line = (productId: string, quantity: number, product: Partial<QuotedProduct> = {}, agreedPrice: number | null = null): QuotedLine => ({
  productId,
  quantity,
  product: { ...lipstick, ...product },
  agreedPrice,
})
const priced = (lines: QuotedLine[]) => quote({ lines, settings: DEFAULT_SETTINGS, deliveryState: null })

const lines = fc.array(
  fc.record({
    productId: fc.uuid(),
    quantity: fc.integer({ min: 1, max: 30 }),
    product: fc
      .record({ price: fc.integer({ min: 1, max: 500 }), tier_group: fc.constantFrom(null, 'matte', 'gloss') })
      .map((some) => ({ ...lipstick, ...some })),
    agreedPrice: fc.option(fc.integer({ min: 1, max: 9000 }), { freq: 4 }),
  }),
  { maxLength: 10 },
)

test('the tier of a line is that of all units of its group; a line with an agreed price counts for no other', () => {
  fc.assert(
    fc.property(lines, (some) => {
      for (const [place, { product, quantity, unitPrice: unit, tierQuantity }] of priced(some).lines.map((one, at) => [at, { ...one, ...some[at] }] as const)) {
        const agreed = some[place]?.agreedPrice ?? null
        const group = product?.tier_group ?? null
        const others = group === null ? [] : some.filter((one, at) => at !== place && one.product.tier_group === group && one.agreedPrice === null)
        expect(tierQuantity).toBe((quantity ?? 0) + sumOf(others, (one) => one.quantity))
        expect(unit).toBe(agreed ?? unitPrice({ ...lipstick, ...product }, tierQuantity))
      }
    }),
  )
})

test('shades of one price cost together what as many of one shade cost', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }), (quantities) => {
      const shades = quantities.map((quantity, at) => line(`shade-${at}`, quantity, { tier_group: 'matte' }))
      const one = line(
        'one',
        sumOf(quantities, (quantity) => quantity),
      )
      expect(priced(shades).total).toBe(priced([one]).total)
    }),
  )
})

test('counting together never makes goods more expensive, and the order of the lines does not matter', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const alone = some.map((one) => ({ ...one, product: { ...one.product, tier_group: null } }))
      expect(priced(some).goodsTotal).toBeLessThanOrEqual(priced(alone).goodsTotal)
      expect(priced(some.toReversed()).goodsTotal).toBe(priced(some).goodsTotal)
    }),
  )
})

test('five units of one shade and one of another reach the step of six', () => {
  const [five, one, other] = priced([line('a', 5, { tier_group: 'm' }), line('b', 1, { tier_group: 'm' }), line('c', 5)]).lines
  expect([five?.unitPrice, one?.unitPrice, other?.unitPrice]).toEqual([9000, 9000, 10000])
})

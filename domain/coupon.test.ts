import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteWithCoupon, readCoupon } from './coupon.ts'
import type { Coupon } from './coupon.ts'
import { quote } from './quote.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const product = (price: number) => ({
  name: 'Kumkum',
  sku: 'K',
  hsn: '3304',
  unit: 'NOS',
  gst_percent: 18,
  price,
  retail_price: null,
  mrp: null,
  pricing_tiers: null,
  min_order_quantity: 1,
  stock: 1000,
})
const line = (productId: string, price: number, quantity: number) => ({ productId, quantity, product: product(price) })
const cart = (...lines: ReturnType<typeof line>[]) => ({ lines, settings: DEFAULT_SETTINGS, deliveryState: '27' })
const coupon = (changes: Partial<Coupon> = {}): Coupon => ({
  code: 'DIWALI10',
  description: null,
  kind: 'percent',
  value: 10,
  minimumGoods: 0,
  maximumDiscount: null,
  standing: 'OK',
  covers: null,
  ...changes,
})

describe('a coupon that holds', () => {
  test('takes its percent off the goods, half up', () => {
    // 3 × ₹33.35 = ₹100.05; a tenth is ₹10.005
    const { quote: priced, fault } = quoteWithCoupon(cart(line('a', 33.35, 3)), coupon())
    expect({ discount: priced.discount, goodsTotal: priced.goodsTotal, fault }).toEqual({ discount: 1001, goodsTotal: 9004, fault: null })
  })
  test('takes no more than its bound, and no more than the goods cost', () => {
    expect(quoteWithCoupon(cart(line('a', 1000, 1)), coupon({ maximumDiscount: 50_00 })).quote.discount).toBe(50_00)
    const whole = quoteWithCoupon(cart(line('a', 40, 1)), coupon({ kind: 'amount', value: 100_00 })).quote
    expect(whole).toMatchObject({ discount: 40_00, goodsTotal: 0, shippingCost: 100_00, total: 100_00 })
  })
  test('for some goods counts, and is shared by, those alone', () => {
    const { quote: priced } = quoteWithCoupon(cart(line('a', 200, 1), line('b', 300, 1), line('c', 500, 1)), coupon({ covers: new Set(['b', 'c']) }))
    expect(priced.lines.map(({ discount }) => discount)).toEqual([0, 30_00, 50_00])
  })
  test('that takes the goods below the threshold costs their delivery', () => {
    expect(quote(cart(line('a', 1500, 1))).shippingCost).toBe(0)
    expect(quoteWithCoupon(cart(line('a', 1500, 1)), coupon()).quote).toMatchObject({ shippingCost: 100_00, freeDeliveryRemaining: 150_00 })
  })
  test('for free delivery takes nothing off the goods', () => {
    const { quote: priced } = quoteWithCoupon(cart(line('a', 200, 1)), coupon({ kind: 'free_delivery', value: 0 }))
    expect(priced).toMatchObject({ discount: 0, shippingCost: 0, shippingGst: 0, freeDeliveryRemaining: 0, total: 200_00 })
  })
})

describe('a coupon that does not hold changes nothing and says why', () => {
  const plain = quote(cart(line('a', 200, 1)))
  test.each([
    ['its time', coupon({ standing: 'ENDED' }), { reason: 'ENDED', missing: 0 }],
    ['its goods', coupon({ covers: new Set(['z']) }), { reason: 'NO_GOODS', missing: 0 }],
    ['what its goods must cost', coupon({ minimumGoods: 200_01 }), { reason: 'MINIMUM', missing: 1 }],
  ])('%s', (_, refused, fault) => {
    expect(quoteWithCoupon(cart(line('a', 200, 1)), refused)).toEqual({ quote: plain, fault })
  })
  test('exactly the minimum is enough', () => {
    expect(quoteWithCoupon(cart(line('a', 200, 1)), coupon({ minimumGoods: 200_00 })).fault).toBeNull()
  })
  test('an empty cart holds none of its goods', () => {
    expect(quoteWithCoupon(cart(), coupon()).fault?.reason).toBe('NO_GOODS')
  })
})

test('whatever the cart and the coupon: shares sum to the discount, none exceeds its line, and the order of lines is irrelevant', () => {
  const lines = fc.uniqueArray(
    fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), price: fc.integer({ min: 1, max: 500_000 }), quantity: fc.integer({ min: 1, max: 40 }) }),
    { selector: ({ id }) => id, minLength: 1 },
  )
  const coupons = fc.record({
    kind: fc.constantFrom('percent' as const, 'amount' as const, 'free_delivery' as const),
    value: fc.integer({ min: 1, max: 100 }),
    maximumDiscount: fc.option(fc.integer({ min: 1, max: 100_000 })),
    covers: fc.option(fc.subarray(['a', 'b', 'c', 'd', 'e'])),
  })
  fc.assert(
    fc.property(lines, coupons, (chosen, { covers, ...changes }) => {
      const given = coupon({ ...changes, covers: covers === null ? null : new Set(covers) })
      const asked = chosen.map(({ id, price, quantity }) => line(id, price / 100, quantity))
      const { quote: priced } = quoteWithCoupon(cart(...asked), given)
      expect(priced.lines.reduce((sum, { discount }) => sum + discount, 0)).toBe(priced.discount)
      for (const { discount, lineTotal, productId } of priced.lines) {
        expect(discount).toBeLessThanOrEqual(lineTotal)
        if (given.covers && !given.covers.has(productId)) expect(discount).toBe(0)
      }
      expect(priced.total).toBe(priced.lines.reduce((sum, { paid }) => sum + paid, 0) + priced.shippingCost)
      const turned = quoteWithCoupon(cart(...asked.toReversed()), given).quote
      expect({ ...turned, lines: turned.lines.toReversed() }).toEqual(priced)
    }),
  )
})

test('a row of the database is read in paise, whether it came as numbers or as text', () => {
  const row = { code: 'FLAT50', description: null, kind: 'amount', value: '50.00', minimum_goods: 499.5, maximum_discount: null, standing: 'OK', covers: ['a'] }
  expect(readCoupon(row)).toEqual(coupon({ code: 'FLAT50', kind: 'amount', value: 50_00, minimumGoods: 499_50, covers: new Set(['a']) }))
  expect(readCoupon(null)).toBeNull()
})

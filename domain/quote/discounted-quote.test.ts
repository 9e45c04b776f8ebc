import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDiscount } from '../discounts/discount.ts'
import type { Coupon, Discount } from '../discounts/discount.ts'
import { chargesTotal } from './charges.ts'
import { quoteWithDiscounts } from './discounted-quote.ts'
import { sumOf } from '../money/money.ts'
import { quote } from './testing/plain-quote.ts'
import type { Quote } from './quote.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { NO_CHOICES } from '../orders/order-choices.ts'

const product = (price: number) => ({
  name: 'Kumkum',
  sku: 'K',
  hsn: '3304',
  tier_group: null,
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
const cart = (...lines: ReturnType<typeof line>[]) => ({ lines, settings: DEFAULT_SETTINGS, deliveryState: '27', choices: NO_CHOICES })
const coupon = (changes: Partial<Coupon> = {}): Coupon => ({
  id: 'c',
  name: 'DIWALI10',
  code: 'DIWALI10',
  description: null,
  kind: 'percent',
  value: 10,
  minimumGoods: 0,
  maximumDiscount: null,
  combines: false,
  standing: 'OK',
  covers: null,
  ...changes,
})
const offer = (id: string, changes: Partial<Discount> = {}): Discount => ({ ...coupon(), name: `Offer ${id}`, code: null, id, ...changes })
const quoteWithCoupon = (given: ReturnType<typeof cart>, coupon: Coupon) => quoteWithDiscounts(given, { coupon })
const quoteWithOffers = (given: ReturnType<typeof cart>, ...offers: Discount[]): Quote => quoteWithDiscounts(given, { offers }).quote
const namesAndAmounts = (priced: Quote) => priced.discounts.map(({ name, amount }) => [name, amount])

describe('a coupon that holds', () => {
  test('takes its percentage off the goods, rounded half up', () => {
    // 3 × ₹33.35 = ₹100.05; a tenth is ₹10.005
    const { quote: priced, couponError } = quoteWithCoupon(cart(line('a', 33.35, 3)), coupon())
    expect({ discount: priced.discount, goodsTotal: priced.goodsTotal, couponError }).toEqual({ discount: 1001, goodsTotal: 9004, couponError: null })
  })
  test('takes off at most its maximum, and at most the price of the goods', () => {
    expect(quoteWithCoupon(cart(line('a', 1000, 1)), coupon({ maximumDiscount: 50_00 })).quote.discount).toBe(50_00)
    const whole = quoteWithCoupon(cart(line('a', 40, 1)), coupon({ kind: 'amount', value: 100_00 })).quote
    expect(whole).toMatchObject({ discount: 40_00, goodsTotal: 0, charges: [{ amount: 100_00 }], total: 100_00 })
  })
  test('for some goods counts only these and is spread over them', () => {
    const { quote: priced } = quoteWithCoupon(cart(line('a', 200, 1), line('b', 300, 1), line('c', 500, 1)), coupon({ covers: new Set(['b', 'c']) }))
    expect(priced.lines.map(({ discount }) => discount)).toEqual([0, 30_00, 50_00])
  })
  test('that brings the goods below the threshold adds the delivery charge', () => {
    expect(chargesTotal(quote(cart(line('a', 1500, 1))).charges)).toBe(0)
    expect(quoteWithCoupon(cart(line('a', 1500, 1)), coupon()).quote).toMatchObject({ charges: [{ amount: 100_00 }], freeDeliveryRemaining: 150_00 })
  })
  test('is refused if it would add more delivery charge than it takes off', () => {
    expect(quoteWithCoupon(cart(line('a', 1500, 1)), coupon({ value: 1 }))).toMatchObject({ quote: { total: 1500_00 }, couponError: { reason: 'NO_GAIN' } })
  })
  test('for free delivery takes nothing off the goods', () => {
    const { quote: priced } = quoteWithCoupon(cart(line('a', 200, 1)), coupon({ kind: 'free_delivery', value: 0 }))
    expect(priced).toMatchObject({ discount: 0, charges: [{ amount: 0, gst: 0 }], freeDeliveryRemaining: 0, total: 200_00 })
  })
})

describe('a coupon that does not apply changes nothing and returns the reason', () => {
  const plain = quote(cart(line('a', 200, 1)))
  test.each([
    ['its time', coupon({ standing: 'ENDED' }), { reason: 'ENDED', missing: 0 }],
    ['its goods', coupon({ covers: new Set(['z']) }), { reason: 'NO_GOODS', missing: 0 }],
    ['what its goods must cost', coupon({ minimumGoods: 200_01 }), { reason: 'MINIMUM', missing: 1 }],
    ['that it is worth nothing here', coupon({ kind: 'amount', value: 0 }), { reason: 'NO_GAIN', missing: 0 }],
  ])('%s', (_, refused, couponError) => {
    expect(quoteWithCoupon(cart(line('a', 200, 1)), refused)).toEqual({ quote: plain, couponError })
  })
  test('exactly the minimum is enough', () => {
    expect(quoteWithCoupon(cart(line('a', 200, 1)), coupon({ minimumGoods: 200_00 })).couponError).toBeNull()
  })
  test('an empty cart has none of its goods', () => {
    expect(quoteWithCoupon(cart(), coupon()).couponError?.reason).toBe('NO_GOODS')
  })
})

test('for any cart and coupon, shares sum to the discount, none exceeds its line, and the order of lines is irrelevant', () => {
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
      expect(priced.total).toBe(priced.lines.reduce((sum, { paid }) => sum + paid, 0) + chargesTotal(priced.charges))
      const turned = quoteWithCoupon(cart(...asked.toReversed()), given).quote
      expect({ ...turned, lines: turned.lines.toReversed() }).toEqual(priced)
    }),
  )
})

describe('automatic offers', () => {
  const goods = cart(line('kajal', 100, 1), line('cream', 900, 1))

  test('each line gets at most one, in the combination that takes off most', () => {
    const all = offer('all')
    const kajal = offer('kajal', { value: 20, covers: new Set(['kajal']) })
    const priced = quoteWithOffers(goods, all, kajal)
    expect(namesAndAmounts(priced).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['Offer all', 90_00],
      ['Offer kajal', 20_00],
    ])
    expect(priced.lines.map(({ discount, offer: name }) => [discount, name])).toEqual([
      [20_00, 'Offer kajal'],
      [90_00, 'Offer all'],
    ])
    expect(quoteWithOffers(goods, all, { ...kajal, value: 5 }).discount, 'the worse one is left out').toBe(100_00)
  })

  test('a minimum counts all its goods after tiers, including those that another offer took', () => {
    const flat = offer('flat', { kind: 'amount', value: 100_00, minimumGoods: 1000_00 })
    const cream = offer('cream', { value: 50, covers: new Set(['cream']) })
    expect(namesAndAmounts(quoteWithOffers(goods, flat, cream))).toEqual(expect.arrayContaining([['Offer flat', 100_00], ['Offer cream', 450_00]])) // prettier-ignore
    expect(quoteWithOffers(goods, { ...flat, minimumGoods: 1000_01 }).discounts).toEqual([])
  })

  test('free delivery combines with all of them, and is listed only if delivery would have cost something', () => {
    const free = offer('free', { kind: 'free_delivery', value: 0, minimumGoods: 500_00 })
    const priced = quoteWithOffers(goods, free, offer('all'))
    expect(priced).toMatchObject({ discount: 100_00, charges: [{ amount: 0 }], total: 900_00 })
    expect(priced.discounts.at(-1)).toEqual({ id: 'free', name: 'Offer free', code: null, amount: 0, freeDelivery: true })
    expect(quoteWithOffers(cart(line('a', 2000, 1)), free).discounts).toEqual([])
    expect(quoteWithOffers(cart(line('a', 499.99, 1)), free)).toMatchObject({ discounts: [], charges: [{ amount: 100_00 }] })
  })

  test('an offer is left out if losing the free delivery would cost more than it takes off', () => {
    expect(quoteWithOffers(cart(line('a', 1500, 1)), offer('small', { value: 1 }))).toMatchObject({ discounts: [], total: 1500_00 })
    expect(quoteWithOffers(cart(line('a', 1500, 1)), offer('large', { value: 10 }))).toMatchObject({
      discount: 150_00,
      charges: [{ amount: 100_00 }],
      total: 1450_00,
    })
  })

  test('a coupon that combines applies to the rest after the offers; any other replaces them on its goods', () => {
    const offers = [offer('all')]
    const both = quoteWithDiscounts(goods, { offers, coupon: coupon({ value: 20, combines: true }) })
    expect([namesAndAmounts(both.quote), both.couponError]).toEqual([[['Offer all', 100_00], ['DIWALI10', 180_00]], null]) // prettier-ignore
    const instead = quoteWithDiscounts(goods, { offers, coupon: coupon({ value: 20, covers: new Set(['cream']) }) })
    expect(namesAndAmounts(instead.quote)).toEqual([['Offer all', 10_00], ['DIWALI10', 180_00]]) // prettier-ignore
    expect(instead.quote.lines.map((entry) => entry.offer)).toEqual(['Offer all', null])
    const worse = quoteWithDiscounts(goods, { offers, coupon: coupon({ value: 10 }) })
    expect(worse).toEqual({ quote: quoteWithOffers(goods, ...offers), couponError: { reason: 'NO_GAIN', missing: 0 } })
    const free = quoteWithDiscounts(goods, { offers, coupon: coupon({ kind: 'free_delivery', value: 0 }) })
    expect(namesAndAmounts(free.quote), 'free delivery combines by itself').toEqual([['Offer all', 100_00], ['DIWALI10', 0]]) // prettier-ignore
  })
})

describe('laws of offers for any cart', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const lines = fc.uniqueArray(
    fc.record({ id: fc.constantFrom(...ids), price: fc.integer({ min: 1, max: 60_000 }), quantity: fc.integer({ min: 1, max: 30 }) }),
    { selector: ({ id }) => id, minLength: 1 },
  )
  const terms = fc
    .record({
      kind: fc.constantFrom('percent' as const, 'percent' as const, 'amount' as const, 'free_delivery' as const),
      value: fc.integer({ min: 1, max: 100 }),
      maximumDiscount: fc.option(fc.integer({ min: 1, max: 50_000 })),
      minimumGoods: fc.constantFrom(0, 0, 5_000, 200_000),
      covers: fc.option(fc.subarray(ids, { minLength: 1 })),
      combines: fc.boolean(),
    })
    .map(({ covers, kind, value, ...rest }) => ({
      ...rest,
      kind,
      value: kind === 'amount' ? value * 331 : kind === 'percent' ? value : 0,
      covers: covers === null ? null : new Set(covers),
    }))
  const offers = fc.array(terms, { maxLength: 5 }).map((list) => list.map((changes, place) => offer(`o${place}`, changes)))
  const settings = fc.record({ pricesIncludeGst: fc.boolean(), forcedGstPercent: fc.constantFrom(null, 0, 5, 18) })
  const asked = (chosen: { id: string; price: number; quantity: number }[], change: object = {}) => ({
    ...cart(...chosen.map(({ id, price, quantity }) => line(id, price / 100, quantity))),
    settings: { ...DEFAULT_SETTINGS, ...change },
  })

  test('parts sum to the total, each line is between zero and its price, and only offers for it apply to it', () => {
    fc.assert(
      fc.property(lines, offers, fc.option(terms), settings, (chosen, given, code, change) => {
        const priced = quoteWithDiscounts(asked(chosen, change), { offers: given, coupon: code ? coupon(code) : null }).quote
        expect(sumOf(priced.discounts, ({ amount }) => amount)).toBe(priced.discount)
        expect(sumOf(priced.lines, ({ discount }) => discount)).toBe(priced.discount)
        expect(priced.total).toBe(sumOf(priced.lines, ({ paid }) => paid) + chargesTotal(priced.charges))
        for (const { productId, discount, lineTotal, offer: name } of priced.lines) {
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(lineTotal)
          const from = given.find((entry) => entry.name === name)
          if (name !== null) expect(from?.covers?.has(productId) ?? true).toBe(true)
        }
      }),
    )
  })

  test('the order of lines and of offers is irrelevant', () => {
    fc.assert(
      fc.property(lines, offers, fc.option(terms), (chosen, given, code) => {
        const discounts = { offers: given, coupon: code ? coupon(code) : null }
        const straight = quoteWithDiscounts(asked(chosen), discounts)
        const turned = quoteWithDiscounts(asked(chosen.toReversed()), { ...discounts, offers: given.toReversed() })
        expect({ ...turned, quote: { ...turned.quote, lines: turned.quote.lines.toReversed() } }).toEqual(straight)
      }),
    )
  })

  test('an additional offer or coupon never makes an order more expensive, and each order costs at most what it costs without discounts', () => {
    fc.assert(
      fc.property(lines, offers, terms, settings, (chosen, given, more, change) => {
        const without = quoteWithOffers(asked(chosen, change), ...given)
        expect(without.total).toBeLessThanOrEqual(quote(asked(chosen, change)).total)
        expect(quoteWithDiscounts(asked(chosen, change), { offers: given, coupon: coupon(more) }).quote.total).toBeLessThanOrEqual(without.total)
        const undelivered = { deliveryCharge: 0 }
        const goods = quoteWithOffers(asked(chosen, undelivered), ...given).goodsTotal
        expect(quoteWithOffers(asked(chosen, undelivered), ...given, offer('p', more)).goodsTotal).toBeLessThanOrEqual(goods)
      }),
    )
  })

  test('without a minimum, an additional line or unit never makes the goods cheaper', () => {
    fc.assert(
      fc.property(lines, offers, (chosen, given) => {
        const free = given.map((entry) => ({ ...entry, minimumGoods: 0 }))
        const goods = (some: typeof chosen) => quoteWithOffers(asked(some, { deliveryCharge: 0 }), ...free).goodsTotal
        expect(goods(chosen.slice(1))).toBeLessThanOrEqual(goods(chosen))
        expect(goods(chosen)).toBeLessThanOrEqual(goods(chosen.map((entry, place) => (place === 0 ? { ...entry, quantity: entry.quantity + 1 } : entry))))
      }),
    )
  })

  test('at least as much is taken off as by any single offer alone', () => {
    fc.assert(
      fc.property(lines, offers, (chosen, given) => {
        const change = { deliveryCharge: 0 }
        const { discount } = quoteWithOffers(asked(chosen, change), ...given)
        for (const entry of given) expect(discount).toBeGreaterThanOrEqual(quoteWithOffers(asked(chosen, change), entry).discount)
      }),
    )
  })
})

test('a row of the database is read in paise, from numbers or text', () => {
  const row = {
    id: 'c',
    code: 'FLAT50',
    title: null,
    description: null,
    kind: 'amount',
    value: '50.00',
    minimum_goods: 499.5,
    maximum_discount: null,
    combines: true,
    standing: 'OK',
    covers: ['a'],
  }
  const flat = { kind: 'amount', value: 50_00, minimumGoods: 499_50, combines: true, covers: new Set(['a']) } as const
  expect(readDiscount(row)).toEqual(coupon({ name: 'FLAT50', code: 'FLAT50', ...flat }))
  expect(readDiscount({ ...row, code: null, title: 'Festive kajal' })).toEqual({ ...coupon(flat), name: 'Festive kajal', code: null })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coupon, Discount } from '../discounts/discount.ts'
import { mostPaidPerUnit } from '../tax/mrp.ts'
import { chargesTotal } from '../quote/charges.ts'
import { checkBuyer, manualDiscount, missingOnInvoice, NAMED_FROM, priceCeiling, quoteManualOrder, WALK_IN } from './manual-order.ts'
import { sumOf, toPaise } from '../money/money.ts'
import { quote } from '../quote/testing/plain-quote.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { DELIVERY_CHOICES } from '../delivery/delivery.ts'
import type { DeliveryChoice } from '../delivery/delivery.ts'
import { NO_CHOICES } from './order-choices.ts'

const product = (price: number, some: Record<string, unknown> = {}) => ({
  name: 'Kumkum',
  sku: 'K',
  hsn: '3304',
  tier_group: null,
  unit: 'NOS',
  gst_percent: 18,
  price,
  retail_price: null,
  mrp: null as number | null,
  pricing_tiers: null as unknown,
  min_order_quantity: 1,
  stock: 1000,
  ...some,
})
const line = (productId: string, price: number, quantity: number, agreedPrice: number | null = null, some = {}) => ({
  productId,
  quantity,
  product: product(price, some),
  agreedPrice,
})
const order = (delivery: DeliveryChoice, ...lines: ReturnType<typeof line>[]) => ({
  lines,
  settings: DEFAULT_SETTINGS,
  deliveryState: '29',
  choices: { ...NO_CHOICES, delivery },
})
const nothing = { offers: [], coupon: null, byHand: null }
const offer: Discount = {
  id: 'o',
  name: 'Diwali',
  code: null,
  description: null,
  kind: 'percent',
  value: 10,
  minimumGoods: 0,
  maximumDiscount: null,
  combines: false,
  covers: null,
}
const coupon: Coupon = { ...offer, id: 'c', name: 'TEN', code: 'TEN', standing: 'OK' }

describe('an agreed price', () => {
  test('replaces base price and tier', () => {
    const tiers = { pricing_tiers: [{ min_quantity: 2, discount_percent: 10 }] }
    const { quote: priced } = quoteManualOrder(order('rule', line('a', 100, 5, null, tiers), line('b', 100, 5, 80_00, tiers)), nothing)
    expect(priced.lines.map(({ unitPrice, lineTotal, tier }) => [unitPrice, lineTotal, tier?.discountPercent ?? null])).toEqual([
      [90_00, 450_00, 10],
      [80_00, 400_00, null],
    ])
  })

  test('excludes offers and coupons, and does not count towards their minimum', () => {
    const lines = order('free', line('a', 100, 5), line('b', 100, 5, 80_00))
    expect(quoteManualOrder(lines, { ...nothing, offers: [offer] }).quote.lines.map(({ discount }) => discount)).toEqual([50_00, 0])
    expect(quoteManualOrder(lines, { ...nothing, coupon }).quote.lines.map(({ discount }) => discount)).toEqual([50_00, 0])
    expect(quoteManualOrder(lines, { ...nothing, coupon: { ...coupon, minimumGoods: 600_00 } }).couponError).toEqual({ reason: 'MINIMUM', missing: 100_00 })
    expect(quoteManualOrder(order('free', line('b', 100, 5, 80_00)), { ...nothing, coupon }).couponError).toEqual({ reason: 'NO_GOODS', missing: 0 })
  })

  test('never exceeds MRP with GST, and the highest price that is returned is valid', () => {
    const settings = fc.record({ pricesIncludeGst: fc.boolean(), forcedGstPercent: fc.constantFrom(null, 5, 12, 18) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 100, max: 500_000 }), settings, (agreed, mrp, terms) => {
        const goods = { mrp: mrp / 100, gst_percent: 18 }
        const rate = terms.forcedGstPercent ?? 18
        const ceiling = priceCeiling(agreed, goods, terms)
        expect(ceiling === null).toBe(mostPaidPerUnit(agreed, rate, terms) <= mrp)
        if (ceiling === null) return
        expect(mostPaidPerUnit(ceiling, rate, terms)).toBeLessThanOrEqual(mrp)
        expect(mostPaidPerUnit(ceiling + 1, rate, terms)).toBeGreaterThan(mrp)
      }),
    )
    expect(priceCeiling(1e9, { mrp: null, gst_percent: 18 }, DEFAULT_SETTINGS)).toBeNull()
  })
})

describe('a discount by hand', () => {
  test('is spread over all lines to the paisa, with any other discounts', () => {
    const lines = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 90_000 }),
        quantity: fc.integer({ min: 1, max: 60 }),
        agreed: fc.option(fc.integer({ min: 1, max: 90_000 })),
      }),
      { minLength: 1, maxLength: 8 },
    )
    const off = fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 10_000 }).map((percent) => percent / 100) }),
      fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 500_000 }) }),
    )
    fc.assert(
      fc.property(lines, off, fc.boolean(), fc.constantFrom(...DELIVERY_CHOICES), (drawn, { kind, value }, offered, delivery) => {
        const input = order(delivery, ...drawn.map(({ price, quantity, agreed }, place) => line(`p${place}`, price / 100, quantity, agreed)))
        const offers = offered ? [offer] : []
        const without = quoteManualOrder(input, { offers, coupon: null, byHand: null }).quote
        const { quote: priced, noGain } = quoteManualOrder(input, { offers, coupon: null, byHand: manualDiscount(kind, value) })
        expect(sumOf(priced.lines, (row) => row.discount)).toBe(priced.discount)
        expect(sumOf(priced.lines, (row) => row.paid) + chargesTotal(priced.charges)).toBe(priced.total)
        expect(
          priced.lines.every((row) => row.discount >= 0 && row.discount <= row.lineTotal && row.taxable + row.cgst + row.sgst + row.igst === row.paid),
        ).toBe(true)
        const given = priced.discounts.find(({ id }) => id === 'by-hand')?.amount ?? 0
        const left = without.goodsTotal
        expect(given).toBe(Math.min(left, kind === 'amount' ? value : Math.floor((left * Math.round(value * 100) * 2 + 10_000) / 20_000)))
        expect(noGain).toBe(priced.total >= without.total)
      }),
    )
  })

  test('that adds the delivery charge is reported as no gain', () => {
    const goods = order('rule', line('a', 1500, 1))
    expect(quoteManualOrder(goods, { ...nothing, byHand: manualDiscount('amount', 50_00) })).toMatchObject({ noGain: true, quote: { total: 1550_00 } })
    expect(
      quoteManualOrder({ ...goods, choices: { ...goods.choices, delivery: 'free' } }, { ...nothing, byHand: manualDiscount('amount', 50_00) }),
    ).toMatchObject({
      noGain: false,
      quote: { total: 1450_00 },
    })
  })

  test('applies after a coupon, to the rest', () => {
    const { quote: priced } = quoteManualOrder(order('free', line('a', 1000, 1)), { ...nothing, coupon, byHand: manualDiscount('percent', 10) })
    expect(priced.discounts.map(({ name, amount }) => [name, amount])).toEqual([
      ['TEN', 100_00],
      ['Discount by the shop', 90_00],
    ])
  })
})

describe('delivery', () => {
  test('of collected goods is free, and their place of supply is the shop', () => {
    const { quote: priced } = quoteManualOrder(order('collected', line('a', 100, 1)), nothing)
    expect(priced).toMatchObject({ charges: [{ amount: 0 }], placeOfSupply: '27', interState: false, igst: 0 })
  })
  test('by the normal rule gives the quote of an online order', () => {
    const input = order('rule', line('a', 100, 1), line('b', 33.35, 3))
    expect(quoteManualOrder(input, nothing).quote).toEqual(quote(input))
  })
})

describe('the buyer', () => {
  const shop = { city: 'Mumbai', stateCode: '27', pincode: '400002' }
  const meena = { full_name: 'Meena Kulkarni', phone: '98220 00164', address: 'Shop 4, Laxmi Road', city: 'Pune', pincode: '411030', state: 'Maharashtra' }

  test('of delivered goods needs name, telephone and address, and no email address', () => {
    expect(checkBuyer(meena, 'rule', shop)).toMatchObject({ ok: true, shipping: { email: '', phone: '9822000164', stateCode: '27' } })
    const lacking = checkBuyer({}, 'rule', shop)
    // the message is for the clerk, not for the buyer
    expect(lacking).toMatchObject({ fields: { full_name: 'Enter the full name', state: 'Choose the State' } })
    expect(lacking.ok ? [] : Object.keys(lacking.fields).toSorted()).toEqual(['address', 'city', 'full_name', 'phone', 'pincode', 'state'])
  })

  test('at the counter may be an unnamed walk-in customer, at the shop’s address', () => {
    expect(checkBuyer({}, 'collected', shop)).toEqual({
      ok: true,
      shipping: {
        full_name: WALK_IN,
        company_name: null,
        gstin: null,
        address: '',
        city: 'Mumbai',
        state: 'Maharashtra',
        stateCode: '27',
        pincode: '400002',
        email: '',
        phone: '',
      },
    })
    expect(checkBuyer({ full_name: 'Asha', phone: '12' }, 'collected', shop)).toMatchObject({ ok: false, fields: { phone: expect.any(String) } })
    expect(checkBuyer({}, 'collected', { ...shop, pincode: '' })).toMatchObject({ ok: false, fields: { address: expect.stringContaining('Settings') } })
  })

  test('with a GSTIN or a part of an address must give a whole address', () => {
    const registered = checkBuyer({ full_name: 'Asha', gstin: '29ABCDE1234F1ZW' }, 'collected', shop)
    expect(registered.ok ? [] : Object.keys(registered.fields).toSorted()).toEqual(['address', 'city', 'pincode', 'state'])
    expect(checkBuyer({ ...meena, phone: '' }, 'collected', shop)).toMatchObject({ ok: true, shipping: { city: 'Pune', phone: '' } })
  })

  test('is named on an invoice of ₹50,000 or more', () => {
    const walkIn = { full_name: WALK_IN, address: '', gstin: null }
    expect(missingOnInvoice(walkIn, { subtotalBase: NAMED_FROM - 1 })).toEqual([])
    expect(missingOnInvoice(walkIn, { subtotalBase: toPaise(50_000) })).toEqual(['full_name', 'address'])
    expect(missingOnInvoice({ ...walkIn, full_name: 'Asha', address: 'Pune' }, { subtotalBase: NAMED_FROM })).toEqual([])
  })
})

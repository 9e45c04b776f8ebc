import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { changeNote, changedLines, deliveryOf, isTotalOpen, quoteChange } from './order-change.ts'
import type { OrderedLine } from './order-change.ts'
import { manualDiscount } from './manual-order.ts'
import { NO_CHOICES } from './order-choices.ts'
import type { Discount } from '../discounts/discount.ts'

const product = (name: string, price: number, some: object = {}) => ({
  name,
  sku: name,
  hsn: null,
  unit: 'NOS',
  price,
  retail_price: null,
  mrp: null,
  pricing_tiers: null,
  gst_percent: 18,
  tier_group: null,
  min_order_quantity: 1,
  stock: 100,
  ...some,
})
const line = (name: string, quantity: number, unitPrice: number, some: Partial<OrderedLine> = {}): OrderedLine => ({
  itemId: `item-${name}`,
  productId: name,
  name,
  quantity,
  unitPrice,
  rate: 18,
  agreed: false,
  product: product(name, 200),
  ...some,
})
const settings = { ...DEFAULT_SETTINGS, stateCode: '27', forcedGstPercent: 18, pricesIncludeGst: true, freeDeliveryFrom: 0 }
const terms = { settings, deliveryState: '27', choices: NO_CHOICES }
const none = { offers: [], coupon: null, byHand: null }
const pricesOf = (ordered: OrderedLine[], quantities: Record<string, number>) =>
  changedLines(ordered, new Map(Object.entries(quantities)), [], settings).map(({ productId, quantity, agreedPrice }) => [productId, quantity, agreedPrice])

describe('the price of a line', () => {
  test('stays where the quantity stays, and is today’s where it changes', () => {
    expect(pricesOf([line('a', 2, 9_000), line('b', 3, 8_000), line('c', 1, 7_000)], { 'item-b': 4, 'item-c': 0 })).toEqual([
      ['a', 2, 9_000],
      ['b', 4, null],
    ])
  })

  test('is today’s for all products that count together for a tier, if one of them changes', () => {
    const together = { product: product('x', 200, { tier_group: 'family' }) }
    expect(pricesOf([line('a', 2, 9_000, together), line('b', 3, 8_000, together), line('c', 1, 7_000)], { 'item-b': 0 })).toEqual([
      ['a', 2, null],
      ['c', 1, 7_000],
    ])
  })

  test('stays at any quantity where staff agreed on it, or the product is deleted', () => {
    expect(pricesOf([line('a', 2, 9_000, { agreed: true }), line('b', 3, 8_000, { product: null })], { 'item-a': 5, 'item-b': 1 })).toEqual([
      ['a', 5, 9_000],
      ['b', 1, 8_000],
    ])
  })

  test('a kept line keeps its GST rate too', () => {
    const lines = changedLines([line('a', 1, 10_500, { rate: 5 }), line('b', 1, 11_800)], new Map([['item-b', 2]]), [], settings)
    const quote = quoteChange(lines, terms, none)
    expect(quote.lines.map(({ rate, paid, cgst }) => [rate, paid, cgst])).toEqual([
      [5, 10_500, 250],
      [18, 40_000, 3051],
    ])
  })
})

test('offers apply to kept and changed lines and not to agreed prices; what staff took off stays the same amount', () => {
  const lines = changedLines([line('a', 1, 10_000), line('b', 1, 10_000, { agreed: true }), line('c', 2, 10_000)], new Map([['item-c', 1]]), [], settings)
  const tenth: Discount = {
    id: 'o',
    name: 'Tenth',
    code: null,
    description: null,
    kind: 'percent',
    value: 10,
    minimumGoods: 0,
    maximumDiscount: null,
    combines: false,
    covers: null,
  }
  const quote = quoteChange(lines, terms, { offers: [tenth], coupon: null, byHand: manualDiscount('amount', 1_000) })
  // a 100 and c 200 less a tenth, b 100, less 10 by hand
  expect(quote.total).toBe(9_000 + 10_000 + 18_000 - 1_000)
  expect(quote.discounts.map(({ id, amount }) => [id, amount])).toEqual([
    ['o', 3_000],
    ['by-hand', 1_000],
  ])
})

test('goods that are collected stay collected', () => {
  const counter = { channel: 'counter', place_of_supply: '27', seller_state: '27' }
  expect(deliveryOf(counter, 0, false)).toBe('collected')
  expect(deliveryOf(counter, 10_000, true)).toBe('free')
  expect(deliveryOf({ ...counter, channel: 'online' }, 0, false)).toBe('rule')
})

test('a total changes only while no money came or may be coming', () => {
  const open = (payment_state: string, payment_method = 'upi') => isTotalOpen({ payment_state, payment_method })
  expect([open('cod_pending', 'cod'), open('awaiting_payment'), open('failed')]).toEqual([true, true, true])
  expect([open('awaiting_payment', 'razorpay'), open('awaiting_verification'), open('paid'), open('refund_due')]).toEqual([false, false, false, false])
})

test('the note says what changed from what to what, and of the buyer only which fields', () => {
  const lines = [
    { name: 'Serum', from: 24, to: 12 },
    { name: 'Gel', from: 2, to: 0 },
    { name: 'Kajal', from: 0, to: 3 },
  ]
  expect(changeNote('Customer called', { lines, fields: ['gstin', 'phone'], method: null, total: { from: 860_080, to: 554_600 } })).toBe(
    'Order changed: Customer called (Serum 24 → 12, Gel removed (2), Kajal added (3), new GSTIN, phone). Total ₹8,600.80 → ₹5,546.00.',
  )
  const method = { from: 'cod', to: 'upi' }
  expect(changeNote(null, { lines: [], fields: [], method, total: { from: 52_500, to: 50_000 } })).toBe(
    'Order changed by customer (payment Cash on delivery → UPI). Total ₹525.00 → ₹500.00.',
  )
  const many = Array.from({ length: 900 }, (_, place) => ({ name: `Product number ${place}`, from: 1, to: 2 }))
  const long = changeNote('x', { lines: many, fields: [], method: null, total: { from: 1, to: 1 } })
  expect(long.length).toBeLessThanOrEqual(4000)
  expect(long).toMatch(/ and \d+ more\)\.$/)
})

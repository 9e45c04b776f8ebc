import { describe, expect, test } from 'vitest'
import { quote } from '#domain/quote/testing/plain-quote.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { checkExpectedTotal, orderableLines } from './check-cart.ts'
import type { CartLine, CartProduct } from './lock-cart.ts'
import { Refusal } from './refusal.ts'

const product = (changes: Partial<CartProduct> = {}): CartProduct => ({
  id: 'p1',
  name: 'Kumkum',
  sku: 'KUM-1',
  hsn: '3304',
  tier_group: null,
  unit: 'NOS',
  gst_percent: '18.00',
  image_url: null,
  status: 'active',
  price: '100.00',
  retail_price: null,
  mrp: null,
  pricing_tiers: null,
  min_order_quantity: 1,
  stock: 10,
  ...changes,
})
const line = (quantity: number, changes: Partial<CartProduct> = {}): CartLine => ({ productId: changes.id ?? 'p1', quantity, product: product(changes) })

function refusal(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('Nothing was refused')
}

describe('the orderable lines of a cart', () => {
  test('an empty cart is refused', () => expect(refusal(() => orderableLines([])).code).toBe('EMPTY_CART'))

  test('all of the stock may be ordered, one more may not', () => {
    expect(orderableLines([line(10)])).toHaveLength(1)
    expect(refusal(() => orderableLines([line(11)])).lines).toEqual([{ product_id: 'p1', name: 'Kumkum', code: 'OUT_OF_STOCK', old: 11, new: 10 }])
  })

  test('two lines of one product are checked together', () => {
    expect(refusal(() => orderableLines([line(6), line(6)])).lines).toEqual([{ product_id: 'p1', name: 'Kumkum', code: 'OUT_OF_STOCK', old: 12, new: 10 }])
    expect(orderableLines([line(4), line(6)])[0]?.quantity).toBe(10)
  })

  test('a withdrawn or deleted product is out of stock', () => {
    expect(refusal(() => orderableLines([line(1, { status: 'archived' })])).lines[0]).toMatchObject({ code: 'OUT_OF_STOCK', new: 0, name: 'Kumkum' })
    expect(refusal(() => orderableLines([{ productId: 'gone', quantity: 2, product: null }])).lines[0]).toMatchObject({ product_id: 'gone', old: 2, new: 0 })
  })

  test('less than the minimum is refused by name, unless the stock is even smaller', () => {
    expect(refusal(() => orderableLines([line(5, { min_order_quantity: 6 })]))).toMatchObject({ code: 'BELOW_MINIMUM', lines: [{ old: 5, new: 6 }] })
    expect(orderableLines([line(4, { min_order_quantity: 6, stock: 4 })])).toHaveLength(1)
  })

  test('all refused lines are reported, stock before minimum', () => {
    const refused = refusal(() => orderableLines([line(1, { min_order_quantity: 2 }), line(99, { id: 'p2' }), line(1, { id: 'p3' })]))
    expect(refused.code).toBe('OUT_OF_STOCK')
    expect(refused.lines.map(({ product_id, code }) => [product_id, code])).toEqual([
      ['p1', 'BELOW_MINIMUM'],
      ['p2', 'OUT_OF_STOCK'],
    ])
  })
})

describe('the total the buyer agreed to', () => {
  const lines = orderableLines([line(2), line(1, { id: 'p2', name: 'Sindoor' })])
  const priced = quote({ lines, settings: DEFAULT_SETTINGS, deliveryState: '27' })

  test('passes when it is the same or was not sent', () => {
    expect(priced.total).toBe(40_000) // 300.00 and 100.00 delivery
    checkExpectedTotal(priced, lines, 40_000, new Map())
    checkExpectedTotal(priced, lines, null, new Map())
  })

  test('differs by a paisa and names only the lines whose price changed', () => {
    const refused = refusal(() =>
      checkExpectedTotal(
        priced,
        lines,
        39_999,
        new Map([
          ['p1', 10_000],
          ['p2', 9_999],
        ]),
      ),
    )
    expect(refused).toMatchObject({ code: 'QUOTE_CHANGED', lines: [{ product_id: 'p2', name: 'Sindoor', code: 'QUOTE_CHANGED', old: 99.99, new: 100 }] })
  })

  test('names every line with unknown old price if the expected prices are missing', () => {
    expect(refusal(() => checkExpectedTotal(priced, lines, 1, new Map())).lines.map(({ old }) => old)).toEqual([null, null])
  })
})

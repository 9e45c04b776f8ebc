import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manualDiscount } from '#domain/orders/manual-order.ts'
import { NO_CHOICES } from '#domain/orders/order-choices.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { CartItem, CartProduct } from '../../data/cart/cart-calls.ts'
import type { FoundProduct } from '../../data/cart/order-pad.ts'
import { cartProduct } from '../../data/cart/testing/cart-product.ts'
import { priceCart } from '../cart/price-cart.ts'
import { listOf } from './list-text.ts'
import { validateRows, type ValidatedRow } from './validate-rows.ts'
import { parseOrderList } from './parse-order-list.ts'
import { askAgain, mergeRows, offerNear, openTerms, resolveLines, termsOf, type PadRow } from './resolve-lines.ts'

const product = (sku: string, changes: Partial<CartProduct> = {}): CartProduct =>
  cartProduct({ id: `id-${sku}`, sku, name: `Product ${sku}`, pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }], ...changes })
const kajal = product('KAJ-1')
const lipstick = product('LIP-1', { min_order_quantity: 3 })
const catalogue = [kajal, lipstick, product('GONE', { stock: 0 })]

/** Matches like the database: by SKU, then by name, ignoring case. */
const match = (terms: string[], products = catalogue): FoundProduct[] =>
  terms.flatMap((term) =>
    products.flatMap((one): FoundProduct[] => [
      ...(one.sku.toUpperCase() === term.toUpperCase() ? [{ term, matched: 'sku' as const, product: one }] : []),
      ...(one.name.toUpperCase() === term.toUpperCase() ? [{ term, matched: 'name' as const, product: one }] : []),
    ]),
  )
const rowsOf = (text: string, products = catalogue): PadRow[] => {
  const { lines } = parseOrderList(text)
  return resolveLines(lines, match(termsOf(lines), products))
}
const validated = (text: string, cart: CartItem[] = []): ValidatedRow[] => validateRows(rowsOf(text), cart, DEFAULT_SETTINGS).rows
const holding = (one: CartProduct, quantity: number): CartItem[] => [{ product_id: one.id, quantity, product: one }]

describe('a line', () => {
  test('is found by SKU before name', () => {
    const twin = product('X', { name: 'KAJ-1' })
    expect(rowsOf('kaj-1, 2', [...catalogue, twin])[0]?.product?.id).toBe('id-KAJ-1')
    expect(rowsOf('product lip-1 x 3')[0]).toMatchObject({ product: { id: 'id-LIP-1' }, quantity: 3 })
  })

  test('with a number that belongs to the name has no quantity', () => {
    expect(rowsOf('Shade 3', [product('S3', { name: 'Shade 3' })])[0]).toMatchObject({ product: { sku: 'S3' }, quantity: null })
  })

  test('that matches several products asks which', () => {
    const rows = rowsOf('twin, 2', [product('A', { name: 'Twin' }), product('B', { name: 'Twin' })])
    expect(rows[0]).toMatchObject({ product: null, choosing: 'same', quantity: 2 })
    expect(rows[0]?.choices.map(({ sku }) => sku)).toEqual(['A', 'B'])
  })

  test('without a match is offered similar products', () => {
    const { lines } = parseOrderList('kajl x 2\nKAJ-1, 1\nscrew, 3')
    const rows = resolveLines(lines, match(termsOf(lines)))
    const open = openTerms(lines, rows)
    expect([...open]).toEqual([
      ['1', ['kajl']],
      ['3', ['screw']],
    ])
    const offered = offerNear(rows, open, [{ term: 'kajl', matched: 'near', product: kajal }])
    expect(validateRows(offered, [], DEFAULT_SETTINGS).rows.map((row) => row.problem?.code ?? null)).toEqual(['AMBIGUOUS', null, 'UNKNOWN'])
  })

  test('that clearly means one product by its name is taken, marked, and can be asked again', () => {
    const shampoo = product('SHA-1', { name: 'Hibiscus Shampoo, 300 ml' })
    const onion = product('SHA-2', { name: 'Onion Shampoo, 250 ml' })
    const { lines } = parseOrderList('Hibiscus Shampoo x 12\nshampoo x 2\n300 hibiscus shampoo\nhibiscus shampoos 6')
    const rows = resolveLines(lines, [])
    const near = [...openTerms(lines, rows).values()]
      .flat()
      .flatMap((term) => [shampoo, onion].map((one) => ({ term, matched: 'near' as const, product: one })))
    const offered = offerNear(rows, openTerms(lines, rows), near)
    expect(offered.map((row) => [row.product?.sku ?? null, row.quantity, row.choices.length])).toEqual([
      ['SHA-1', 12, 0],
      [null, 2, 2], // two shampoos
      [null, 300, 2], // 300 is part of the name
      [null, 6, 2], // a second line of the same product
    ])
    expect(offered[0]?.matched?.text).toBe('Hibiscus Shampoo')
    expect(listOf(offered).split('\n')[0]).toBe('Hibiscus Shampoo\t12')
    const [asked] = offered.map(askAgain)
    expect(asked).toMatchObject({ product: null, matched: null, choosing: 'near', quantity: 12 })
    expect(asked?.choices.map(({ sku }) => sku)).toEqual(['SHA-1', 'SHA-2'])
  })

  test('of a product that another line names too is summed with it', () => {
    expect(rowsOf('KAJ-1, 2\nLIP-1, 3\nProduct KAJ-1, 4')).toMatchObject([
      { lines: [1, 3], quantity: 6 },
      { lines: [2], quantity: 3 },
    ])
  })
})

describe('a row', () => {
  test('is priced at the tier it reaches', () => {
    expect(validated('KAJ-1, 5')[0]?.line).toMatchObject({ unitPrice: 14_900, lineTotal: 74_500 })
    expect(validated('KAJ-1, 6')[0]?.line).toMatchObject({ unitPrice: 13_112, lineTotal: 78_672 })
  })

  test('counts what the cart holds of it', () => {
    expect(validated('KAJ-1, 2', holding(kajal, 4))[0]).toMatchObject({ inCart: 4, problem: null, line: { quantity: 6, unitPrice: 13_112 } })
    expect(validated('LIP-1, 1', holding(lipstick, 2))[0]?.problem).toBeNull()
  })

  test.each([
    ['LIP-1, 2', [], { code: 'BELOW_MINIMUM', text: 'Minimum Order: 3 units', right: 3 }],
    ['LIP-1, 1', holding(lipstick, 1), { code: 'BELOW_MINIMUM', text: 'Minimum Order: 3 units', right: 2 }],
    ['KAJ-1, 21', [], { code: 'ABOVE_STOCK', text: 'Only 20 in stock. 20 is the most you can add', right: 20 }],
    ['KAJ-1, 18', holding(kajal, 3), { code: 'ABOVE_STOCK', text: 'Only 20 in stock, and 3 are already in your cart. 17 is the most you can add', right: 17 }],
    ['KAJ-1, 1', holding(kajal, 20), { code: 'ABOVE_STOCK', text: 'Only 20 in stock, all of them already in your cart', right: null }],
    ['GONE, 1', [], { code: 'OUT_OF_STOCK', text: 'Out of Stock', right: null }],
    ['KAJ-1', [], { code: 'NO_QUANTITY', right: 1 }],
    ['LIP-1, 0', [], { code: 'BAD_QUANTITY', right: 3 }],
    ['what is this, 3', [], { code: 'UNKNOWN', right: null }],
  ])('%s is refused with its reason', (text, cart, problem) => {
    expect(validated(text, cart)[0]?.problem).toMatchObject(problem)
  })

  test('that is refused costs nothing and does not affect the others', () => {
    const { ready, quote, units } = validateRows(rowsOf('KAJ-1, 2\nGONE, 4\nnothing, 5\nLIP-1, 3'), [], DEFAULT_SETTINGS)
    expect([ready.map((row) => row.product?.sku), quote.goodsTotal, units]).toEqual([['KAJ-1', 'LIP-1'], 74_500, 5])
  })

  test('of a product that is no longer sold says so', () => {
    expect(validateRows(rowsOf('KAJ-1, 2'), [], DEFAULT_SETTINGS, { gone: new Set(['id-KAJ-1']) }).rows[0]?.problem?.code).toBe('NO_LONGER_SOLD')
  })
})

test('an automatic offer applies like in the cart', () => {
  const tenPercent = { ...manualDiscount('percent', 10), id: 'offer', name: 'Diwali week' }
  const pad = validateRows(rowsOf('KAJ-1, 2\nLIP-1, 6'), [], DEFAULT_SETTINGS, { offers: [tenPercent] })
  const cart = priceCart([...holding(kajal, 2), ...holding(lipstick, 6)], DEFAULT_SETTINGS, null, { offers: [tenPercent] }, NO_CHOICES)
  expect(pad.quote).toEqual(cart.quote)
  expect(pad.quote.discount).toBeGreaterThan(0)
  expect(pad.rows.map(({ line }) => line?.offer)).toEqual(['Diwali week', 'Diwali week'])
})

const lines = fc.array(fc.tuple(fc.constantFrom('KAJ-1', 'LIP-1', 'GONE', 'nothing'), fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
const listed = (entries: [string, number][]): string => entries.map(([sku, quantity]) => `${sku}\t${quantity}`).join('\n')

test('no row is ready that the cart would refuse, and the quantity it proposes instead is ready', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 25 }), (entries, inCart) => {
      const cart = inCart === 0 ? [] : holding(kajal, inCart)
      for (const row of validated(listed(entries), cart)) {
        if (row.problem === null) {
          const total = row.inCart + (row.quantity ?? 0)
          expect(total).toBeLessThanOrEqual(row.product?.stock ?? 0)
          expect(total).toBeGreaterThanOrEqual(Math.min(row.product?.min_order_quantity ?? 0, row.product?.stock ?? 0))
        } else if (row.problem.right !== null) {
          expect(validateRows([{ ...row, quantity: row.problem.right, badQuantity: false }], cart, DEFAULT_SETTINGS).rows[0]?.problem).toBeNull()
        }
      }
    }),
  )
})

test('merging loses no unit, is done once, and the saved list reads back to the same rows', () => {
  fc.assert(
    fc.property(lines, (entries) => {
      const rows = rowsOf(listed(entries))
      const known = entries.filter(([sku]) => sku !== 'nothing')
      expect(rows.filter((row) => row.product).reduce((sum, row) => sum + (row.quantity ?? 0), 0)).toBe(known.reduce((sum, [, quantity]) => sum + quantity, 0))
      expect(mergeRows(rows)).toEqual(rows)
      const again = rowsOf(listOf(rows))
      expect(again.map((row) => [row.product?.sku, row.quantity])).toEqual(rows.map((row) => [row.product?.sku, row.quantity]))
    }),
  )
})

import { expect, test } from 'vitest'
import { toPaise } from '#domain/money/money.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import { isBarcode } from '#domain/products/barcode.ts'
import { arrivals } from '../../arrivals.ts'
import { CATEGORIES } from '../../categories.ts'
import { shotOf } from '../../pictures/shots/shots.ts'
import { familySurface } from '../../pictures/shots/families.ts'
import { framesOf, PRODUCTS, productsOf } from '../products.ts'
import { FAMILIES, FAMILY_PRODUCTS, familyOf, shadeOf } from './families.ts'
import { productsOfFamily } from './family.ts'
import type { DemoFamily } from './family.ts'

const [lipsticks] = FAMILIES as readonly [DemoFamily, ...DemoFamily[]]

test('there are ten families by shade, tone, colour, size and pack, one of them by two options', () => {
  expect(FAMILIES.map(({ name, options, products }) => [name, options.map((option) => option.name).join(' and '), Object.keys(products).length])).toEqual([
    ['Velvet Matte Lipstick', 'Shade', 10],
    ['Smudge Kajal', 'Shade', 5],
    ['Second Skin Foundation', 'Tone', 8],
    ['Matte Veil Compact', 'Tone', 4],
    ['High Shine Nail Lacquer', 'Colour', 12],
    ['Reetha & Shikakai Shampoo', 'Size', 5],
    ['Almond & Amla Hair Oil', 'Size', 4],
    ['Ruh Gulab Attar', 'Size', 3],
    ['Resham Glass Bangles', 'Colour and Size', 11],
    ['Bridal Mehndi Cones', 'Pack', 4],
  ])
})

test('the full demo sells them, the small one does not', () => {
  expect(productsOf('small')).toEqual(PRODUCTS)
  expect(productsOf('full')).toHaveLength(PRODUCTS.length + FAMILY_PRODUCTS.length)
  expect(PRODUCTS.filter(({ family, barcode }) => family ?? barcode)).toEqual([])
})

test('every SKU, name and barcode is there once, and each barcode is a valid EAN-13 of a shop’s own', () => {
  const all = productsOf('full')
  expect(new Set(all.map(({ sku }) => sku)).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(FAMILY_PRODUCTS.map(({ barcode }) => barcode)).size).toBe(FAMILY_PRODUCTS.length)
  expect(FAMILY_PRODUCTS.filter(({ barcode = '' }) => !/^2\d{12}$/.test(barcode) || !isBarcode(barcode))).toEqual([])
  expect(new Set(FAMILIES.map(({ number }) => number)).size).toBe(FAMILIES.length)
})

test('no price is above the MRP, and price steps rise from the smallest order', () => {
  for (const { sku, price, retailPrice, mrp, tiers = [], minimumOrder = 1 } of FAMILY_PRODUCTS) {
    expect([sku, mrp !== undefined && toPaise(retailPrice ?? price) <= toPaise(mrp)]).toEqual([sku, true])
    expect([sku, parseTiers(tiers.map(([min_quantity, discount_percent]) => ({ min_quantity, discount_percent }))).length]).toEqual([sku, tiers.length])
    expect([sku, tiers.every(([from, percent], k) => from > (tiers[k - 1]?.[0] ?? minimumOrder) && percent > (tiers[k - 1]?.[1] ?? 0))]).toEqual([sku, true])
  }
})

test('larger sizes and packs cost more, and less for each millilitre or piece', () => {
  const amounts: Record<string, number> = { '16 × 6 ml': 96, '1 L': 1000, '6 × 25 g': 6, '12 × 25 g': 12, '48 × 25 g': 48, '25 g': 1 }
  for (const family of FAMILIES.filter(({ options }) => options.length === 1 && options[0].values.every(({ colour }) => colour === undefined))) {
    const goods = productsOfFamily(family).filter(({ netQuantity }) => netQuantity !== '16 × 6 ml')
    const each = goods.map(({ price, netQuantity }) => price / (amounts[netQuantity] ?? Number.parseInt(netQuantity)))
    expect([family.name, each]).toEqual([family.name, each.toSorted((a, b) => b - a)])
    expect(goods.map(({ price }) => price)).toEqual(goods.map(({ price }) => price).toSorted((a, b) => a - b))
  }
})

test('each value is a product’s, and each shade has a colour that no other one is close to', () => {
  for (const { code, options, products } of FAMILIES) {
    const used = Object.keys(products).map((codes) => codes.split('-'))
    for (const [k, { values }] of options.entries()) {
      expect([code, values.filter((value) => !used.some((codes) => codes[k] === value.code))]).toEqual([code, []])
      const colours = values.flatMap(({ colour }) => (colour === undefined ? [] : [colour]))
      expect([0, values.length]).toContain(colours.length)
      const close = colours.flatMap((a, at) => colours.slice(at + 1).filter((b) => apart(a, b) < 28).map((b) => `${a} ${b}`))
      expect([code, close]).toEqual([code, []])
    }
  }
})

test('some are out of stock, few are left of others, and some count together for the bulk price', () => {
  const count = (holds: (stock: number) => boolean): number => FAMILY_PRODUCTS.filter(({ stock }) => holds(stock)).length
  expect(count((stock) => stock === 0)).toBeGreaterThanOrEqual(4)
  expect(count((stock) => stock > 0 && stock < 10)).toBeGreaterThanOrEqual(2)
  for (const family of FAMILIES) expect([family.code, productsOfFamily(family).some(({ stock }) => stock > 0)]).toEqual([family.code, true])
  const mixed = FAMILIES.filter(({ mixedTiers }) => mixedTiers)
  expect(mixed.length).toBeGreaterThanOrEqual(4)
  expect(mixed.length).toBeLessThan(FAMILIES.length)
})

test('they are in categories that exist, with what the law wants on a label', () => {
  const slugs = new Set(CATEGORIES.flatMap(({ children }) => (children ?? []).map(({ slug }) => slug)))
  expect(FAMILY_PRODUCTS.filter(({ category, hsn, netQuantity, maker, genericName }) => !slugs.has(category) || !/^\d{8}$/.test(hsn) || netQuantity === '' || maker.length === 0 || genericName === '')).toEqual([])
})

test('each has a shot in its shade, and a surface where it has a texture', () => {
  for (const product of FAMILY_PRODUCTS) {
    expect([product.sku, shotOf(product) !== undefined]).toEqual([product.sku, true])
    expect([product.sku, familySurface(product, 1) !== undefined]).toEqual([product.sku, framesOf(product).includes('texture')])
  }
})

test('a product of a family names it and its shade; a combination that does not exist is an error', () => {
  const sindoor = FAMILY_PRODUCTS.find(({ sku }) => sku === 'LAA-VELV-SIND')
  expect(sindoor).toMatchObject({ name: 'Velvet Matte Lipstick – Sindoor Red', brand: 'Laali', hsn: '33041000', family: { code: 'LAA-VELV', values: ['SIND'] } })
  expect(sindoor && [familyOf(sindoor)?.code, shadeOf(sindoor)?.colour]).toEqual(['LAA-VELV', '#c0131f'])
  expect(() => productsOfFamily({ ...lipsticks, products: { NONE: { stock: 1 } } })).toThrow('LAA-VELV-NONE has no Shade')
  expect(() => productsOfFamily({ ...lipsticks, products: { 'SIND-4': { stock: 1 } } })).toThrow('needs one value for each option')
  expect(() => productsOfFamily({ ...lipsticks, products: { SIND: {} } })).toThrow('lacks a price, a stock')
})

/** How far two colours are from each other, 0 to 442. */
function apart(a: string, b: string): number {
  return Math.hypot(...[1, 3, 5].map((at) => Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16)))
}

test('the products of a family arrive within two hours, the featured one last', () => {
  const arrived = arrivals(productsOf('full'), 'full')
  for (const family of FAMILIES) {
    const goods = productsOfFamily(family).map(({ sku, featured = false }) => ({ sku, featured, days: arrived.get(sku) ?? 0 }))
    const days = goods.map((product) => product.days)
    expect([family.code, (Math.max(...days) - Math.min(...days)) * 24 < 2.1]).toEqual([family.code, true])
    const newest = goods.find((product) => product.days === Math.min(...days))
    if (goods.some(({ featured }) => featured)) expect([family.code, newest?.featured]).toEqual([family.code, true])
  }
})

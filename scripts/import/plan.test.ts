import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '#supabase/seed/categories.ts'
import { readMapping } from './mapping.ts'
import { planImport } from './plan.ts'
import type { ImportPlan } from './plan.ts'
import { importReport } from './report.ts'

const root = path.join(import.meta.dirname, '../..')
const mapping = readMapping(readFileSync(path.join(root, 'supabase/seed/beauty-india.mapping.json'), 'utf8'))
const odd = readFileSync(path.join(import.meta.dirname, 'fixtures/odd-300.csv'), 'utf8')
const plan = planImport(odd, mapping)
const named = (name: string, from: ImportPlan = plan) => from.products.filter((product) => product.name === name)
const one = (name: string) => {
  const [product, ...more] = named(name)
  if (!product || more.length > 0) throw new Error(`${name}: ${more.length + (product ? 1 : 0)} products`)
  return product
}

describe('a list with every oddity', () => {
  it('loses no row: each is a product or refused with a reason', () => {
    expect(plan.read).toBe(300)
    expect(plan.products.length + plan.refused.length).toBe(plan.read)
    expect(plan.refused.map(({ reason }) => reason)).toEqual([
      'has neither a sale price ("") nor a market price ("")',
      'has neither a sale price ("-5") nor a market price ("-5")',
      'has neither a sale price ("1e3") nor a market price ("")',
      'has no product name',
      'has no product name',
      'no rule of the mapping fits sub-category "Kitchen", type "Ladles"',
      'has 3 cells where the heading has 8',
      'has 11 cells where the heading has 8',
    ])
  })

  it('gives every product its own key and SKU that fit their columns', () => {
    expect(new Set(plan.products.map(({ importKey }) => importKey)).size).toBe(plan.products.length)
    expect(new Set(plan.products.map(({ sku }) => sku)).size).toBe(plan.products.length)
    expect(
      plan.products.filter(({ importKey, sku, name, brand }) => importKey.length > 200 || sku.length > 40 || name.length > 200 || (brand ?? '').length > 80),
    ).toEqual([])
  })

  it('cleans spaces, wrongly decoded Latin-1 and decomposed accents', () => {
    for (const name of ['Neem & Haldi Bar', 'Two spaces', 'Ghost Of Latin', 'Zero width', 'Tab here', 'Serum 25°', 'Two lines', 'Créme Décomposée', 'गुलाब जल'])
      expect(named(name), name).toHaveLength(1)
    expect(plan.products.filter(({ brand }) => brand !== brand?.trim() && brand !== null)).toEqual([])
  })

  it('keeps commas, quotes and characters that only look like others', () => {
    for (const name of ['Soap, Sandal, Turmeric', 'The "Best" Balm', '=SUM(A1)', '<b>Bold</b> Cream', 'Kaju’s – Cream & Co'])
      expect(named(name), name).toHaveLength(1)
  })

  it('reads amounts as people write them, half up to the paisa', () => {
    expect(one('Comma')).toMatchObject({ price: 124_950, mrp: 150_000 })
    expect(one('Rupee sign')).toMatchObject({ price: 9_900, mrp: 12_000 })
    expect(one('Three decimals')).toMatchObject({ price: 10_000 })
    expect(one('Padded')).toMatchObject({ price: 4_500, mrp: 5_000 })
  })

  it('sells nothing above MRP or without a price: such rows become drafts with a remark', () => {
    expect(one('Above MRP')).toMatchObject({ status: 'draft', price: 12_000, mrp: 12_000, notes: [expect.stringContaining('above the MRP')] })
    expect(one('No sale price')).toMatchObject({ status: 'draft', price: 12_000 })
    expect(one('Sale price is a word')).toMatchObject({ status: 'draft', notes: [expect.stringContaining('"call"')] })
    expect(one('Sold for nothing')).toMatchObject({ status: 'draft', price: 5_000 })
    expect(one('No MRP')).toMatchObject({ status: 'active', price: 8_000, mrp: null, notes: [] })
    expect(one('MRP is a word')).toMatchObject({ status: 'active', mrp: null, notes: [expect.stringContaining('"n/a"')] })
    expect(plan.products.filter(({ price, mrp }) => mrp !== null && price > mrp)).toEqual([])
  })

  it('finds its category in any case and spacing', () => expect(one('Category in capitals').category).toBe('face-care'))

  it('distinguishes products by price, and reports those that nothing distinguishes', () => {
    expect(plan.alike.map((group) => [group[0]?.name, group.length])).toEqual([
      ['Gentle Colour Crème', 2],
      ['Natural Brown No 4', 8],
    ])
    expect(importReport(plan, { added: 0, changed: 0, unchanged: 0, refused: [] })).toContain('Rows that look alike: 10 in 2 groups')
  })

  it('numbers a group by price, MRP and place, in any case of its names', () => {
    const group = plan.products.filter(({ name, brand }) => name.toLowerCase() === 'gentle colour crème' && brand?.toLowerCase() === 'rang')
    expect(new Set(group.map(({ importKey }) => importKey.replace(/:\d+$/, ''))).size).toBe(1)
    expect(group.toSorted((a, b) => Number(a.importKey.split(':')[2]) - Number(b.importKey.split(':')[2])).map(({ price }) => price)).toEqual([
      4_500, 4_500, 6_000, 9_000, 18_000,
    ])
  })
})

describe('the keys', () => {
  it('do not depend on the order of the file', () => {
    const lines = [
      'product,category,sub_category,brand,sale_price,market_price,type,rating',
      'A,x,Skin Care,B,10,20,Face Care,',
      'A,x,Skin Care,B,30,40,Face Care,',
      'C,x,Skin Care,B,5,6,Face Care,',
    ]
    const keys = (text: string[]) =>
      planImport(text.join('\n'), mapping)
        .products.map(({ name, price, importKey }) => `${name} ${price} ${importKey}`)
        .toSorted()
    expect(keys([lines[0] ?? '', ...lines.slice(1).toReversed()])).toEqual(keys(lines))
  })

  it('of two lists never collide', () => {
    const other = { ...mapping, source: 'another-list' }
    const keys = new Set(plan.products.map(({ importKey }) => importKey))
    expect(planImport(odd, other).products.filter(({ importKey }) => keys.has(importKey))).toEqual([])
  })
})

it('a different file is refused with the columns it lacks', () => {
  expect(() => planImport('name,price\na,1', mapping)).toThrow('The list has no column "product", "category"')
})

it('a mapping without a target category is refused', () => {
  expect(() => readMapping('{"source":"x","categories":[],"rules":[{"category":"y","hsn":"3304","gst":18}]}')).toThrow('sends goods to "y"')
  expect(() => readMapping('{"source":"x","categories":[],"rules":[{"category":"y","hsn":"33","gst":18}]}')).toThrow('rules.0.hsn')
})

// The real list may not be in a repository; if it is beside this one, the test reads all of it.
const real = path.join(root, '../shared/catalogue/beauty-india.csv')
describe.runIf(existsSync(real))('the real list', () => {
  const whole = existsSync(real) ? planImport(readFileSync(real, 'utf8'), mapping) : plan
  it('is imported completely: 7,867 rows, 7,867 products, each in a category', () => {
    expect([whole.read, whole.products.length, whole.refused]).toEqual([7867, 7867, []])
    expect(whole.products.filter(({ notes }) => notes.length > 0)).toEqual([])
  })
  it('gives each product its own key and SKU', () => {
    expect(new Set(whole.products.map(({ importKey }) => importKey)).size).toBe(7867)
    expect(new Set(whole.products.map(({ sku }) => sku)).size).toBe(7867)
  })
  it('has no unusual spaces left', () =>
    expect(
      whole.products.filter(
        ({ name, brand }) => /[\u00a0Â]|\s{2}|^\s|\s$/.test(`${name}|${brand}`) || name !== name.trim() || brand !== (brand?.trim() ?? null),
      ),
    ).toEqual([]))
  it('reports the rows that cannot be distinguished', () => expect(whole.alike.reduce((sum, group) => sum + group.length - 1, 0)).toBe(220))
})

it('shares the categories of the demo shop: where a slug is the same, so are name and parent', () => {
  const demo = new Map(
    CATEGORIES.flatMap((top) => [{ ...top, parent: undefined }, ...(top.children ?? []).map((child) => ({ ...child, parent: top.slug }))]).map((category) => [
      category.slug,
      category,
    ]),
  )
  const shared = mapping.categories.filter(({ slug }) => demo.has(slug))
  expect(shared.length).toBeGreaterThan(15)
  for (const { slug, name, parent } of shared) expect([slug, demo.get(slug)?.name, demo.get(slug)?.parent]).toEqual([slug, name, parent])
})

describe('the mapping', () => {
  const place = (type: string, name: string, subCategory = 'x') => mapping.placeOf({ name, type, subCategory })
  it('gives the legal rates, by the name if the type contains two kinds of goods', () => {
    expect(place('Shampoo & Conditioner', 'Amla Shampoo')).toMatchObject({ hsn: '330510', gst: 5 })
    expect(place('Shampoo & Conditioner', 'Smooth Conditioner')).toMatchObject({ hsn: '330590', gst: 18 })
    expect(place('Shampoo & Conditioner', 'Shampoo + Conditioner')).toMatchObject({ gst: 5 })
    expect(place('Bathing Bars & Soaps', 'Neem Soap')).toMatchObject({ hsn: '340111', gst: 5 })
    expect(place('Bathing Bars & Soaps', 'Liquid Soap')).toMatchObject({ hsn: '340130', gst: 18 })
    expect(place('Hair Oil & Serum', 'Hair Serum')).toMatchObject({ gst: 18 })
    expect(place('Hair Oil & Serum', 'Coconut Oil')).toMatchObject({ gst: 5 })
    expect(place('Shaving Care', 'After Shave Splash')).toMatchObject({ hsn: '330710', gst: 5 })
    expect(place('Toothpaste', 'Salt Toothpaste + Toothbrush')).toMatchObject({ category: 'toothpaste', gst: 5 })
    expect(place("Women's Deodorants", 'Essential Oil Deodorant')).toMatchObject({ hsn: '330720', gst: 18 })
    expect(place('Face', 'Compact Powder', 'Makeup')).toMatchObject({ hsn: '330491', gst: 5 })
    expect(place('Sanitary Napkins', 'Pads')).toMatchObject({ hsn: '961900', gst: 0 })
    expect(place('Tools & Accessories', 'Comb No 3')).toMatchObject({ hsn: '961519', gst: 5 })
  })
  it('does not guess categories that the mapping lacks', () => expect(place('Ladles', 'Ladle')).toBeNull())
})

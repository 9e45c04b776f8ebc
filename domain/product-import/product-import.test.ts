import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exceedsMrp } from '../tax/mrp.ts'
import { toPaise } from '../money/money.ts'
import { parseTiers } from '../prices/price-tiers.ts'
import { claimedTwice } from './fields.ts'
import { guessFields } from './guess-fields.ts'
import { listValidator, numberRows } from './validate-list.ts'
import { validateRow } from './validate-row.ts'
import type { ImportTerms, StoredProduct } from './validate-row.ts'
import { readBarcode, readFlag, readHsn, readSku, readStatus, readTiers, tiersText } from './read-cell.ts'
import { readAmount, readCount, readPercent } from './read-number.ts'
import { NO_REMEDIES } from './remedies.ts'
import { readRow } from './read-row.ts'
import { categoryFinder, categoriesToCreate } from './category-nodes.ts'
import { tidyLines, withoutGuard } from './tidy-text.ts'

const guessed = (...headings: string[]) => guessFields(headings).map(({ field }) => field)

describe('headings', () => {
  it('of Indian lists are known', () => {
    expect(guessed('MRP', 'Rate', 'GST%', 'HSN/SAC', 'Item Name', 'Item Code', 'Closing Stock', 'UOM')).toEqual([
      'mrp',
      'price',
      'gst_percent',
      'hsn',
      'name',
      'sku',
      'stock',
      'unit',
    ])
    expect(guessed('M.R.P. (₹)', 'Selling Price Rs.', 'IGST Rate', 'Particulars', 'Stock Group')).toEqual(['mrp', 'price', 'gst_percent', 'name', 'category'])
    expect(guessed('product', 'category', 'sub_category', 'brand', 'sale_price', 'market_price', 'type', 'rating')).toEqual([
      'name',
      'category',
      'category_2',
      'brand',
      'price',
      'mrp',
      'generic_name',
      null,
    ])
    expect(guessed('productName', 'Variant SKU', 'Compare At Price', 'Price')).toEqual(['name', 'sku', 'mrp', 'price'])
    expect(guessed('Item Name', 'EAN Code', 'Item Code')).toEqual(['name', 'barcode', 'sku'])
    expect(guessed('Item', 'Weight', 'Weight (g)', 'Weight (KG)', 'Net Weight (g)')).toEqual(['name', null, 'weight_grams', 'weight_kg', 'net_quantity'])
    expect(guessed('Item', 'Pack Size', 'Shipping weight, g', 'Stock', 'Min Stock')).toEqual(['name', 'net_quantity', 'weight_grams', 'stock', 'reorder_level'])
  })
  it('never map a field twice, for any headings', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('MRP', 'mrp', 'Rate', 'Price', 'SKU')), { maxLength: 12 }), (headings) => {
        expect(claimedTwice(guessed(...headings))).toEqual([])
      }),
    )
  })
})

describe('a cell', () => {
  it('with a barcode may have spaces and hyphens, and has a valid check digit', () => {
    expect(['8901030865275', '8 901030 865275', '0-36000-29145-2', '', '8901030865274', '8.90E+12', '12'].map(readBarcode)).toEqual([
      '8901030865275',
      '8901030865275',
      '036000291452',
      null,
      undefined,
      undefined,
      undefined,
    ])
  })
  it('is read as traders write it, and an empty value is none', () => {
    expect(['1,249.50', '₹ 99', 'Rs. 99/-', 'INR 5', '', ' ', '-5', '1e3', 'ten', '99.9999'].map((cell) => readAmount(cell))).toEqual([
      124_950,
      9_900,
      9_900,
      500,
      null,
      null,
      undefined,
      undefined,
      undefined,
      10_000,
    ])
    // a decimal comma and misplaced commas are not read as thousands separators
    expect(['107,50', '1,5', '12,34', ',500', '1,2345', '1,2,34,567.5'].map((cell) => readAmount(cell))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(['12,34,567', '1,234,567', '1,00,000', '123,456.5'].map((cell) => readAmount(cell))).toEqual([123_456_700, 123_456_700, 10_000_000, 12_345_650])
    expect(['1,5', '10,00', '1,00,000'].map((cell) => readCount(cell))).toEqual([undefined, undefined, 100_000])
    expect(['12', '1,200', '12.00', '', '-1', '1.5', '99999999999'].map((cell) => readCount(cell))).toEqual([
      12,
      1200,
      12,
      null,
      undefined,
      undefined,
      undefined,
    ])
    expect(['18', '18%', 'GST 18 %', 'IGST @5%', '', '101', '-1', '0.25'].map(readPercent)).toEqual([18, 18, 18, 5, null, undefined, undefined, 0.25])
    expect(['3304', '3304.99.10', '33 04', '', '330', '9021x'].map(readHsn)).toEqual(['3304', '33049910', '3304', null, undefined, undefined])
    expect(['A-1', '8.90E+12', '', 'x'.repeat(41)].map(readSku)).toEqual(['A-1', undefined, null, undefined])
    expect(['Active', 'on sale', 'DRAFT', 'discontinued', '', 'perhaps'].map(readStatus)).toEqual(['active', 'active', 'draft', 'archived', null, undefined])
    expect(['Yes', 'no', '1', '', 'maybe'].map(readFlag)).toEqual([true, false, true, null, undefined])
  })
  it('of tiers has several spellings, and the exported one is read back', () => {
    const two = [
      { min_quantity: 6, discount_percent: 5 },
      { min_quantity: 12, discount_percent: 7.5 },
    ]
    for (const text of ['6+ 5%; 12+ 7.5%', '12:7.5, 6:5', JSON.stringify(two)]) expect(readTiers(text), text).toEqual(two)
    expect(['', 'none', '6+5%;6+7%', '6+7%;12+5%', 'cheap', '[{"a":1}]'].map(readTiers)).toEqual([
      null,
      [],
      'TIER_DUPLICATE',
      'TIER_DISCOUNT_FALLS',
      undefined,
      undefined,
    ])
    expect(readTiers(tiersText(parseTiers(two)))).toEqual(two)
  })
  it('keeps the line breaks of long texts, and loses the apostrophe of an export', () => {
    expect(tidyLines(' a  b \r\n\r\n\r\n\r\n c ')).toBe('a b\n\nc')
    expect(["'=SUM(A1)", "'-5", "'n' roll", '=1'].map(withoutGuard)).toEqual(['=SUM(A1)', '-5', "'n' roll", '=1'])
  })
})

const settings = { pricesIncludeGst: true, forcedGstPercent: null }
const terms: ImportTerms = { settings, pricesIncludeGst: true, newStatus: 'draft', unsellable: 'refuse', remedies: NO_REMEDIES }
const stored: StoredProduct = {
  id: 'p',
  family_id: null,
  sku: 'A-1',
  name: 'Rose',
  brand: 'Noor',
  category_id: null,
  price: 90,
  retail_price: null,
  mrp: 100,
  cost: null,
  gst_percent: 18,
  hsn: '3304',
  barcode: null,
  unit: 'NOS',
  stock: 4,
  min_order_quantity: 1,
  reorder_level: null,
  pricing_tiers: null,
  status: 'active',
  is_featured: false,
  description: null,
  net_quantity: null,
  weight_grams: null,
  generic_name: null,
  country_of_origin: null,
  manufacturer: null,
  best_before: null,
  ingredients: null,
  how_to_use: null,
}
const row = (cells: Record<string, string>) => {
  const mapping = guessed(...Object.keys(cells))
  return readRow(2, Object.values(cells), mapping)
}
const validated = (cells: Record<string, string>, before: StoredProduct | null = stored, more: Partial<ImportTerms> = {}) =>
  validateRow(row(cells), before, undefined, { ...terms, ...more })

describe('a row', () => {
  it('changes only what differs; an empty cell changes nothing', () => {
    expect(validated({ SKU: 'A-1', Name: 'Rose', Price: '95', MRP: '', Stock: '' })).toMatchObject({
      outcome: 'changed',
      set: { price: 95 },
      was: { price: 90 },
    })
    expect(validated({ SKU: 'A-1', Name: ' Rose ', Price: '90.00', MRP: '100', HSN: '33.04' })).toMatchObject({ outcome: 'same', set: {} })
  })
  it('is compared with the MRP and the GST rate as they will be after the import', () => {
    expect(validated({ SKU: 'A-1', Price: '101' })).toMatchObject({ outcome: 'refused', errors: [{ field: 'price', code: 'ABOVE_MRP', limit: 10_000 }] })
    expect(validated({ SKU: 'A-1', Price: '101', MRP: '120' })).toMatchObject({ outcome: 'changed' })
    expect(validated({ SKU: 'A-1', Price: '90' }, stored, { pricesIncludeGst: false })).toMatchObject({ outcome: 'refused', errors: [{ code: 'ABOVE_MRP' }] })
    expect(validated({ SKU: 'A-1', Price: '50' }, stored, { pricesIncludeGst: false })).toMatchObject({ set: { price: 59 } })
    expect(validated({ SKU: 'A-1', Price: '59' }, { ...stored, price: 40 }, { settings: { ...settings, pricesIncludeGst: false } })).toMatchObject({
      set: { price: 50 },
    })
  })
  it('of a new product needs a name and a price, or becomes a draft at its MRP if that was chosen', () => {
    expect(validated({ SKU: 'B', Price: '10' }, null)).toMatchObject({ outcome: 'refused', errors: [{ field: 'name', code: 'MISSING' }] })
    expect(validated({ SKU: 'B', Name: 'New', MRP: '10' }, null)).toMatchObject({ outcome: 'refused', errors: [{ code: 'NO_PRICE' }] })
    expect(validated({ SKU: 'B', Name: 'New', Price: '12', MRP: '10' }, null, { unsellable: 'draft', newStatus: 'active' })).toMatchObject({
      outcome: 'new',
      set: { price: 10, mrp: 10, status: 'draft' },
      warnings: ['DRAFT_AT_MRP'],
    })
    expect(validated({ SKU: 'B', Name: 'New', Price: '8', MRP: '0' }, null)).toMatchObject({ outcome: 'new', set: { price: 8, mrp: null, status: 'draft' } })
  })
  it('warns of likely mistakes', () => {
    expect(validated({ SKU: 'A-1', Price: '9' }).warnings).toContain('PRICE_HALVED')
    expect(validated({ SKU: 'A-1', 'GST%': '81' }).warnings).toContain('ODD_RATE')
    expect(validated({ SKU: 'A-1', Price: '80' }, { ...stored, retail_price: 95 }).warnings).toContain('RETAIL_DECIDES')
  })
  it('above its MRP is capped if that was chosen, new or not, and by the price that buyers pay', () => {
    const cap = { unsellable: 'cap' } as const
    expect(validated({ SKU: 'A-1', Price: '120' }, stored, cap)).toMatchObject({ outcome: 'changed', set: { price: 100 }, warnings: ['CAPPED_AT_MRP'] })
    expect(validated({ SKU: 'A-1', MRP: '80' }, { ...stored, retail_price: 85 }, cap)).toMatchObject({ set: { mrp: 80, retail_price: 80 } })
    expect(validated({ SKU: 'B', Name: 'New', Price: '12', MRP: '10' }, null, cap)).toMatchObject({ outcome: 'new', set: { price: 10, status: 'draft' } })
    expect(validated({ SKU: 'B', Name: 'New', MRP: '10' }, null, cap)).toMatchObject({ outcome: 'refused', errors: [{ code: 'NO_PRICE' }] })
  })
  it('takes what was decided for all rows with its warning, and no other row does', () => {
    const remedies = { hsn: '3304', gstPercent: 18, leaveOut: ['PRICE_HALVED' as const], makeSkus: false }
    const bare = { ...stored, hsn: null }
    expect(validated({ SKU: 'A-1', Price: '80' }, bare, { remedies })).toMatchObject({ set: { price: 80, hsn: '3304' }, warnings: [] })
    expect(validated({ SKU: 'A-1', Price: '80' }, { ...bare, status: 'draft' }, { remedies }).set).toEqual({ price: 80 })
    expect(validated({ SKU: 'A-1', HSN: '3305' }, bare, { remedies }).set).toEqual({ hsn: '3305' })
    expect(validated({ SKU: 'A-1', 'GST%': '81' }, stored, { remedies })).toMatchObject({ outcome: 'same', warnings: [] })
    expect(validated({ SKU: 'A-1', 'GST%': '5' }, stored, { remedies }).set).toEqual({ gst_percent: 5 })
    expect(validated({ SKU: 'A-1', Price: '9' }, stored, { remedies })).toMatchObject({ outcome: 'refused', errors: [{ field: null, code: 'LEFT_OUT' }] })
  })
  it('that is accepted is never sold above MRP', () => {
    const cell = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 0, max: 40_000 }).map((paise) => (paise / 100).toFixed(2)),
    )
    fc.assert(
      fc.property(
        cell,
        cell,
        cell,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('refuse' as const, 'draft' as const, 'cap' as const),
        (price, retail, mrp, there, shopIncludes, listIncludes, unsellable) => {
          const own = { ...settings, pricesIncludeGst: shopIncludes }
          const before = there && !exceedsMrp(stored, own) ? stored : null
          const done = validated({ SKU: 'A-1', Name: 'Rose', Price: price, 'Retail price': retail, MRP: mrp }, before, {
            settings: own,
            pricesIncludeGst: listIncludes,
            unsellable,
          })
          if (done.outcome === 'refused') return
          const after = { ...(before ?? { ...stored, price: 0, retail_price: null, mrp: null }), ...done.set }
          expect(exceedsMrp(after, own)).toBeNull()
          expect(toPaise(after.retail_price ?? 0) > 0 || toPaise(after.price) > 0).toBe(true)
        },
      ),
    )
  })
})

describe('a list', () => {
  const list = (rows: Record<string, string>[]) => rows.map((cells, k) => readRow(k + 2, Object.values(cells), guessed(...Object.keys(cells))))
  const validate = (rows: Record<string, string>[], source: string | null) => {
    const numbered = numberRows(list(rows), source)
    return numbered.map(listValidator(numbered, { stored: new Map([['A-1', stored]]), findCategory: categoryFinder([]).find, createCategories: false, terms }))
  }
  it('with one SKU twice keeps the first row: an identical one is left out, a different one is an error', () => {
    expect(
      validate(
        [
          { SKU: 'A-1', Price: '95' },
          { SKU: 'A-1', Price: '95.00' },
          { SKU: 'A-1', Price: '96' },
        ],
        null,
      ).map(({ outcome, repeats, errors }) => [outcome, repeats, errors[0]?.code]),
    ).toEqual([
      ['changed', null, undefined],
      ['same', 2, undefined],
      ['refused', null, 'REPEATED'],
    ])
  })
  it('with a SKU column refuses an empty SKU; without one, SKUs are generated and independent of the order', () => {
    expect(validate([{ SKU: '', Name: 'x', Price: '1' }], null)[0]?.errors).toEqual([{ field: 'sku', code: 'NO_SKU', found: '' }])
    // Decided by the admin: made for the empty cells alone.
    const some = validate(
      [
        { SKU: '', Name: 'Soap', Price: '10' },
        { SKU: 'B-7', Name: 'Soap', Price: '10' },
      ],
      'my-list',
    )
    expect(some.map(({ sku, errors }) => [sku.startsWith('ML-'), errors])).toEqual([
      [true, []],
      [false, []],
    ])
    const rows = [
      { Name: 'Soap', Price: '10' },
      { Name: 'Soap', Price: '20' },
      { Name: 'Oil', Price: '5' },
    ]
    const skus = (of: typeof rows) =>
      validate(of, 'my-list')
        .map(({ name, sku, set }) => `${name} ${set.price} ${sku}`)
        .toSorted()
    expect(skus(rows.toReversed())).toEqual(skus(rows))
    expect(new Set(skus(rows)).size).toBe(3)
  })
})

describe('categories', () => {
  const categories = [
    { id: '1', name: 'Haircare', slug: 'haircare', parent_id: null },
    { id: '2', name: 'Oils', slug: 'oils', parent_id: '1' },
    { id: '3', name: 'Skincare', slug: 'skincare', parent_id: null },
    { id: '4', name: 'Oils', slug: 'skin-oils', parent_id: '3' },
    { id: '5', name: 'Lips/Eyes', slug: 'lips-eyes', parent_id: null },
  ]
  const { find, pathText } = categoryFinder(categories)
  it('are found by name and by path; an ambiguous name is not guessed', () => {
    expect(['haircare', 'Haircare > oils', 'skincare » Oils', 'Lips/Eyes', 'Oils', 'Haircare / Combs'].map(find)).toEqual([
      { id: '1' },
      { id: '2' },
      { id: '4' },
      { id: '5' },
      'twice',
      { missing: ['Haircare', 'Combs'] },
    ])
    for (const { id } of categories) expect(find(pathText(id))).toEqual({ id })
  })
  it('that are missing are created once, parents first, with unused slugs', () => {
    expect(
      categoriesToCreate(
        [
          ['Haircare', 'Combs'],
          ['Bath', 'Oils'],
          ['bath', 'oils'],
          ['Bath', 'Salts'],
        ],
        categories,
      ),
    ).toEqual([
      { path: ['Haircare', 'Combs'], slug: 'combs' },
      { path: ['Bath'], slug: 'bath' },
      { path: ['Bath', 'Oils'], slug: 'bath-oils' },
      { path: ['Bath', 'Salts'], slug: 'salts' },
    ])
  })
})

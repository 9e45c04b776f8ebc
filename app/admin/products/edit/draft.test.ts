import { expect, test } from 'vitest'
import type { EditedProduct } from '../../../data/admin/products/product.ts'
import { changedFields, checkProduct, copyOf, mrpError, NEW_PRODUCT, textsOf, tierErrorsOf } from './draft.ts'
import type { ProductTexts } from './draft.ts'

const row: EditedProduct = {
  id: 'p',
  version: 3,
  sku: 'KVR-VC30',
  name: 'Vitamin C Serum 30 ml',
  description: 'Light, quick to absorb.',
  brand: 'Kaveri',
  price: 430,
  retail_price: 422.5,
  mrp: 499,
  gst_percent: 18,
  hsn: '33049990',
  unit: 'BTL',
  category_id: 'c',
  is_featured: true,
  min_order_quantity: 6,
  pricing_tiers: [
    { min_quantity: 12, discount_percent: 5 },
    { min_quantity: 24, discount_percent: 10.5 },
  ],
  status: 'active',
  net_quantity: '30 ml',
  country_of_origin: 'India',
  manufacturer: 'Kaveri Naturals, Navi Mumbai 410208',
  generic_name: 'Face serum',
  best_before: '24 months from make',
  licence: 'MH/COS/0000/26',
  batch: 'KV2606A',
  barcode: null,
  weight_grams: 85,
  reorder_level: 24,
  ingredients: 'Aqua, Glycerin',
  how_to_use: null,
  stock: 412,
  units_sold: 30,
  updated_at: '2026-07-19T10:00:00Z',
  cost: 210,
  family: null,
  pictures: [],
}
const included = { pricesIncludeGst: true, forcedGstPercent: 18 }
const onTop = { pricesIncludeGst: false, forcedGstPercent: 18 }
const texts = (some: Partial<ProductTexts> = {}): ProductTexts => ({ ...NEW_PRODUCT, name: 'Kajal', price: '149', ...some })
const errorsOf = (checked: ReturnType<typeof checkProduct>) => (checked.ok ? {} : checked.errors)

test('the form saves the values it has read, and counts as no change', () => {
  const { id: _id, version: _version, stock: _stock, units_sold: _sold, updated_at: _at, cost: _cost, pictures: _pictures, family: _family, ...columns } = row
  expect(checkProduct(textsOf(row), included, false)).toEqual({ ok: true, columns, stock: 0, cost: 210 })
  expect(changedFields(textsOf(row), textsOf(row))).toBe(0)
  const [first, ...others] = textsOf(row).tiers
  if (!first) throw new Error('a tier')
  expect(changedFields(textsOf(row), { ...textsOf(row), name: 'Serum', tiers: [{ ...first, percent: '6' }, ...others] })).toBe(2)
})

test('a duplicate is a draft without SKU, stock and batch, with the other fields and prices', () => {
  expect(copyOf(row)).toMatchObject({ name: 'Vitamin C Serum 30 ml (copy)', sku: '', stock: '0', batch: '', status: 'draft', featured: false, price: '430.00' })
  expect(copyOf(row).tiers).toHaveLength(2)
  expect(copyOf({ ...row, name: 'श'.repeat(200) }).name).toHaveLength(200)
})

test('each field says what is wrong with it, in the order of the form', () => {
  const wrong = texts({
    name: ' ',
    price: '12,5',
    retailPrice: 'x',
    mrp: '0',
    stock: '-1',
    minimum: '0',
    unit: '',
    hsn: '33045',
    gst: '101',
    weight: '0.2',
    reorderLevel: '1000001',
    cost: '0',
  })
  expect(Object.keys(errorsOf(checkProduct(wrong, included, true)))).toEqual([
    'name',
    'price',
    'retailPrice',
    'mrp',
    'cost',
    'stock',
    'reorderLevel',
    'weight',
    'minimum',
    'unit',
    'hsn',
    'gst',
  ])
  expect(errorsOf(checkProduct(textsOf({ ...row, sku: '' }), included, false))).toEqual({ sku: 'Enter a SKU' })
  expect(checkProduct(texts(), included, true)).toMatchObject({
    ok: true,
    columns: { sku: '', mrp: null, retail_price: null, status: 'draft', weight_grams: null, reorder_level: null },
  })
  expect(checkProduct(texts({ weight: '1,250', reorderLevel: '0' }), included, true)).toMatchObject({
    ok: true,
    columns: { weight_grams: 1250, reorder_level: 0 },
  })
  expect(errorsOf(checkProduct(texts({ weight: '100001', reorderLevel: '-1' }), included, true))).toEqual({
    weight: 'Enter whole grams from 1 to 100000',
    reorderLevel: 'Enter a whole number from 0 to 1000000',
  })
})

test('a draft may lack a price, an active product has one', () => {
  expect(checkProduct(texts({ price: '' }), included, true)).toMatchObject({ ok: true, columns: { price: 0 } })
  expect(errorsOf(checkProduct(texts({ price: '', status: 'active' }), included, true))).toEqual({ price: 'Enter a price above ₹0 before it goes on sale' })
  expect(checkProduct(texts({ price: '0', retailPrice: '99', status: 'active' }), included, true)).toMatchObject({ ok: true })
})

test('a price above MRP says by how much and what would fit, GST on top or inside', () => {
  expect(mrpError(texts({ price: '427', mrp: '499' }), onTop)).toEqual({
    field: 'price',
    text: '₹427.00 is ₹503.86 with GST. That exceeds the MRP of ₹499.00 by ₹4.86',
    highest: '422.88',
  })
  expect(mrpError(texts({ price: '422.88', mrp: '499' }), onTop)).toBeNull()
  expect(mrpError(texts({ price: '10', retailPrice: '500', mrp: '499' }), included)).toMatchObject({ field: 'retailPrice', highest: '499.00' })
  expect(errorsOf(checkProduct(texts({ price: '500', mrp: '499' }), included, true))).toEqual({ price: '₹500.00 exceeds the MRP of ₹499.00 by ₹1.00' })
})

test('tiers: two numbers each, no quantity twice, no discount that falls; they are saved in order', () => {
  const tier = (minimum: string, percent: string, key = minimum) => ({ key, minimum, percent })
  expect(tierErrorsOf([tier('12', '5'), tier('24', '10')])).toEqual({})
  expect(Object.keys(tierErrorsOf([tier('', '5'), tier('1.5', '100')]))).toEqual(['tier_minimum_0', 'tier_minimum_1', 'tier_percent_1'])
  expect(tierErrorsOf([tier('12', '5', 'a'), tier('12', '7', 'b')])).toEqual({ tier_minimum_1: 'Another tier also starts at 12' })
  expect(Object.keys(tierErrorsOf([tier('24', '5'), tier('12', '7')]))).toEqual(['tier_percent_0'])
  const saved = checkProduct(texts({ tiers: [tier('24', '10'), tier(' 12 ', '5.5')] }), included, true)
  expect(saved).toMatchObject({
    columns: {
      pricing_tiers: [
        { min_quantity: 12, discount_percent: 5.5 },
        { min_quantity: 24, discount_percent: 10 },
      ],
    },
  })
})

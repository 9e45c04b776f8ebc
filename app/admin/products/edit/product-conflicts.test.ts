import { expect, test } from 'vitest'
import type { EditedProduct } from '../../../data/admin/products/product.ts'
import { textsOf, checkProduct } from './draft.ts'
import { productConflicts } from './product-conflicts.ts'

const shown = {
  id: 'p',
  version: 1,
  sku: 'K',
  name: 'Kajal',
  description: null,
  brand: null,
  price: 100,
  retail_price: null,
  mrp: null,
  gst_percent: 18,
  hsn: null,
  unit: 'NOS',
  category_id: 'eyes',
  is_featured: false,
  min_order_quantity: 1,
  pricing_tiers: [{ min_quantity: 6, discount_percent: 5 }],
  status: 'active',
  net_quantity: null,
  country_of_origin: null,
  manufacturer: null,
  generic_name: null,
  best_before: null,
  licence: null,
  batch: null,
  barcode: null,
  weight_grams: null,
  cost: 60,
  reorder_level: null,
  ingredients: null,
  how_to_use: null,
  stock: 9,
  units_sold: 0,
  updated_at: '2026-11-20T10:00:00Z',
  family: null,
  pictures: [{ id: 'a', image_url: 'product_images/abcdef12.webp', alt: null, thumbhash: null }],
} satisfies EditedProduct
const categories = new Map([
  ['eyes', 'Eyes'],
  ['lips', 'Lips'],
])

test('fields that both changed show both values; mine is what overwriting would save', () => {
  const theirs: EditedProduct = { ...shown, version: 2, stock: 3, price: 120, cost: 61, category_id: 'lips', pictures: [] }
  const checked = checkProduct({ ...textsOf(shown), price: '110', brand: 'Noor', cost: '62.50' }, { pricesIncludeGst: true, forcedGstPercent: 18 }, false)
  if (!checked.ok) throw new Error('it holds')
  expect(productConflicts(shown, theirs, { columns: { ...checked.columns, cost: checked.cost }, pictures: shown.pictures }, categories)).toEqual([
    { name: 'category_id', label: 'Category', was: 'Eyes', theirs: 'Lips', mine: 'Lips' },
    { name: 'brand', label: 'Brand', was: null, theirs: null, mine: 'Noor' },
    { name: 'price', label: 'Price', was: 100, theirs: 120, mine: 110 },
    { name: 'cost', label: 'Cost price excluding GST', was: 60, theirs: 61, mine: 62.5 },
    { name: 'shown_pictures', label: 'Pictures', was: 'abcdef', theirs: '', mine: '' },
  ])
})

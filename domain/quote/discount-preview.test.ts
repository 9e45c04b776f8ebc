import { expect, test } from 'vitest'
import { coversOf, previewDiscount } from './discount-preview.ts'
import type { DiscountDraft } from './discount-preview.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { NO_CHOICES } from '../orders/order-choices.ts'

const categories = [
  { id: 'skin', parent_id: null },
  { id: 'face', parent_id: 'skin' },
  { id: 'serums', parent_id: 'face' },
  { id: 'hair', parent_id: null },
]
const product = (id: string, price: number, category_id: string | null) => ({
  id,
  category_id,
  name: id,
  sku: id,
  hsn: '3304',
  tier_group: null,
  unit: 'NOS',
  gst_percent: 18,
  price,
  retail_price: null,
  mrp: null,
  pricing_tiers: null,
  min_order_quantity: 1,
  stock: 100,
})
const goods = [product('serum', 600, 'serums'), product('oil', 400, 'hair'), product('loose', 50, null)]
const cart = {
  lines: goods.map((entry) => ({ productId: entry.id, quantity: 1, product: entry })),
  settings: DEFAULT_SETTINGS,
  deliveryState: '27',
  choices: NO_CHOICES,
}
const draft = (changes: Partial<DiscountDraft> = {}): DiscountDraft => ({
  title: 'Festive tenth',
  code: null,
  description: null,
  kind: 'percent',
  value: 10,
  minimumGoods: 0,
  maximumDiscount: null,
  combines: false,
  productIds: [],
  categoryIds: [],
  ...changes,
})

test('a draft covers its products and those of its categories with all subcategories; without either it covers all', () => {
  expect(coversOf(draft(), goods, categories)).toBeNull()
  expect([...(coversOf(draft({ categoryIds: ['skin'], productIds: ['loose'] }), goods, categories) ?? [])]).toEqual(['serum', 'loose'])
  expect([...(coversOf(draft({ categoryIds: ['hair'] }), goods, categories) ?? [])]).toEqual(['oil'])
})

test('it returns what the draft would take off, or why it takes off nothing', () => {
  expect(previewDiscount(cart, draft(), [], categories)).toMatchObject({ amount: 105_00, saving: 105_00, error: null })
  expect(previewDiscount(cart, draft({ code: 'SKIN10', categoryIds: ['skin'] }), [], categories)).toMatchObject({
    amount: 60_00,
    after: { total: 1090_00 },
    error: null,
  })
  expect(previewDiscount(cart, draft({ minimumGoods: 1100_00 }), [], categories)).toMatchObject({ amount: 0, error: { reason: 'MINIMUM', missing: 50_00 } })
  expect(previewDiscount(cart, draft({ productIds: ['gone'] }), [], categories).error?.reason).toBe('NO_GOODS')
  expect(previewDiscount(cart, draft({ kind: 'free_delivery', value: 0 }), [], categories)).toMatchObject({ amount: 0, saving: 100_00, error: null })
})

test('together with an active offer it counts only where it takes off more', () => {
  const running = { id: 'r', name: 'Running', covers: null, ...draft({ value: 20 }) }
  expect(previewDiscount(cart, draft(), [running], categories)).toMatchObject({ amount: 0, saving: 0, error: { reason: 'NO_GAIN' } })
  expect(previewDiscount(cart, draft({ value: 30, productIds: ['oil'] }), [running], categories)).toMatchObject({ amount: 120_00, saving: 40_00, error: null })
  expect(previewDiscount(cart, draft({ code: 'TOP', combines: true }), [running], categories)).toMatchObject({ amount: 84_00, saving: 84_00 })
})

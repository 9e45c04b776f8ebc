import { expect, test } from 'vitest'
import { coversOf, wouldGive } from './discount-preview.ts'
import type { DiscountDraft } from './discount-preview.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'

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
const cart = { lines: goods.map((entry) => ({ productId: entry.id, quantity: 1, product: entry })), settings: DEFAULT_SETTINGS, deliveryState: '27' }
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

test('a draft covers its products and the goods of its categories with all their sub-categories; none named is all', () => {
  expect(coversOf(draft(), goods, categories)).toBeNull()
  expect([...(coversOf(draft({ categoryIds: ['skin'], productIds: ['loose'] }), goods, categories) ?? [])]).toEqual(['serum', 'loose'])
  expect([...(coversOf(draft({ categoryIds: ['hair'] }), goods, categories) ?? [])]).toEqual(['oil'])
})

test('it tells what would be given, and why nothing would', () => {
  expect(wouldGive(cart, draft(), [], categories)).toMatchObject({ gives: 105_00, cheaperBy: 105_00, fault: null })
  expect(wouldGive(cart, draft({ code: 'SKIN10', categoryIds: ['skin'] }), [], categories)).toMatchObject({
    gives: 60_00,
    after: { total: 1090_00 },
    fault: null,
  })
  expect(wouldGive(cart, draft({ minimumGoods: 1100_00 }), [], categories)).toMatchObject({ gives: 0, fault: { reason: 'MINIMUM', missing: 50_00 } })
  expect(wouldGive(cart, draft({ productIds: ['gone'] }), [], categories).fault?.reason).toBe('NO_GOODS')
  expect(wouldGive(cart, draft({ kind: 'free_delivery', value: 0 }), [], categories)).toMatchObject({ gives: 0, cheaperBy: 100_00, fault: null })
})

test('beside an offer in force it counts only where it gives more', () => {
  const running = { id: 'r', name: 'Running', covers: null, ...draft({ value: 20 }) }
  expect(wouldGive(cart, draft(), [running], categories)).toMatchObject({ gives: 0, cheaperBy: 0, fault: { reason: 'NO_GAIN' } })
  expect(wouldGive(cart, draft({ value: 30, productIds: ['oil'] }), [running], categories)).toMatchObject({ gives: 120_00, cheaperBy: 40_00, fault: null })
  expect(wouldGive(cart, draft({ code: 'TOP', combines: true }), [running], categories)).toMatchObject({ gives: 84_00, cheaperBy: 84_00 })
})

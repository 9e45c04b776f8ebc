import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import { cartSummary } from './cart-summary.ts'
import { quote } from './testing/plain-quote.ts'

const settings = { ...DEFAULT_SETTINGS, forcedGstPercent: 18 }
const product = {
  name: 'Lipstick',
  sku: 'L',
  hsn: '3304',
  tier_group: null,
  unit: 'NOS',
  gst_percent: 18,
  price: 149,
  retail_price: null,
  mrp: 249,
  min_order_quantity: 1,
  stock: 40,
  pricing_tiers: [{ min_quantity: 6, discount_percent: 12 }],
}
const of = (quantity: number, deliveryState: string | null) => quote({ lines: [{ productId: 'p', quantity, product }], settings, deliveryState })

test('list price less bulk savings is the price of the goods', () => {
  const priced = of(6, null)
  const summary = cartSummary(priced)
  expect(summary).toMatchObject({ units: 6, products: 1, listTotal: 89_400, bulkSavings: 10_728 })
  expect(summary.listTotal - summary.bulkSavings).toBe(priced.goodsTotal)
})

test('within the State the tax has two parts, outside one', () => {
  expect(cartSummary(of(1, null)).taxes.map(({ name, rate }) => [name, rate])).toEqual([
    ['CGST', 9],
    ['SGST', 9],
  ])
  expect(cartSummary(of(1, 'Karnataka')).taxes.map(({ name, rate }) => [name, rate])).toEqual([['IGST', 18]])
})

test('the tax rows add up to the tax of the goods', () => {
  const priced = of(5, null)
  expect(cartSummary(priced).taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.totalGst)
})

import { expect, test } from 'vitest'
import { liveStep, priceOfChoice, priceTable, underMrp } from './product-price.ts'

const lipstick = {
  price: 149,
  retail_price: null,
  mrp: 249,
  min_order_quantity: 2,
  stock: 40,
  pricing_tiers: [
    { min_quantity: 6, discount_percent: 12 },
    { min_quantity: 12, discount_percent: 20 },
  ],
}

test('chosen units have the price of the tier that they reach together with the cart', () => {
  expect(priceOfChoice(lipstick, 2, 4)).toMatchObject({ total: 6, unitPrice: 13_112, price: 26_224 })
})

test('without chosen units the price is that of the cart', () => {
  expect(priceOfChoice(lipstick, 0, 6)).toMatchObject({ total: 6, price: 6 * 13_112 })
})

test('the table starts with the base price if fewer units than the first tier may be ordered', () => {
  expect(priceTable(lipstick, 2)).toEqual([
    { from: 2, each: 14_900, saves: 10_000, inAll: 20_000 },
    { from: 6, each: 13_112, saves: 11_788, inAll: 70_728 },
    { from: 12, each: 11_920, saves: 12_980, inAll: 155_760 },
  ])
  expect(priceTable(lipstick, 6).map(({ from }) => from)).toEqual([6, 12])
  expect(priceTable({ ...lipstick, pricing_tiers: [] }, 1)).toEqual([])
})

test('savings compare with the amount paid, and are never below zero', () => {
  expect(priceTable(lipstick, 2, (unit) => unit * 2)[0]).toEqual({ from: 2, each: 14_900, saves: 0, inAll: 0 })
  expect(priceTable({ ...lipstick, mrp: null }, 2)[0]).toMatchObject({ saves: 0 })
  expect([underMrp(lipstick, 25_000), underMrp({ mrp: null }, 100)]).toEqual([-100, null])
})

test('no step applies below the minimum order, then the first row, then the highest tier reached', () => {
  const rows = priceTable(lipstick, 2)
  expect([1, 2, 5, 6, 11, 12, 100].map((total) => liveStep(lipstick, rows, 2, total))).toEqual([null, 2, 2, 6, 6, 12, 12])
})

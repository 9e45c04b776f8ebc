import { expect, test } from 'vitest'
import { tierNudge } from './tier-nudge.ts'
import { nearStep, stepsAround, suggestedQuantity } from './nearby-steps.ts'
import { priceSteps, reachedStep } from './price-steps.ts'

const lipstick = {
  price: 149,
  retail_price: null,
  mrp: 225,
  min_order_quantity: 2,
  stock: 476,
  pricing_tiers: [
    { min_quantity: 6, discount_percent: 12 },
    { min_quantity: 12, discount_percent: 20 },
    { min_quantity: 24, discount_percent: 25 },
  ],
}

test('the steps are the minimum order and each tier above it, with exact prices', () => {
  expect(priceSteps(lipstick)).toEqual([
    { from: 2, unitPrice: 14_900 },
    { from: 6, unitPrice: 13_112 },
    { from: 12, unitPrice: 11_920 },
    { from: 24, unitPrice: 11_175 },
  ])
})

test('a minimum order within a tier starts at the price of that tier', () => {
  expect(priceSteps({ ...lipstick, min_order_quantity: 8 })).toEqual([
    { from: 8, unitPrice: 13_112 },
    { from: 12, unitPrice: 11_920 },
    { from: 24, unitPrice: 11_175 },
  ])
})

test('a tier that the stock cannot fill is no step, nor one that saves nothing or needs half a unit', () => {
  expect(priceSteps({ ...lipstick, stock: 20 }).map(({ from }) => from)).toEqual([2, 6, 12])
  expect(priceSteps({ ...lipstick, pricing_tiers: [{ min_quantity: 6, discount_percent: 0 }] }).map(({ from }) => from)).toEqual([2])
  expect(priceSteps({ ...lipstick, pricing_tiers: [{ min_quantity: 6.5, discount_percent: 9 }] }).map(({ from }) => from)).toEqual([2])
})

test('a quantity has reached the last step at or below it', () => {
  const steps = priceSteps(lipstick)
  expect([0, 1, 2, 5, 6, 23, 24, 400].map((quantity) => reachedStep(steps, quantity))).toEqual([-1, -1, 0, 0, 1, 2, 3, 3])
})

test('a narrow row shows the reached step between its neighbours', () => {
  const steps = priceSteps(lipstick)
  const shown = (quantity: number) => stepsAround(steps, quantity, 3).map(({ from }) => from)
  expect([shown(0), shown(2), shown(6), shown(12), shown(24)]).toEqual([
    [2, 6, 12],
    [2, 6, 12],
    [2, 6, 12],
    [6, 12, 24],
    [6, 12, 24],
  ])
  expect(stepsAround(steps, 24, 9)).toEqual(steps)
})

test('the last quantity is suggested as far as minimum and stock allow it', () => {
  expect(suggestedQuantity(lipstick)).toBe(2)
  expect(suggestedQuantity(lipstick, 24)).toBe(24)
  expect(suggestedQuantity(lipstick, 1)).toBe(2)
  expect(suggestedQuantity({ ...lipstick, stock: 10 }, 24)).toBe(10)
  expect(suggestedQuantity({ ...lipstick, stock: 1 }, 24)).toBe(1)
})

test('the near step says the same as the nudge of the cart', () => {
  const steps = priceSteps(lipstick)
  expect(nearStep(steps, 10)).toEqual({ from: 12, unitPrice: 11_920, more: 2, saves: 14_304 })
  for (let quantity = 2; quantity <= 30; quantity += 1) {
    const nudge = tierNudge(lipstick, quantity)
    expect(nearStep(steps, quantity), String(quantity)).toEqual(
      nudge && { from: nudge.minQuantity, unitPrice: nudge.unitPrice, more: nudge.more, saves: nudge.saves },
    )
  }
  expect(nearStep(steps, 1)).toBeNull()
})

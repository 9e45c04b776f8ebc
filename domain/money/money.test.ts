import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideHalfUp, formatRupees, hundredths, portionOf, toDecimal, toPaise, toRupees } from './money.ts'
import { spreadByLargestRemainder } from './spread.ts'

const paise = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })

test('hundredths reads numbers with at most two decimals, and leaves the others to the exact decimal', () => {
  const given = ['7.25', 12, '0.5', '0', '9999999999.99', '7.255', '-1', '1e3', '', '.5', '12345678901234']
  expect(given.map((value) => hundredths(value))).toEqual([725, 1200, 50, 0, 999_999_999_999, null, null, null, null, null, null])
})

describe('toPaise', () => {
  test.each([
    ['149.00', 14900],
    [149, 14900],
    [1e3, 100000],
    ['0.1', 10],
    [0.07, 7],
    ['1e2', 10000],
    [1e-7, 0],
    ['.5', 50],
    ['5.', 500],
    [' 12.30 ', 1230],
    ['1.005', 101],
    [1.005, 101],
    ['1.004999', 100],
    ['-1.005', -101],
    ['-0', 0],
    [4.35, 435],
    [1.15, 115],
    ['9999999999.99', 999999999999],
  ])('reads %j as %i paise', (rupees, expected) => {
    expect(toPaise(rupees)).toBe(expected)
  })

  test.each([[''], ['abc'], ['1,000'], ['0x10'], ['1.2.3'], [Number.NaN], [Infinity], ['Infinity'], ['1e400'], [1e15]])('refuses %j', (value) => {
    expect(() => toPaise(value)).toThrow(RangeError)
  })
})

describe('the ways money is written', () => {
  test.each([
    [17963700, '₹1,79,637.00'],
    [0, '₹0.00'],
    [5, '₹0.05'],
    [99999, '₹999.99'],
    [100000, '₹1,000.00'],
    [1234567890123, '₹12,34,56,78,901.23'],
    [-150050, '-₹1,500.50'],
  ])('%i paise read %s', (amount, expected) => {
    expect(formatRupees(amount)).toBe(expected)
  })

  test('grouping is that of en-IN', () => {
    const intl = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    fc.assert(
      fc.property(paise, (amount) => {
        expect(formatRupees(amount)).toBe(intl.format(toDecimal(amount) as Intl.StringNumericLiteral))
      }),
    )
  })

  test('every amount survives the API and the database unchanged', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        expect(toPaise(toDecimal(amount))).toBe(amount)
        expect(toPaise(toRupees(amount))).toBe(amount)
        expect(toPaise(JSON.parse(JSON.stringify(toRupees(amount))) as number)).toBe(amount)
      }),
    )
  })

  test('half a paisa cannot be written', () => {
    expect(() => toDecimal(0.5)).toThrow(RangeError)
  })
})

describe('divideHalfUp', () => {
  test.each([
    [1, 2, 1],
    [-1, 2, -1],
    [1, 3, 0],
    [2, 3, 1],
    [5, 10, 1],
    [4, 10, 0],
    [0, 7, 0],
    [9007199254740991, 2, 4503599627370496],
  ])('%i ÷ %i is %i', (n, d, expected) => {
    expect(divideHalfUp(n, d)).toBe(expected)
  })

  test('agrees with exact integers for every pair', () => {
    const safe = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }
    fc.assert(
      fc.property(fc.integer(safe), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (n, d) => {
        const [numerator, denominator] = [BigInt(n < 0 ? -n : n), BigInt(d)]
        const magnitude = Number((numerator * 2n + denominator) / (denominator * 2n))
        expect(divideHalfUp(n, d)).toBe(n < 0 && magnitude > 0 ? -magnitude : magnitude)
      }),
    )
  })

  test('refuses numbers that are not whole, and division by zero', () => {
    for (const [n, d] of [
      [0.5, 1],
      [1, 0],
      [1, -2],
      [1, 1.5],
      [Number.NaN, 1],
      [2 ** 53, 1],
    ] as const)
      expect(() => divideHalfUp(n, d)).toThrow(RangeError)
  })
})

test('a portion is exact where the product leaves the safe integers', () => {
  expect(portionOf(999_999_999_999, 1800, 11_800)).toBe(152_542_372_881)
  expect(portionOf(9_007_199_254_740_991, 9999, 10_000)).toBe(9_006_298_534_815_517)
})

describe('spreading by largest remainder', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 999_999_999_999 }), { minLength: 1, maxLength: 30 })
  const total = fc.integer({ min: 0, max: 999_999_999_999 })

  test('the parts sum to the whole and each is within a paisa of its fair share', () => {
    fc.assert(
      fc.property(total, weights, (amount, given) => {
        const parts = spreadByLargestRemainder(amount, given)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        const whole = given.reduce((sum, weight) => sum + BigInt(weight), 0n)
        if (whole === 0n) return
        for (const [index, part] of parts.entries()) {
          const fair = (BigInt(amount) * BigInt(given[index] ?? 0)) / whole
          expect([Number(fair), Number(fair) + 1]).toContain(part)
        }
      }),
    )
  })

  test('no part exceeds its weight while the total does not exceed the weights', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (given, fraction) => {
        const whole = given.reduce((sum, weight) => sum + weight, 0)
        const parts = spreadByLargestRemainder(Math.floor(whole * fraction), given)
        for (const [index, part] of parts.entries()) expect(part).toBeLessThanOrEqual(given[index] ?? 0)
      }),
    )
  })

  test('the largest remainders get the odd paise, the earlier entry on a tie', () => {
    expect(spreadByLargestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(spreadByLargestRemainder(10, [3, 3, 1])).toEqual([4, 4, 2])
    expect(spreadByLargestRemainder(5, [0, 10, 0])).toEqual([0, 5, 0])
  })

  test('without weights the parts are equal; without entries there are no parts', () => {
    expect(spreadByLargestRemainder(5, [0, 0])).toEqual([3, 2])
    expect(spreadByLargestRemainder(0, [])).toEqual([])
    expect(() => spreadByLargestRemainder(1, [])).toThrow(RangeError)
    expect(() => spreadByLargestRemainder(-1, [1])).toThrow(RangeError)
    expect(() => spreadByLargestRemainder(1, [1, -1])).toThrow(RangeError)
  })
})

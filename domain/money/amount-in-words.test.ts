import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [12000050, 'Rupees One Lakh Twenty Thousand and Fifty Paise Only'],
  [0, 'Rupees Zero Only'],
  [100, 'Rupees One Only'],
  [1, 'One Paisa Only'],
  [99, 'Ninety Nine Paise Only'],
  [101, 'Rupees One and One Paisa Only'],
  [1900, 'Rupees Nineteen Only'],
  [4200, 'Rupees Forty Two Only'],
  [10000, 'Rupees One Hundred Only'],
  [88672, 'Rupees Eight Hundred Eighty Six and Seventy Two Paise Only'],
  [100000, 'Rupees One Thousand Only'],
  [17963700, 'Rupees One Lakh Seventy Nine Thousand Six Hundred Thirty Seven Only'],
  [10000000, 'Rupees One Lakh Only'],
  [1000000000, 'Rupees One Crore Only'],
  [1234567890, 'Rupees One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight and Ninety Paise Only'],
  [999999999999, 'Rupees Nine Hundred Ninety Nine Crore Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine and Ninety Nine Paise Only'],
  [100000000000000, 'Rupees One Lakh Crore Only'],
])('%i paise are %s', (paise, words) => expect(amountInWords(paise)).toBe(words))

test('different amounts read differently', () => {
  const amount = fc.integer({ min: 0, max: 999_999_999_999 })
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      expect(amountInWords(a) === amountInWords(b)).toBe(a === b)
    }),
  )
})

test('a negative amount or half a paisa cannot be written out', () => {
  for (const paise of [-1, 0.5, Number.NaN]) expect(() => amountInWords(paise)).toThrow(RangeError)
})

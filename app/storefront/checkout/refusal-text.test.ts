import { expect, test } from 'vitest'
import { refusalText } from './refusal-text.ts'

test('a changed price shows old and new of the line and of the total', () => {
  const text = refusalText('QUOTE_CHANGED', [{ product_id: 'p', name: 'Kajal', code: 'QUOTE_CHANGED', old: 149, new: 159 }], 179_637, 180_637)
  expect(text.next).toBe('again')
  expect(text.lines.map((line) => line.text)).toEqual(['Kajal: ₹149.00 each before, ₹159.00 each now', 'Total: ₹1,796.37 before, ₹1,806.37 now'])
})

test('a changed delivery charge alone shows the totals', () => {
  expect(refusalText('QUOTE_CHANGED', [], 10_000, 20_000).lines.map((line) => line.text)).toEqual(['Total: ₹100.00 before, ₹200.00 now'])
})

test('what is left of a product is named', () => {
  const text = refusalText(
    'OUT_OF_STOCK',
    [
      { product_id: 'p', name: 'Kajal', code: 'OUT_OF_STOCK', old: 6, new: 2 },
      { product_id: 'q', name: 'Ubtan', code: 'OUT_OF_STOCK', old: 1, new: 0 },
    ],
    0,
    0,
  )
  expect(text.next).toBe('cart')
  expect(text.lines.map((line) => line.text)).toEqual(['Kajal: only 2 left (you wanted 6)', 'Ubtan: Out of Stock'])
})

test('a blocked customer reads so, and whom to contact', () => {
  expect(refusalText('ACCOUNT_BLOCKED', [], 0, 0)).toMatchObject({ title: expect.stringContaining('blocked') as string, next: 'contact' })
})

test('an unknown refusal still says that the order was not placed', () => {
  expect(refusalText('SOMETHING_NEW', [], 0, 0).title).toContain("couldn't place your order")
})

test('an order that an earlier try has placed is not called unplaced, and leads to it', () => {
  const text = refusalText('KEY_REUSED', [], 0, 0)
  expect([text.title, text.next]).toEqual([expect.stringContaining('already placed'), 'order'])
  expect(text.title).not.toContain("couldn't place")
})

test('an order of too many lines says how many there may be', () => {
  expect(refusalText('TOO_LARGE', [], 0, 0)).toMatchObject({ title: expect.stringContaining('up to 1,000 products') as string, next: 'cart' })
})

test('a limit says which one it is and what can be done', () => {
  expect(refusalText('TOO_MANY_ORDERS', [], 0, 0, { limit: 20 })).toMatchObject({
    title: expect.stringContaining('in the past hour') as string,
    next: 'contact',
  })
  expect(refusalText('TOO_MANY_UNPAID', [], 0, 0, { limit: 5 })).toMatchObject({ title: expect.stringContaining('5 of your orders') as string, next: 'orders' })
  expect(refusalText('COD_LIMIT', [], 0, 0, { limit: 25_000 })).toMatchObject({ title: expect.stringContaining('₹25,000.00') as string, next: 'payment' })
  expect(refusalText('TOO_MANY_CODES', [], 0, 0)).toMatchObject({ title: expect.stringContaining('many invalid codes') as string, next: 'again' })
})

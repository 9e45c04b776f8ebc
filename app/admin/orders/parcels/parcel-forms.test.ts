import { expect, test } from 'vitest'
import { isComplete, readArrived, readCarrier, readPieces, refusalOf } from './parcel-forms.ts'

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const lines = [
  { id: 'a', product_name: 'Rose Cream', left: 3, inParcel: 3 },
  { id: 'b', product_name: 'Neem Soap', left: 1, inParcel: 1 },
]

test('the chosen pieces are whole numbers up to what is left, and at least one', () => {
  expect(readPieces(form({ 'pieces-a': ' 2 ', 'pieces-b': '' }), lines)).toEqual({ ok: true, lines: [{ item: 'a', quantity: 2 }] })
  for (const typed of ['4', '-1', '1.5', 'x']) expect(readPieces(form({ 'pieces-a': typed }), lines)).toMatchObject({ ok: false, message: /Rose Cream/ })
  expect(readPieces(form({ 'pieces-a': '0' }), lines)).toMatchObject({ ok: false, message: /at least one/ })
})

test('every piece of a parcel that is back is booked once', () => {
  const right = { 'restocked-a': '1', 'damaged-a': '1', 'lost-a': '1', 'restocked-b': '1' }
  expect(readArrived(form(right), lines)).toEqual({
    ok: true,
    lines: [
      { item: 'a', restocked: 1, damaged: 1, lost: 1 },
      { item: 'b', restocked: 1, damaged: 0, lost: 0 },
    ],
  })
  expect(readArrived(form({ ...right, 'lost-b': '1' }), lines)).toMatchObject({ ok: false, message: /Neem Soap/ })
})

test('own delivery needs neither courier nor number', () => {
  expect(readCarrier(form({ own: 'on', courier: 'DTDC', tracking_number: 'D1' }))).toEqual({ own: true, courier: '', tracking: '' })
  expect(isComplete(readCarrier(form({ own: 'on' })))).toBe(true)
  expect(isComplete(readCarrier(form({ courier: 'DTDC', tracking_number: ' ' })))).toBe(false)
})

test('a refusal has a sentence', () => {
  expect(refusalOf({ ok: true })).toBeNull()
  expect(refusalOf({ ok: false, code: 'STALE', message: 'The order has changed' })).toContain('Someone else')
  expect(refusalOf({ ok: false, code: null, message: 'TypeError: Failed to fetch' })).toContain('could not be saved')
})

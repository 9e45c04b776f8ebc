import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkBody, fieldsOf, flag, line, rupees, uuid } from './check-body.ts'

const ORDER = fieldsOf({
  id: uuid('Which order?'),
  total: rupees('How much?'),
  paid: flag,
  note: line,
  lines: v.array(fieldsOf({ quantity: v.number('How many?') }, 'A line')),
  payment: fieldsOf({ method: v.picklist(['cash'], 'Pay how?'), reference: v.string('Which payment?') }, 'A payment'),
})
const body = {
  id: '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001',
  total: 149.5,
  paid: true,
  note: ' by\nhand ',
  lines: [{ quantity: 1 }],
  payment: { method: 'cash', reference: 'r' },
}
const fieldsFor = (changed: unknown, names?: Record<string, string>) => {
  const checked = checkBody(ORDER, changed, names)
  return checked.ok ? {} : checked.fields
}

test('a body is read into typed values, and unknown fields are dropped', () => {
  expect(checkBody(ORDER, { ...body, more: 1 })).toEqual({ ok: true, body: { ...body, total: 14_950, note: 'by hand' } })
})

test('every invalid or missing field is reported at once with its own sentence', () => {
  expect(fieldsFor({})).toEqual({ id: 'Which order?', total: 'How much?', lines: expect.any(String), payment: 'A payment' })
})

test('an error within a field is reported for the field, or under the name that clients know', () => {
  expect(fieldsFor({ ...body, lines: [{ quantity: 1 }, { quantity: 'x' }, 7], payment: { method: 'gold' } }, { 'payment.reference': 'reference' })).toEqual({
    lines: 'How many?',
    payment: 'Pay how?',
    reference: 'Which payment?',
  })
})

test('an amount is finite, not negative and below ten billion', () => {
  for (const total of [-0.01, 1e10, JSON.parse('1e999'), Number.NaN, '12', null]) expect(fieldsFor({ ...body, total })).toEqual({ total: 'How much?' })
})

test('a value that is not an object is refused as the body', () => {
  for (const wrong of [null, [], 'x', 1]) expect(fieldsFor(wrong)).toEqual({ body: 'A JSON object is required' })
})

test('a flag is true only for true, and a note that is not text is empty', () => {
  expect(checkBody(ORDER, { ...body, paid: 'yes', note: 5 })).toMatchObject({ body: { paid: false, note: '' } })
})

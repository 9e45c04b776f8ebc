import { expect, test } from 'vitest'
import { readFiled } from './complaints.ts'

test('only an answer with a number is a filed complaint', () => {
  expect(readFiled(200, { number: 'CMP/26-27/000001' })).toEqual({ ok: true, number: 'CMP/26-27/000001' })
  expect(readFiled(200, {})).toEqual({ ok: false, code: 'FAILED' })
  expect(readFiled(400, { code: 'INVALID', fields: { name: 'Enter your name' } })).toEqual({ ok: false, code: 'INVALID', fields: { name: 'Enter your name' } })
  expect(readFiled(429, { code: 'TOO_MANY' })).toEqual({ ok: false, code: 'TOO_MANY' })
  for (const [status, body] of [
    [500, null],
    [400, null],
    [404, 'x'],
  ] as const)
    expect(readFiled(status, body)).toEqual({ ok: false, code: 'FAILED' })
})

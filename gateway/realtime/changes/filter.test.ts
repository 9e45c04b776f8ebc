import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilters } from './filter.ts'

test.each([
  ['id=eq.1', [{ column: 'id', operator: 'eq', values: ['1'] }]],
  ['at=gte.2026-11-20T10:00:00+05:30', [{ column: 'at', operator: 'gte', values: ['2026-11-20T10:00:00+05:30'] }]],
  ['price=lt.1.50', [{ column: 'price', operator: 'lt', values: ['1.50'] }]],
  ['text=eq.', [{ column: 'text', operator: 'eq', values: [''] }]],
  ['text=eq."a,(b)\\"c"', [{ column: 'text', operator: 'eq', values: ['a,(b)"c'] }]],
  ['id=in.(1,2,"3,4")', [{ column: 'id', operator: 'in', values: ['1', '2', '3,4'] }]],
  [
    'a=neq.x=y,b=lte.2',
    [
      { column: 'a', operator: 'neq', values: ['x=y'] },
      { column: 'b', operator: 'lte', values: ['2'] },
    ],
  ],
])('%s', (text, filters) => {
  expect(readFilters(text)).toEqual({ ok: true, value: filters })
})

test.each(['', 'id', 'id=1', '=eq.1', 'id=like.a', 'id=not.eq.1', 'id=constructor.1', 'id=in.1,2', 'id=in.(1', 'id=eq."open', `id=in.(${'1,'.repeat(200)}1)`])(
  'refused: %s',
  (text) => {
    expect(readFilters(text).ok).toBe(false)
  },
)

test('at most 10 conditions, with at most 100 values in all', () => {
  const conditions = (count: number): string => Array.from({ length: count }, () => 'id=gt.1').join(',')
  const list = (count: number): string => `id=in.(${Array.from({ length: count }, () => '1').join(',')})`
  expect([readFilters(conditions(10)).ok, readFilters(`${list(50)},${list(50)}`).ok]).toEqual([true, true])
  expect(readFilters(conditions(11))).toEqual({ ok: false, reason: 'A filter has at most 10 conditions' })
  expect(readFilters(`${list(50)},${list(51)}`)).toEqual({ ok: false, reason: 'A filter has at most 100 values' })
})

test('any text gives filters or an error', () => {
  fc.assert(fc.property(fc.string(), (text) => void readFilters(text)))
})

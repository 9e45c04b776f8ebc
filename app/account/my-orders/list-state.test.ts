import { expect, test } from 'vitest'
import { listQuery, pageOf, readListState } from './list-state.ts'

test('what is shown survives the way through the address', () => {
  const state = { text: 'in transit & more', newestFirst: false, page: 3 }
  expect(readListState(new URLSearchParams(listQuery(state)))).toEqual(state)
  expect(listQuery({ text: '', newestFirst: true, page: 1 })).toBe('')
})

test.each(['0', '-2', '1.5', 'x', ''])('an invalid page %s in the address is the first', (page) => {
  expect(readListState(new URLSearchParams({ page })).page).toBe(1)
})

test('a page beyond the last is the last, and an empty list has one', () => {
  expect(pageOf([1, 2, 3, 4, 5], 9, 2)).toEqual({ rows: [5], page: 3, pages: 3 })
  expect(pageOf([], 2, 2)).toEqual({ rows: [], page: 1, pages: 1 })
})

import { expect, it } from 'vitest'
import { nextSort, readList, viewOf, withCursor, withFilter, withSearch, withSort, withoutFilters } from './list-url.ts'
import type { Filter } from './list-url.ts'

const status: Filter = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'open', label: 'Open' },
    { value: 'closed', label: 'Closed' },
  ],
}
const params = (text: string) => new URLSearchParams(text)

it('an address is read back as it was written', () => {
  let address = withSearch(params(''), '  rose & oil ')
  address = withFilter(address, 'status', ['open', 'closed'])
  address = withSort(address, { by: 'date', ascending: false })
  expect(readList(withCursor(address, 'abc'), [status], ['date'])).toEqual({
    search: 'rose & oil',
    filters: { status: ['open', 'closed'] },
    sort: { by: 'date', ascending: false },
    cursor: 'abc',
  })
})

it('what an address says wrongly it does not say', () => {
  expect(readList(params('status=open,drop table,open&sort=secret.desc'), [status], ['date'])).toEqual({
    search: '',
    filters: { status: ['open'] },
    sort: null,
    cursor: null,
  })
})

it('another search, filter or order begins at the first page', () => {
  const deep = params('page=abc&q=x&other=1')
  for (const next of [withSearch(deep, 'y'), withFilter(deep, 'status', []), withSort(deep, null), withoutFilters(deep, [status])])
    expect(next.has('page')).toBe(false)
  expect(withoutFilters(deep, [status]).toString()).toBe('other=1')
  expect(viewOf(deep)).toBe('q=x&other=1')
})

it('a column header sorts, reverses, and restores the order', () => {
  const first = nextSort(null, 'date', false)
  expect(first).toEqual({ by: 'date', ascending: false })
  const second = nextSort(first, 'date', false)
  expect(second).toEqual({ by: 'date', ascending: true })
  expect(nextSort(second, 'date', false)).toBeNull()
  expect(nextSort(second, 'name', true)).toEqual({ by: 'name', ascending: true })
})

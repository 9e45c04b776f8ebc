import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, keysetFilter, keysetPage } from './keyset.ts'
import type { SortKey } from './keyset.ts'

const newest: SortKey[] = [
  { column: 'created_at', ascending: false },
  { column: 'id', ascending: true },
]

describe('a cursor', () => {
  it('comes back as it was, in any script', () => {
    const cursor = { direction: 'before' as const, values: ['शृंगार, "x"', 12.5, true, null] }
    expect(decodeCursor(encodeCursor(cursor), 4)).toEqual(cursor)
    expect(encodeCursor(cursor)).toMatch(/^[\w-]+$/)
  })
  it.each([null, '', 'nonsense', '%%%', encodeCursor({ direction: 'after', values: ['one'] }), btoa('[2,1,2]'), btoa('[1,{},2]'), 'A'.repeat(3000)])(
    'that is hostile, broken or of another list is none: %s',
    (text) => expect(decodeCursor(text, 2)).toBeNull(),
  )
})

describe('behind a row', () => {
  it('are rows that are greater in the first column, or equal and greater in the next', () => {
    expect(keysetFilter(newest, ['2026-11-20T10:00:00+00:00', 'b'], false)).toBe(
      'created_at.lt."2026-11-20T10:00:00+00:00",and(created_at.eq."2026-11-20T10:00:00+00:00",id.gt."b")',
    )
  })
  it('and before it the opposite', () => expect(keysetFilter(newest, ['x', 'b'], true)).toBe('created_at.gt."x",and(created_at.eq."x",id.lt."b")'))
  it('quotes what a value could break out with', () =>
    expect(keysetFilter([{ column: 'name', ascending: true }], ['a"),id.gt.0\\'], false)).toBe('name.gt."a\\"),id.gt.0\\\\"'))
  it('nulls come last: after every value, and all values before them', () => {
    const sort: SortKey[] = [
      { column: 'brand', ascending: true, nullable: true },
      { column: 'id', ascending: true },
    ]
    expect(keysetFilter(sort, ['Kaveri', '1'], false)).toBe('brand.gt."Kaveri",brand.is.null,and(brand.eq."Kaveri",id.gt."1")')
    expect(keysetFilter(sort, [null, '1'], false)).toBe('and(brand.is.null,id.gt."1")')
    expect(keysetFilter(sort, [null, '1'], true)).toBe('brand.not.is.null,and(brand.is.null,id.lt."1")')
  })
})

/** A table of numbers that understands the filters above for a single unique column. */
class Numbers {
  #rows: { id: number }[]
  #descending = false
  constructor(rows: { id: number }[]) {
    this.#rows = rows
  }
  or(filters: string): this {
    const [, operator, value] = /^id\.(lt|gt)\."(\d+)"$/.exec(filters) ?? []
    this.#rows = this.#rows.filter(({ id }) => (operator === 'lt' ? id < Number(value) : id > Number(value)))
    return this
  }
  filter(): this {
    return this
  }
  order(_column: string, { ascending }: { ascending: boolean }): this {
    this.#descending = !ascending
    return this
  }
  limit(count: number): this {
    this.#rows = this.#rows.toSorted((a, b) => (this.#descending ? b.id - a.id : a.id - b.id)).slice(0, count)
    return this
  }
  // oxlint-disable-next-line unicorn/no-thenable -- the client's query builders are awaited like this
  get then() {
    const answer = Promise.resolve({ data: this.#rows, error: null, count: 7 })
    return answer.then.bind(answer)
  }
}

it('walks a list to its end and back, each row once', async () => {
  const all = Array.from({ length: 7 }, (_, place) => ({ id: place + 1 }))
  const read = (cursor: string | null) => keysetPage<{ id: number }, Numbers>(new Numbers(all), { sort: [{ column: 'id', ascending: false }], cursor, size: 3 })
  const first = await read(null)
  const second = await read(first.next)
  const third = await read(second.next)
  expect([first, second, third].map(({ rows }) => rows.map(({ id }) => id))).toEqual([[7, 6, 5], [4, 3, 2], [1]])
  expect([first.previous, third.next]).toEqual([null, null])
  expect([first.count, second.count]).toEqual([7, null])
  const back = await read(third.previous)
  expect(back.rows.map(({ id }) => id)).toEqual([4, 3, 2])
  const start = await read(back.previous)
  expect([start.rows.map(({ id }) => id), start.previous, start.next !== null]).toEqual([[7, 6, 5], null, true])
})

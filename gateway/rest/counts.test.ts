import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANON, openLibrary, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const anon = () => library.client(ANON)

test('rel(count) counts the rows of an embedded list', async () => {
  const { data, error } = await anon().from('books').select('id,tags(count)').order('id')
  expect(error).toBeNull()
  expect(data).toEqual([
    { id: 1, tags: [{ count: 1 }] },
    { id: 2, tags: [{ count: 2 }] },
    { id: 3, tags: [{ count: 1 }] },
    { id: 4, tags: [{ count: 0 }] },
  ])
})

test('a filter of the list applies to its count, which can have an alias and a cast', async () => {
  const { data } = await anon().from('books').select('tags(n:count::text)').eq('tags.label', 'wet').eq('id', 2)
  expect(data).toEqual([{ tags: [{ n: '1' }] }])
})

test('a count includes only rows that row level security shows the caller', async () => {
  const { data } = await library.client(USER).from('books').select('id,loans(count)').in('id', [1, 2]).order('id')
  expect(data).toEqual([
    { id: 1, loans: [{ count: 1 }] },
    { id: 2, loans: [{ count: 0 }] },
  ])
})

test('the root resource can be counted', async () => {
  expect((await anon().from('books').select('count').eq('genre', 'novel')).data).toEqual([{ count: 2 }])
  expect((await anon().from('books').select('count').single()).data).toEqual({ count: 4 })
})

test('a count combined with columns or an order is refused', async () => {
  expect((await anon().from('books').select('id,count')).error?.code).toBe('42803')
  expect((await anon().from('books').select('tags(count,id)')).error?.code).toBe('42803')
  expect((await anon().from('books').select('tags(count)').order('id', { referencedTable: 'tags' })).error?.code).toBe('42803')
  expect((await anon().from('books').select('count()')).error?.code).toBe('PGRST123')
})

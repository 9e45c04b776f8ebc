import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLibrary, SERVICE, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const user = () => library.client(USER)
const titles = async (): Promise<unknown> => (await user().from('books').select('title').order('id')).data

/** The header that `single()` sends; the client offers it only after select(). */
const single = { accept: 'application/vnd.pgrst.object+json' }

test('a single-row write changes nothing if several rows match, also without select()', async () => {
  const before = await titles()
  for (const [method, body] of [
    ['PATCH', JSON.stringify({ title: 'Changed' })],
    ['DELETE', undefined],
  ] as const) {
    const response = await library.request(USER, '/books?id=gte.3', { method, body, headers: single })
    expect([response.status, await response.json()]).toMatchObject([406, { code: 'PGRST116', details: 'The result contains 2 rows' }])
    const none = await library.request(USER, '/books?id=eq.99', { method, body, headers: single })
    expect([none.status, await none.json()]).toMatchObject([406, { code: 'PGRST116', details: 'The result contains 0 rows' }])
  }
  const twice = await library.request(USER, '/tags', { method: 'POST', body: '[{"id":8,"label":"a"},{"id":9,"label":"b"}]', headers: single })
  expect([twice.status, await twice.json()]).toMatchObject([406, { code: 'PGRST116' }])
  expect(await titles()).toEqual(before)
  expect((await user().from('tags').select('id').gte('id', 8)).data).toEqual([])
})

test('the same holds for a client that sends the header with update() and no select()', async () => {
  const before = await titles()
  const { error, status } = await user().from('books').update({ title: 'Changed' }).gte('id', 3).setHeader('accept', single.accept)
  expect([status, error?.code]).toEqual([406, 'PGRST116'])
  expect(await titles()).toEqual(before)
})

test('a write of exactly one row succeeds without a body', async () => {
  const response = await library.request(USER, '/books?id=eq.1', { method: 'PATCH', body: JSON.stringify({ notes: 'one' }), headers: single })
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect((await user().from('books').select('notes').eq('id', 1).single()).data).toEqual({ notes: 'one' })
})

test('an update or delete without a filter is refused for every role', async () => {
  const before = await titles()
  for (const session of [USER, SERVICE]) {
    const client = library.client(session)
    const updated = await client.from('books').update({ title: 'Changed' })
    expect([updated.status, updated.error]).toMatchObject([400, { code: '21000', message: 'UPDATE requires a WHERE clause' }])
    const deleted = await client.from('books').delete()
    expect([deleted.status, deleted.error]).toMatchObject([400, { code: '21000', message: 'DELETE requires a WHERE clause' }])
  }
  expect(await titles()).toEqual(before)
})

test('an update without columns is not refused', async () => {
  const { status, error } = await user().from('books').update({})
  expect([status, error]).toEqual([204, null])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLibrary, SERVICE, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())
beforeEach(() => library.reset())

const user = () => library.client(USER)
const service = () => library.client(SERVICE)
const titleOf = async (id: number): Promise<unknown> => (await service().from('books').select('title').eq('id', id).maybeSingle()).data?.title

describe('update', () => {
  test('changes only the filtered rows', async () => {
    const { data, status, error } = await user().from('books').update({ title: 'Changed', pages: 5 }).eq('author_id', 1).gt('id', 1).select('id,title')
    expect([error, status, data]).toEqual([null, 200, [{ id: 2, title: 'Changed' }]])
    expect(await titleOf(1)).toBe('Rain')
  })

  test('without a representation it is 204', async () => {
    const { status, data } = await user().from('books').update({ title: 'Quiet' }).eq('id', 1)
    expect([status, data]).toEqual([204, null])
    expect(await titleOf(1)).toBe('Quiet')
  })

  test('a conditional update without a match returns no rows', async () => {
    const { data, status } = await user().from('books').update({ title: 'x' }).eq('id', 1).eq('genre', 'essay').select('id')
    expect([data, status]).toEqual([[], 200])
  })

  test('null is written, and an empty object changes nothing', async () => {
    await user().from('books').update({ price: null }).eq('id', 1)
    expect((await service().from('books').select('price').eq('id', 1).single()).data).toEqual({ price: null })
    const { data, status } = await user().from('books').update({}).eq('id', 1).select()
    expect([data, status]).toEqual([[], 200])
  })

  test('single rolls back if several rows match', async () => {
    const many = await user().from('books').update({ title: 'all' }).gt('id', 0).select('id').single()
    expect([many.status, many.error?.code]).toEqual([406, 'PGRST116'])
    expect(await titleOf(1)).toBe('Rain')
    const none = await user().from('books').update({ title: 'x' }).eq('id', 99).select('id').single()
    expect(none.error?.details).toBe('The result contains 0 rows')
    const one = await user().from('books').update({ title: 'one' }).eq('id', 1).select('id').single()
    expect(one.data).toEqual({ id: 1 })
    expect(await titleOf(1)).toBe('one')
  })

  test('max-affected rolls back if more rows match', async () => {
    const patch = (query: string): Promise<Response> =>
      library.request(USER, `/books?${query}`, { method: 'PATCH', body: '{"title":"x"}', headers: { prefer: 'handling=strict, max-affected=2' } })
    const refused = await patch('id=gt.0')
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, 'PGRST124'])
    expect(await titleOf(1)).toBe('Rain')
    expect((await patch('id=eq.1')).status).toBe(204)
  })

  test('tx=rollback is ignored: the write is committed, and the preference is not reported as applied', async () => {
    const response = await library.request(USER, '/books?id=eq.1', { method: 'PATCH', body: '{"title":"kept"}', headers: { prefer: 'tx=rollback' } })
    expect([response.status, response.headers.get('preference-applied')]).toEqual([204, null])
    expect(await titleOf(1)).toBe('kept')
  })

  test('a limit or an inner embed is refused, because it would not restrict the update', async () => {
    const limit = await library.request(USER, '/books?id=gt.0&limit=1', { method: 'PATCH', body: '{"title":"x"}' })
    expect(((await limit.json()) as { code: string }).code).toBe('PGRST127')
    const inner = await user().from('books').update({ title: 'x' }).eq('tags.label', 'wet').select('id,tags!inner()')
    expect(inner.error?.code).toBe('PGRST127')
    expect(await titleOf(1)).toBe('Rain')
  })
})

describe('delete and put', () => {
  test('delete removes the filtered rows', async () => {
    const { data, status } = await user().from('book_tags').delete().eq('book_id', 2).select('tag_id').order('tag_id')
    expect([status, data]).toEqual([200, [{ tag_id: 1 }, { tag_id: 2 }]])
    const quiet = await user().from('book_tags').delete({ count: 'exact' }).eq('tag_id', 1)
    expect([quiet.status, quiet.count]).toEqual([204, 1])
  })

  test('a referenced row stays: 409', async () => {
    const { error, status } = await service().from('publishers').delete().eq('id', 1)
    expect([status, error?.code]).toEqual([409, '23503'])
  })

  test('PUT writes one row by its whole key', async () => {
    const put = (path: string, body: string): Promise<Response> => library.request(SERVICE, path, { method: 'PUT', body })
    expect((await put('/tags?id=eq.1', '{"id":1,"label":"put"}')).status).toBe(204)
    expect((await put('/tags?id=eq.20', '{"id":20,"label":"made"}')).status).toBe(204)
    expect((await service().from('tags').select('label').in('id', [1, 20]).order('id')).data).toEqual([{ label: 'put' }, { label: 'made' }])
    const codes = [
      await put('/tags?label=eq.x', '{"id":1,"label":"x"}'),
      await put('/tags?id=gt.1', '{"id":1,"label":"x"}'),
      await put('/tags?id=eq.2', '{"id":1,"label":"x"}'),
      await put('/tags?id=eq.1&limit=1', '{"id":1,"label":"x"}'),
    ]
    expect(await Promise.all(codes.map(async (response) => ((await response.json()) as { code: string }).code))).toEqual([
      'PGRST105',
      'PGRST105',
      'PGRST115',
      'PGRST114',
    ])
  })
})

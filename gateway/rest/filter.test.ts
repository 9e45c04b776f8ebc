import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANON, openLibrary, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const anon = () => library.client(ANON)
const ids = (rows: unknown): unknown => (rows as { id: number }[] | null)?.map((row) => row.id)

describe('filters', () => {
  const found = async (query: string): Promise<unknown> => {
    const response = await library.request(ANON, `/books?select=id&order=id&${query}`)
    const body: unknown = await response.json()
    return response.ok ? ids(body) : (body as { code: string }).code
  }

  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['pages=gt.120&pages=lte.300', [1, 4]],
    ['pages=gte.120&pages=lt.300', [2, 4]],
    ['title=like.R*', [1, 2]],
    ['title=like.r*', []],
    ['title=ilike.r*', [1, 2]],
    ['title=eq.R*', []],
    ['title=like.100%25%20*', [4]],
    ['title=match.%5ER', [1, 2]],
    ['title=imatch.%5Er', [1, 2]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['id=not.in.(1,3)', [2, 4]],
    ['title=in.("Rain","100%25 Dry")', [1, 4]],
    ['in_print=is.true', [1, 4]],
    ['in_print=is.null', [3]],
    ['in_print=is.not_null', [1, 2, 4]],
    ['in_print=not.is.null', [1, 2, 4]],
    ['in_print=is.unknown', [3]],
    ['price=isdistinct.99.5', [1, 3, 4]],
    ['price=not.isdistinct.99.5', [2]],
    ['published=cs.[2001-06-01,2001-06-02)', [1]],
    ['published=cd.[2000-01-01,2003-01-01)', [1]],
    ['published=ov.[2001-12-01,2003-01-01)', [1]],
    ['published=sl.[2005-01-01,2006-01-01)', [1]],
    ['published=sr.[1990-01-01,1991-01-01)', [1]],
    ['published=nxr.[2001-06-01,2002-06-01)', [1]],
    ['published=nxl.[2000-06-01,2001-06-01)', [1]],
    ['published=adj.[2002-01-01,2003-01-01)', [1]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['title=like(any).{Ra*,S*}', [1, 3]],
    ['title=ilike(all).{r*,*n}', [1]],
    ['pages=gt(all).{100,150}', [1, 4]],
    ['notes=fts.cat', [1, 4]],
    ['notes=fts(english).cats', [1, 4]],
    ['notes=plfts(simple).fat dog', [2]],
    ['notes=phfts(english).monsoon cat', [1]],
    ['notes=wfts(english).dog -fat', [4]],
    ['notes=not.fts(english).cat', [2]],
    ['notes=eq.cat, dog (and more)', [4]],
    ['or=(id.eq.1,title.eq.Sea)', [1, 3]],
    ['or=(id.eq.1,and(genre.eq.novel,pages.lt.250))', [1, 4]],
    ['and=(genre.eq.novel,not.or(id.eq.1,id.eq.2))', [4]],
    ['not.and=(id.gt.1,id.lt.4)', [1, 4]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['or=(notes.eq."cat, dog (and more)",id.in.(1,2))', [1, 2, 4]],
    ['or=(title.like.S*,notes.fts(english).dog)', [2, 3, 4]],
    ['id=gt.1&id=lt.3', [2]],
    ['genre=eq.poetry', [3]],
  ])('%s finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('array and JSON containment', async () => {
    const arrays = await anon().from('authors').select('id').contains('nicknames', ['A'])
    expect(ids(arrays.data)).toEqual([1])
    const json = await anon()
      .from('authors')
      .select('id')
      .contains('facts', { langs: ['mr'] })
    expect(ids(json.data)).toEqual([1])
    const overlapping = await anon().from('authors').select('id').overlaps('nicknames', ['A', 'Z'])
    expect(ids(overlapping.data)).toEqual([1])
    const path = await anon().from('authors').select('id').eq('facts->city->>name', 'Pune')
    expect(ids(path.data)).toEqual([1])
  })

  test('values that look like syntax are taken literally', async () => {
    const { data } = await anon().from('books').select('id').in('notes', ['cat, dog (and more)', `'; drop table books; --`])
    expect(ids(data)).toEqual([4])
    const escaped = await library.request(ANON, `/authors?select=id&name=in.(${encodeURIComponent('"Chitra, \\"C\\""')})`)
    expect(ids(await escaped.json())).toEqual([3])
    const quoted = await anon().from('authors').select('id').eq('name', 'Chitra, "C"')
    expect(ids(quoted.data)).toEqual([3])
  })

  test.each([
    ['id=1', 'PGRST100'],
    ['id=eq', 'PGRST100'],
    ['id=what.1', 'PGRST100'],
    ['id=in.(1', 'PGRST100'],
    ['id=in.(1)x', 'PGRST100'],
    ['id=is.maybe', 'PGRST100'],
    ['or=(id.eq.1', 'PGRST100'],
    ['or=()', 'PGRST100'],
    ['or=id.eq.1', 'PGRST100'],
    ['limit=abc', 'PGRST100'],
    ['limit=1&limit=2', 'PGRST100'],
    ['limit=-1', 'PGRST103'],
    ['nothing=eq.1', '42703'],
    ['id=eq.abc', '22P02'],
    ['title=eq.%00', 'PGRST100'],
    ['select=id', 'PGRST100'],
    ['select=id::in%00t', 'PGRST100'],
  ])('%s is refused with %s', async (query, code) => {
    expect(await found(query)).toBe(code)
  })

  test('a cast cannot escape its parentheses', async () => {
    for (const cast of ['int)', 'int);drop table books', 'text[]', '"int"', "int'"]) {
      const response = await library.request(ANON, `/books?select=${encodeURIComponent(`id::${cast}`)}`)
      expect([cast, response.status, ((await response.json()) as { code: string }).code]).toEqual([cast, 400, 'PGRST100'])
    }
    const unknown = await library.request(ANON, '/books?select=id::nonsense')
    expect(((await unknown.json()) as { code: string }).code).toBe('42704')
  })

  test('aggregates are refused, not ignored', async () => {
    for (const select of ['count()', 'pages.sum()', 'genre,pages.max()']) {
      const { error } = await anon().from('books').select(select)
      expect(error?.code).toBe('PGRST123')
    }
  })
})

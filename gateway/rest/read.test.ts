import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANON, openLibrary, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const anon = () => library.client(ANON)
const ids = (rows: unknown): unknown => (rows as { id: number }[] | null)?.map((row) => row.id)

describe('select', () => {
  test('columns, aliases, casts and JSON paths can be selected', async () => {
    const { data, error } = await anon()
      .from('authors')
      .select('id,called:name,born::text,facts->city->>name,pin:facts->city->pin,first:nicknames->0,facts->langs->>1')
      .eq('id', 1)
    expect(error).toBeNull()
    expect(data).toEqual([{ id: 1, called: 'Asha', born: '1950-05-01', name: 'Pune', pin: 411001, first: 'A', langs: 'hi' }])
  })

  test('all columns are the default, and numerics are JSON numbers', async () => {
    const { data } = await anon().from('covers').select().order('book_id')
    expect(data).toEqual([
      { book_id: 1, colour: 'blue' },
      { book_id: 3, colour: 'green' },
    ])
    const response = await library.request(ANON, '/books?select=price&id=eq.1')
    expect(await response.text()).toBe('[{"price":149.00}]')
  })

  test('an empty select returns empty objects', async () => {
    expect(await (await library.request(ANON, '/tags?select=')).json()).toEqual([{}, {}])
  })

  test('unusual names work when quoted', async () => {
    const { data, error } = await anon().from('odd "names"').select('"a b",picked:"select","x->y"').eq('"x->y"', 'arrow')
    expect(error).toBeNull()
    expect(data).toEqual([{ 'a b': 1, picked: 'one', 'x->y': 'arrow' }])
  })

  test('a view reads like a table', async () => {
    const { data } = await anon().from('novels').select('*').order('id')
    expect(data).toEqual([
      { id: 1, title: 'Rain' },
      { id: 4, title: '100% Dry' },
    ])
  })

  test('an alias cannot inject SQL', async () => {
    const alias = `x" from public.books; drop table public.tags; --`
    const response = await library.request(ANON, `/tags?select=${encodeURIComponent(`${JSON.stringify(alias)}:id`)}&id=eq.1`)
    expect(await response.json()).toEqual([{ [alias]: 1 }])
  })
})

describe('order, pages and counts', () => {
  test('order supports direction and placement of nulls', async () => {
    const order = async (by: string): Promise<unknown> => ids(await (await library.request(ANON, `/books?select=id&order=${by}`)).json())
    expect(await order('price.desc.nullslast')).toEqual([1, 2, 4, 3])
    expect(await order('price.asc.nullsfirst')).toEqual([3, 4, 2, 1])
    expect(await order('in_print.nullsfirst,id.desc')).toEqual([3, 2, 4, 1])
    expect(await order('price.desc')).toEqual([3, 1, 2, 4])
  })

  test('a page of a counted list answers 206 with its range', async () => {
    const { data, count, status } = await anon().from('books').select('id', { count: 'exact' }).order('id').range(1, 2)
    expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 })
    const whole = await anon().from('books').select('id', { count: 'exact' })
    expect([whole.status, whole.count]).toEqual([200, 4])
  })

  test('without a count the total is unknown', async () => {
    const response = await library.request(ANON, '/books?select=id&limit=2&order=id')
    expect([response.status, response.headers.get('content-range')]).toEqual([200, '0-1/*'])
    const empty = await library.request(ANON, '/books?id=eq.99')
    expect(empty.headers.get('content-range')).toBe('*/*')
  })

  test('HEAD gives the count without a body', async () => {
    const { count, data, status } = await anon().from('books').select('*', { count: 'exact', head: true })
    expect({ count, data, status }).toEqual({ count: 4, data: null, status: 200 })
    const response = await library.request(ANON, '/books', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect([await response.text(), response.headers.get('content-range')]).toEqual(['', '0-3/4'])
  })

  test('Range is intersected with limit and offset, for GET only', async () => {
    const get = async (path: string, range: string, method = 'GET'): Promise<string | null> =>
      (await library.request(ANON, path, { method, headers: { range, 'range-unit': 'items' } })).headers.get('content-range')
    expect(await get('/books?order=id', '1-2')).toBe('1-2/*')
    expect(await get('/books?order=id&limit=2', '1-3')).toBe('1-1/*')
    expect(await get('/books?order=id', '2-')).toBe('2-3/*')
    expect(await get('/books?order=id', '1-2', 'HEAD')).toBe('0-3/*')
  })

  test('an offset past a known total is 416, otherwise an empty page', async () => {
    const known = await anon().from('books').select('id', { count: 'exact' }).range(10, 12)
    expect([known.status, known.error?.code]).toEqual([416, 'PGRST103'])
    const unknown = await anon().from('books').select('id').range(10, 12)
    expect([unknown.status, unknown.data]).toEqual([200, []])
    const reversed = await library.request(ANON, '/books', { headers: { range: '5-2' } })
    expect(reversed.status).toBe(416)
  })

  test('planned and estimated counts come from the planner', async () => {
    await library.database.prepare('analyze public.books')
    const planned = await anon().from('books').select('id', { count: 'planned' })
    expect(planned.count).toBe(4)
    const estimated = await anon().from('books').select('id', { count: 'estimated' }).eq('genre', 'novel')
    expect(estimated.count).toBe(2)
  })

  test('the server’s row limit applies to every response', async () => {
    const small = await openLibrary({ maxRows: 2 })
    try {
      const { data, count } = await small.client(ANON).from('books').select('id', { count: 'exact' }).order('id').limit(3)
      expect([ids(data), count]).toEqual([[1, 2], 4])
    } finally {
      await small.close()
    }
  })
})

describe('one object', () => {
  test('single is the object, or 406 with the number of rows', async () => {
    const one = await anon().from('books').select('id,title').eq('id', 1).single()
    expect(one.data).toEqual({ id: 1, title: 'Rain' })
    const none = await anon().from('books').select('id').eq('id', 99).single()
    expect([none.status, none.error]).toMatchObject([
      406,
      { code: 'PGRST116', details: 'The result contains 0 rows', message: 'Cannot coerce the result to a single JSON object' },
    ])
    const many = await anon().from('books').select('id').single()
    expect(many.error?.details).toBe('The result contains 4 rows')
  })

  test('maybeSingle returns null without a row', async () => {
    const { data, error } = await anon().from('books').select('id').eq('id', 99).maybeSingle()
    expect([data, error]).toEqual([null, null])
  })

  test('stripNulls omits nulls', async () => {
    const { data } = await anon().from('books').select('id,price').eq('id', 3).stripNulls()
    expect(data).toEqual([{ id: 3 }])
  })
})

describe('errors', () => {
  test.each([
    ['/nothing', 404, 'PGRST205'],
    ['/', 404, 'PGRST126'],
    ['/books/1', 404, 'PGRST125'],
    ['/rpc', 404, 'PGRST125'],
    ['/%E0%A4%A', 404, 'PGRST125'],
    ['/pg_catalog.pg_authid', 404, 'PGRST205'],
  ])('%s is %i %s', async (path, status, code) => {
    const response = await library.request(ANON, path)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
  })

  test('a schema that is not exposed is refused by name', async () => {
    const { error, status } = await anon().schema('auth').from('users').select()
    expect([status, error]).toMatchObject([406, { code: 'PGRST106', hint: 'Only the following schemas are exposed: public' }])
  })

  test('unsupported media types are 406', async () => {
    const { error, status } = await anon().from('books').select().csv()
    expect([status, error?.code]).toEqual([406, 'PGRST107'])
  })

  test('errors have CORS headers and name the problem', async () => {
    const response = await library.request(ANON, '/nothing')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range')
    expect(await response.json()).toEqual({
      code: 'PGRST205',
      message: `Could not find the table 'public.nothing' in the schema cache`,
      details: null,
      hint: null,
    })
  })

  test('OPTIONS answers preflight requests without a key', async () => {
    const response = await library.request(ANON, '/books', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'apikey,prefer' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-headers')).toBe('apikey,prefer')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  })
})

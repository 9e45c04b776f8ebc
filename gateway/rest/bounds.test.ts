import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANON, openLibrary, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary({ maxRows: 3 })
  await library.database.prepare(`
    create table public.rooms (id int primary key);
    create table public.essays (id int primary key, room_id int not null references public.rooms (id), text text not null);
    create table public.notes (id int primary key, essay_id int not null references public.essays (id), text text not null);
    insert into public.rooms values (1), (2);
    insert into public.essays select n, 1 + n / 10, repeat('long ', 40000) from generate_series(1, 12) n;
    insert into public.notes select n, 1 + n % 12, repeat('x', 100000) from generate_series(1, 60) n;
    grant select on public.rooms, public.essays, public.notes to anon, authenticated;
    create function public.many_texts() returns setof text language sql stable as $$ select repeat('x', 2000000) from generate_series(1, 3) $$;
    create function public.one_text(bytes int) returns text language sql stable as $$ select repeat('x', bytes) $$;
    grant execute on function public.many_texts(), public.one_text(int) to anon, authenticated;
    notify pgrst, 'reload schema'`)
  await library.reload()
})
afterAll(() => library.close())

const anon = () => library.client(ANON)

async function refusal(path: string, init?: RequestInit): Promise<{ status: number; code: string }> {
  const response = await library.request(ANON, path, init)
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, code }
}

describe('rows', () => {
  test('embedded lists obey the row limit at every level', async () => {
    const { data, error } = await anon().from('rooms').select('id,essays(id,notes(id))').eq('id', 1)
    expect(error).toBeNull()
    const [room] = data as { essays: { notes: unknown[] }[] }[]
    expect(room?.essays).toHaveLength(3)
    expect(room?.essays.map(({ notes }) => notes.length)).toEqual([3, 3, 3])
  })

  test('a limit of the query lowers the row limit and never raises it', async () => {
    const limited = (most: number) =>
      anon().from('rooms').select('essays(id)').eq('id', 1).order('id', { referencedTable: 'essays' }).limit(most, { referencedTable: 'essays' })
    expect((await limited(2)).data).toEqual([{ essays: [{ id: 1 }, { id: 2 }] }])
    expect((await limited(100)).data).toEqual([{ essays: [{ id: 1 }, { id: 2 }, { id: 3 }] }])
    const further = await anon()
      .from('rooms')
      .select('essays(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'essays' })
      .range(7, 100, { referencedTable: 'essays' })
    expect(further.data).toEqual([{ essays: [{ id: 8 }, { id: 9 }] }])
  })
})

describe('the limits of one request', () => {
  const times = (count: number, what: (index: number) => string): string => Array.from({ length: count }, (_, index) => what(index)).join(',')
  const nested = (levels: number, inside: string): string =>
    Array.from({ length: levels }, (_, level) => (level % 2 === 0 ? 'books' : 'author:author_id')).reduceRight(
      (inner, name) => `${name === 'books' ? 'books!author_id' : name}(${inner})`,
      inside,
    )

  test.each([
    ['a query string', `/books?title=eq.${'x'.repeat(16_384)}`, 414, 'PGRST901'],
    ['levels of embeds', `/authors?select=${nested(7, 'id')}`, 400, 'PGRST902'],
    ['lists within lists', `/publishers?select=${'publishers('.repeat(4)}id${')'.repeat(4)}`, 400, 'PGRST902'],
    ['columns', `/books?select=${times(201, (index) => `c${index}:id`)}`, 400, 'PGRST903'],
    ['columns of embeds', `/books?select=id,tags(${times(200, (index) => `c${index}:id`)})`, 400, 'PGRST903'],
    ['embeds', `/books?select=${times(21, (index) => `e${index}:tags(id)`)}`, 400, 'PGRST903'],
    ['conditions', `/books?or=(${times(101, (index) => `id.eq.${index}`)})`, 400, 'PGRST904'],
    ['conditions side by side', `/books?${times(101, (index) => `id=neq.${index}`).replaceAll(',', '&')}`, 400, 'PGRST904'],
    ['a list', `/books?id=in.(${times(1_001, String)})`, 400, 'PGRST905'],
    ['a list of a quantifier', `/books?id=eq(any).{${times(1_001, String)}}`, 400, 'PGRST905'],
    ['a regular expression', `/books?title=match.${'(a|b)'.repeat(60)}`, 400, 'PGRST906'],
    ['a pattern', `/books?title=like.${'*a'.repeat(501)}`, 400, 'PGRST906'],
    ['a full text search', `/books?notes=fts.${'a%7C'.repeat(600)}b`, 400, 'PGRST906'],
    ['order terms', `/books?order=${times(21, () => 'id')}`, 400, 'PGRST907'],
    ['arguments', `/rpc/add?${times(101, (index) => `a${index}=1`).replaceAll(',', '&')}`, 400, 'PGRST908'],
    ['arrows of a JSON path', `/authors?select=facts${'->0'.repeat(17)}`, 400, 'PGRST909'],
  ])('%s is limited', async (_what, path, status, code) => {
    expect(await refusal(path)).toEqual({ status, code })
  })

  test('arguments of a body are limited', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, 1])))
    expect(await refusal('/rpc/add', { method: 'POST', body })).toEqual({ status: 400, code: 'PGRST908' })
  })

  test('the body limit is smaller for visitors than for users', async () => {
    const body = JSON.stringify({ value: 'x'.repeat(600_000) })
    expect(await refusal('/rpc/echo', { method: 'POST', body })).toEqual({ status: 413, code: 'PGRST911' })
    expect((await library.request(USER, '/rpc/echo', { method: 'POST', body })).status).toBe(200)
  })

  test('a request just within the limits is answered', async () => {
    expect((await library.request(ANON, `/books?select=${times(200, (index) => `c${index}:id`)}&limit=1`)).status).toBe(200)
    expect((await library.request(ANON, `/books?or=(${times(100, (index) => `id.eq.${index}`)})`)).status).toBe(200)
    expect((await library.request(ANON, `/books?id=in.(${times(1_000, String)})`)).status).toBe(200)
    expect((await library.request(ANON, `/authors?select=${nested(6, 'id')}`)).status).toBe(200)
  })
})

describe('the size of a response', () => {
  const wide = `select=id,essays(${Array.from({ length: 60 }, (_, index) => `c${index}:text`).join(',')})`

  test('rows that repeat a column are refused before PostgreSQL builds them all', async () => {
    expect(await refusal(`/rooms?${wide}`)).toEqual({ status: 413, code: 'PGRST900' })
  })

  test('a response has at most 4 MiB for a visitor, 16 MiB for a user', async () => {
    const path = `/essays?select=${Array.from({ length: 12 }, (_, index) => `c${index}:text`).join(',')}`
    expect(await refusal(path)).toEqual({ status: 413, code: 'PGRST900' })
    const known = await library.request(USER, path)
    expect(known.status).toBe(200)
    expect((await known.text()).length).toBeGreaterThan(6 * 1024 * 1024)
  })

  test('a write whose representation is too large changes nothing', async () => {
    const before = await library.client(USER).from('books').select('notes').eq('id', 1).single()
    const select = Array.from({ length: 199 }, (_, index) => `c${index}:notes`).join(',')
    const response = await library.request(USER, `/books?id=eq.1&select=${select}`, {
      method: 'PATCH',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({ notes: 'x'.repeat(100_000) }),
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'PGRST900'])
    expect(await library.client(USER).from('books').select('notes').eq('id', 1).single()).toMatchObject({ data: before.data })
  })

  test('rows and scalar results of a function are limited too', async () => {
    expect(await refusal('/rpc/many_texts')).toEqual({ status: 413, code: 'PGRST900' })
    expect(await refusal('/rpc/one_text?bytes=5000000')).toEqual({ status: 413, code: 'PGRST900' })
    expect((await library.request(ANON, '/rpc/one_text?bytes=1000')).status).toBe(200)
  })
})

test('a visitor’s statement is cancelled after 3 seconds', async () => {
  const started = performance.now()
  const response = await library.request(ANON, '/rpc/linger', { method: 'POST', body: '{"seconds":20}' })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.json()).toMatchObject({ code: '57014' })
  expect(performance.now() - started).toBeLessThan(8_000)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READER } from '../testing/library.ts'
import { ANON, openLibrary, SERVICE, sessionOf, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const anon = () => library.client(ANON)

describe('results', () => {
  test('a scalar is the plain value, and missing arguments take their defaults', async () => {
    expect((await anon().rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await anon().rpc('add', { a: 1 })).data).toBe(11)
    expect((await anon().rpc('add', { a: 5 }, { get: true })).data).toBe(15)
    expect((await anon().rpc('add', { a: null })).data).toBeNull()
  })

  test('a set of scalars is a list that can be paginated and counted', async () => {
    expect((await anon().rpc('titles')).data).toEqual(['Rain', 'River', 'Sea', '100% Dry'])
    const page = await anon().rpc('titles', {}, { count: 'exact' }).range(1, 2)
    expect([page.data, page.count]).toEqual([['River', 'Sea'], 4])
  })

  test('one composite is an object; a set is a list with all features of reads', async () => {
    const one = await anon().rpc('book', { id: 1 }).select('id,title')
    expect(one.data).toEqual({ id: 1, title: 'Rain' })
    const { data, error, count } = await anon()
      .rpc('books_by', { author: 'Asha' }, { count: 'exact' })
      .select('id,author:authors!author_id(name),tags(label)')
      .gt('id', 1)
      .order('id')
      .order('label', { referencedTable: 'tags' })
    expect(error).toBeNull()
    expect(data).toEqual([{ id: 2, author: { name: 'Asha' }, tags: [{ label: 'short' }, { label: 'wet' }] }])
    expect(count).toBe(1)
    const single = await anon().rpc('books_by', { author: 'Bina' }).select('title').single()
    expect(single.data).toEqual({ title: 'Sea' })
  })

  test('a returned table is a list of its columns', async () => {
    const { data } = await anon().rpc('statistics', {}, { get: true }).gt('n', 1)
    expect(data).toEqual([{ genre: 'novel', n: 2 }])
  })

  test('void is 204', async () => {
    const { status, data, error } = await library.client(USER).rpc('rename_book', { id: 4, title: 'Dry' })
    expect({ status, data, error }).toEqual({ status: 204, data: null, error: null })
    expect((await anon().from('books').select('title').eq('id', 4).single()).data).toEqual({ title: 'Dry' })
  })

  test('JSON and arrays can be arguments', async () => {
    expect((await anon().rpc('echo', { value: { a: [1, 'x', null] } })).data).toEqual({ a: [1, 'x', null] })
    expect((await anon().rpc('total', { numbers: [1, 2, 3] })).data).toBe(6)
    expect((await anon().rpc('total', { numbers: [1, 2] }, { get: true })).data).toBe(3)
  })

  test('a GET argument may look like a filter, unless the result has such a column', async () => {
    const { data, error } = await anon().rpc('books_by', { author: 'is.null' }, { get: true })
    expect([error, data]).toEqual([null, []])
    const filtered = await library.request(ANON, '/rpc/books_by?author=Asha&id=eq.2&select=id')
    expect(await filtered.json()).toEqual([{ id: 2 }])
  })

  test('HEAD counts without a body', async () => {
    const { count, data } = await anon().rpc('titles', {}, { head: true, count: 'exact' })
    expect([count, data]).toEqual([4, null])
  })
})

describe('errors', () => {
  test('an unknown function, a wrong name and a missing argument are PGRST202', async () => {
    for (const [name, args] of [
      ['nothing', {}],
      ['add', { c: 1 }],
      ['add', { b: 1 }],
    ] as const) {
      const { error, status } = await anon().rpc(name, args)
      expect([status, error?.code]).toEqual([404, 'PGRST202'])
    }
  })

  test('ambiguous overloads are PGRST203', async () => {
    const { error, status } = await anon().rpc('same', { a: 1 })
    expect([status, error?.code]).toEqual([300, 'PGRST203'])
  })

  test('a volatile function by GET runs read-only: 405', async () => {
    const { error, status } = await library.client(USER).rpc('rename_book', { id: 1, title: 'x' }, { get: true })
    expect([status, error?.code]).toEqual([405, '25006'])
  })

  test('other methods are PGRST101, other bodies PGRST102', async () => {
    const patch = await library.request(ANON, '/rpc/add', { method: 'PATCH', body: '{}' })
    expect([patch.status, ((await patch.json()) as { code: string }).code]).toEqual([405, 'PGRST101'])
    const list = await library.request(ANON, '/rpc/add', { method: 'POST', body: '[1]' })
    expect([list.status, ((await list.json()) as { code: string }).code]).toEqual([400, 'PGRST102'])
  })

  test('a filter on a scalar is refused, not ignored', async () => {
    const { error } = await anon().rpc('add', { a: 1 }).eq('x', 1)
    expect(error?.code).toBe('PGRST127')
  })

  test.each([
    ['P0001', 400],
    ['PT402', 402],
    ['23505', 409],
    ['53300', 503],
    ['XX000', 500],
  ])('SQLSTATE %s answers %i', async (state, expected) => {
    const { error, status } = await library.client(USER).rpc('refuse', { state, says: 'the words' })
    expect([status, error?.code]).toEqual([expected, state])
    if (expected < 500) expect(error).toMatchObject({ message: 'the words', details: 'the detail', hint: 'the hint' })
    else {
      expect(JSON.stringify(error)).not.toContain('the words')
      expect(JSON.stringify(library.logged.map(({ data }) => String((data as { error: unknown }).error)))).toContain('the words')
    }
  })
})

describe('security facts', () => {
  test('1: role and claims are those of the session, for every request', async () => {
    const anonymous = await anon().rpc('whoami')
    expect(anonymous.data).toMatchObject({ role: 'anon', claims: { role: 'anon' } })
    const known = await library.client(USER).rpc('whoami')
    expect(known.data).toMatchObject({ role: 'authenticated', claims: { sub: READER } })
  })

  test('1: method, path, headers and cookies are readable in SQL, and reads are read-only', async () => {
    const response = await library.request(ANON, '/rpc/whoami', { headers: { 'x-agent': 'tester', cookie: 'flavour=mint; b=c' } })
    expect(await response.json()).toMatchObject({ method: 'GET', path: '/rpc/whoami', agent: 'tester', cookie: 'mint', read_only: 'on' })
  })

  test('2 and 3: a role that the login is not a member of is refused', async () => {
    const owner = await library.request(sessionOf({ role: 'postgres' }), '/books')
    expect([owner.status, ((await owner.json()) as { code: string }).code]).toEqual([403, '42501'])
    const nobody = await library.request(sessionOf({ role: 'no_such_role' }), '/books')
    expect([nobody.status, ((await nobody.json()) as { code: string }).code]).toEqual([401, '22023'])
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('4: names that are not in the catalogue never reach SQL', async () => {
    const hostile = [
      '/books?select=id,pg_sleep(1)',
      '/books?select=id&order=id;drop table books',
      '/books?select=id&(select 1)=eq.1',
      '/books?id=eq.1&title"=eq.1',
      '/books?select=ctid,xmin',
      '/rpc/pg_sleep?seconds=1',
      '/pg_shadow',
      '/auth.users',
    ]
    for (const path of hostile) {
      const response = await library.request(USER, encodeURI(path))
      const { code } = (await response.json()) as { code: string }
      expect([path, code]).toEqual([path, expect.stringMatching(/^(PGRST100|PGRST20[025]|42703)$/)])
    }
    expect((await anon().from('books').select('id', { count: 'exact', head: true })).count).toBe(4)
  })

  test('5: the claims of one request are not visible to the next', async () => {
    await library.client(USER).rpc('whoami')
    const after = await library.client(ANON).rpc('whoami')
    expect(after.data).toMatchObject({ claims: { role: 'anon' } })
  })

  test('6: a statement is cancelled by the timeout of its request', async () => {
    const slow = await openLibrary({ statementTimeout: 100 })
    try {
      const { error, status } = await slow.client(SERVICE).rpc('linger', { seconds: 20 })
      expect([status, error?.code]).toEqual([503, '57014'])
    } finally {
      await slow.close()
    }
  })

  test('7: a view with security_invoker shows only rows that the caller may see', async () => {
    await library.database.prepare(`
      create view public.my_loans with (security_invoker = true) as select note from public.loans;
      create view public.leaky_loans as select note from public.loans;
      grant select on public.my_loans, public.leaky_loans to authenticated;`)
    await library.reload()
    expect((await library.client(USER).from('my_loans').select()).data).toEqual([{ note: 'mine' }])
    // the counterexample: without it the same rows leak, which is why migrations must set it
    expect((await library.client(USER).from('leaky_loans').select()).data).toHaveLength(2)
  })

  test('7: a new function cannot be executed until it is granted', async () => {
    await library.database.prepare(`create function public.fresh() returns int language sql as 'select 1'`)
    await library.reload()
    const before = await anon().rpc('fresh')
    expect([before.status, before.error?.code]).toEqual([401, '42501'])
    await library.database.prepare('grant execute on function public.fresh() to anon')
    expect((await anon().rpc('fresh')).data).toBe(1)
  })

  test('8: settings of one request do not leak to the next on the same connection', async () => {
    const narrow = await openLibrary({ connections: 1 })
    try {
      await narrow.request(USER, '/rpc/whoami', { headers: { 'x-agent': 'first' } })
      const second = await narrow.request(ANON, '/rpc/whoami')
      expect(await second.json()).toMatchObject({ role: 'anon', agent: null })
    } finally {
      await narrow.close()
    }
  })

  test('9: prepared reads survive an ALTER of their table, before and after the reload', async () => {
    const read = async (): Promise<unknown> => (await library.client(ANON).from('tags').select().eq('id', 1)).data
    for (let times = 0; times < 4; times += 1) expect(await read()).toEqual([{ id: 1, label: 'wet' }])
    await library.database.prepare(`alter table public.tags add column weight int default 3`)
    expect(await read()).toEqual([{ id: 1, label: 'wet', weight: 3 }])
    await library.reload()
    expect(await read()).toEqual([{ id: 1, label: 'wet', weight: 3 }])
    await library.database.prepare(`alter table public.tags drop column weight`)
    expect(await read()).toEqual([{ id: 1, label: 'wet' }])
  })
})

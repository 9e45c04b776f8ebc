import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ANON, openLibrary, SERVICE, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())
beforeEach(() => library.reset())

const user = () => library.client(USER)
const service = () => library.client(SERVICE)

describe('insert', () => {
  test('without a representation it answers 201 and no body', async () => {
    const { data, status, error } = await user().from('tags').insert({ id: 7, label: 'new' })
    expect({ data, status, error }).toEqual({ data: null, status: 201, error: null })
    expect((await service().from('tags').select().eq('id', 7).single()).data).toEqual({ id: 7, label: 'new' })
  })

  test('the representation has the selected columns and embeds', async () => {
    const { data, status, error } = await user()
      .from('books')
      .insert({ title: 'New', author_id: 1, genre: 'essay', price: '12.50', published: '[2001-01-01,2002-01-01)' })
      .select('id,title,price,in_print,author:authors!author_id(name)')
      .single()
    expect(error).toBeNull()
    expect(status).toBe(201)
    expect(data).toEqual({ id: 101, title: 'New', price: 12.5, in_print: true, author: { name: 'Asha' } })
  })

  test('arrays, objects and big numbers are stored unchanged', async () => {
    const response = await library.request(USER, '/authors?select=nicknames,facts', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: `{"name":"D","nicknames":["x, y","\\"q\\""],"facts":{"n":12345678901234567890.123456789}}`,
    })
    expect(await response.text()).toBe(`[{"nicknames":["x, y","\\"q\\""],"facts":{"n": 12345678901234567890.123456789}}]`)
  })

  test('a domain with a cast from json parses its own values in every kind of write', async () => {
    await library.database.prepare(`
      create domain public.room_mark as int;
      create function public.room_mark(json) returns public.room_mark language sql immutable strict
        return ltrim($1 #>> '{}', 'S')::int;
      create cast (json as public.room_mark) with function public.room_mark(json) as implicit;
      create table public.rooms (id int primary key, mark public.room_mark default 1);
      grant all on public.rooms to authenticated;
      grant execute on function public.room_mark(json) to authenticated;`)
    await library.reload()
    const rooms = () => user().from('rooms')
    const rows = [
      { id: 1, mark: 'S7' },
      { id: 2, mark: 8 },
      { id: 3, mark: null },
    ]
    expect((await rooms().insert(rows).select()).data).toEqual([
      { id: 1, mark: 7 },
      { id: 2, mark: 8 },
      { id: 3, mark: null },
    ])
    expect((await rooms().update({ mark: 'S9' }).eq('id', 1).select()).data).toEqual([{ id: 1, mark: 9 }])
    expect(
      (
        await rooms()
          .upsert([{ id: 1, mark: 'S10' }, { id: 4 }], { defaultToNull: false })
          .select()
      ).data,
    ).toEqual([
      { id: 1, mark: 10 },
      { id: 4, mark: 1 },
    ])
    expect((await rooms().insert({ id: 5, mark: 'top' })).error?.code).toBe('22P02')
  })

  test('a view that is not updatable refuses every write with 405, even without a grant', async () => {
    await library.database.prepare(`
      create view public.book_counts as select author_id, count(*) as books from public.books group by author_id;
      grant all on public.book_counts to authenticated;`)
    await library.reload()
    for (const client of [user(), library.client(ANON)]) {
      for (const { error, status } of [
        await client.from('book_counts').insert({ author_id: 1 }),
        await client.from('book_counts').update({ author_id: 1 }).eq('author_id', 2),
        await client.from('book_counts').delete().eq('author_id', 2),
      ]) {
        expect([status, error?.code]).toEqual([405, '55000'])
      }
    }
  })

  test('in bulk inserts missing keys become null, or the default with missing=default', async () => {
    const nulls = await user()
      .from('books')
      .insert([{ title: 'A', in_print: false }, { title: 'B' }])
      .select('title,in_print')
      .order('title')
    expect(nulls.data).toEqual([
      { title: 'A', in_print: false },
      { title: 'B', in_print: null },
    ])
    const defaults = await user()
      .from('books')
      .insert(
        [
          { title: 'C', in_print: false },
          { id: 50, title: 'D' },
        ],
        { defaultToNull: false },
      )
      .select('id,title,in_print')
      .order('title')
    expect(defaults.error).toBeNull()
    expect(defaults.data).toEqual([
      { id: 103, title: 'C', in_print: false },
      { id: 50, title: 'D', in_print: true },
    ])
  })

  test('an empty list inserts nothing, an empty object a row of defaults', async () => {
    const none = await user().from('tags').insert([]).select()
    expect([none.status, none.data]).toEqual([201, []])
    await library.database.prepare(
      'create table if not exists public.blanks (id int generated always as identity, note text); grant insert, select on public.blanks to authenticated',
    )
    await library.reload()
    const { data, error } = await user().from('blanks').insert({}).select()
    expect(error).toBeNull()
    expect(data).toEqual([{ id: expect.any(Number), note: null }])
  })

  test('the count is in Content-Range', async () => {
    const { count } = await user()
      .from('tags')
      .insert(
        [
          { id: 8, label: 'a' },
          { id: 9, label: 'b' },
        ],
        { count: 'exact' },
      )
    expect(count).toBe(2)
  })

  test.each([
    ['not json', '{', 'PGRST102'],
    ['no object', '5', 'PGRST102'],
    ['an empty body', '', 'PGRST102'],
    ['different keys', '[{"id":1},{"label":"x"}]', 'PGRST102'],
    ['an unknown column', '{"nope":1}', 'PGRST204'],
    ['a prototype key', '{"__proto__":1}', 'PGRST204'],
    ['a quoted column', `{"id\\") values (1); drop table tags; --":1}`, 'PGRST204'],
  ])('a body of %s is refused', async (_, body, code) => {
    const response = await library.request(USER, '/tags', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code])
  })

  test('a filter of an insert is refused', async () => {
    const response = await library.request(USER, '/tags?id=eq.1', { method: 'POST', body: '{"id":9,"label":"x"}' })
    expect(((await response.json()) as { code: string }).code).toBe('PGRST127')
  })
})

describe('upsert', () => {
  test('merges duplicates by primary key or by the given columns', async () => {
    await service()
      .from('tags')
      .upsert([
        { id: 1, label: 'soaked' },
        { id: 3, label: 'third' },
      ])
    expect((await service().from('tags').select().order('id')).data).toEqual([
      { id: 1, label: 'soaked' },
      { id: 2, label: 'short' },
      { id: 3, label: 'third' },
    ])
    const { data, error, status } = await service().from('books').upsert({ title: 'Rain again', isbn: 'i-1' }, { onConflict: 'isbn' }).select('id,title')
    expect([error, status, data]).toEqual([null, 201, [{ id: 1, title: 'Rain again' }]])
  })

  test('ignores duplicates with ignoreDuplicates', async () => {
    const { data } = await service()
      .from('tags')
      .upsert(
        [
          { id: 1, label: 'x' },
          { id: 4, label: 'fourth' },
        ],
        { ignoreDuplicates: true },
      )
      .select()
    expect(data).toEqual([{ id: 4, label: 'fourth' }])
  })

  test('a duplicate without upsert is 409', async () => {
    const { error, status } = await user().from('tags').insert({ id: 1, label: 'x' })
    expect([status, error?.code]).toEqual([409, '23505'])
  })

  test('unknown conflict columns are refused', async () => {
    const { error } = await service().from('tags').upsert({ id: 1, label: 'x' }, { onConflict: 'nope' })
    expect(error?.code).toBe('42703')
  })
})

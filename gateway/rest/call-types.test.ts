import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANON, openLibrary, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  await library.database.prepare(`
    create function public.texts(a char(3), b character, c bit(4), d bit varying, e varchar(2)) returns text language sql immutable
      return concat_ws('|', a, b, c::text, d::text, e);
    create function public.codes(list char(3)[]) returns text language sql immutable return array_to_string(list, '|');
    create function public.plus_one(a int, out result int) language sql immutable return a + 1;
    create function public.doubled(inout a int) language sql immutable return a * 2;
    create function public.first_book(out b public.books) language sql stable as 'select b from public.books b where b.id = 1';
    create function public.numbers(out n int) returns setof int language sql stable as 'select generate_series(1, 3)';
    grant execute on all functions in schema public to anon`)
  await library.reload()
})
afterAll(() => library.close())

const anon = () => library.client(ANON)

test('parameters of char(n) and bit(n) are not truncated, by POST and by GET', async () => {
  const values = { a: 'abc', b: 'whole', c: '1010', d: '10101', e: 'xyz' }
  expect((await anon().rpc('texts', values)).data).toBe('abc|whole|1010|10101|xyz')
  expect((await anon().rpc('texts', values, { get: true })).data).toBe('abc|whole|1010|10101|xyz')
  expect((await anon().rpc('codes', { list: ['abc', 'def'] })).data).toBe('abc|def')
})

test('a function with one OUT parameter returns an object', async () => {
  expect((await anon().rpc('plus_one', { a: 1 })).data).toEqual({ result: 2 })
  expect((await anon().rpc('doubled', { a: 4 })).data).toEqual({ a: 8 })
  expect((await anon().rpc('first_book').select('id,title')).data).toEqual({ id: 1, title: 'Rain' })
  expect((await anon().rpc('numbers').gt('n', 1)).data).toEqual([{ n: 2 }, { n: 3 }])
})

test('count=exact of a scalar function is 1', async () => {
  for (const options of [{ count: 'exact' }, { count: 'exact', get: true }, { count: 'planned' }] as const) {
    const { data, count, error } = await anon().rpc('add', { a: 1, b: 2 }, options)
    expect([data, count, error]).toEqual([3, 1, null])
  }
  const { count } = await anon().rpc('add', { a: 1 }, { count: 'exact', head: true })
  expect(count).toBe(1)
})

test('rows of a function cannot be ordered by a column that is not selected', async () => {
  const { error, status } = await anon().rpc('books_by', { author: 'Asha' }).select('id,title').order('pages')
  expect([status, error]).toMatchObject([400, { code: '42703', message: 'column pgrst_source.pages does not exist' }])
  const selected = await anon().rpc('books_by', { author: 'Asha' }).select('id,pages').order('pages')
  expect(selected.data).toEqual([
    { id: 2, pages: 120 },
    { id: 1, pages: 300 },
  ])
  expect((await anon().rpc('books_by', { author: 'Asha' }).order('pages')).error).toBeNull()
  const joined = await anon().rpc('books_by', { author: 'Asha' }).select('id,author:authors!author_id(name)').order('author_id').gt('pages', 1)
  expect(joined.error).toBeNull()
})

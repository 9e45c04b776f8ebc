import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANON, openLibrary, USER, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const field = fc.constantFrom('id', 'title', 'author_id', 'genre', 'pages', 'price', 'in_print', 'published', 'notes', 'created_at', 'nothing', '"id"')
const json = fc.constantFrom('', '->a', '->>a', '->0', '->-1', '->>"b c"', `->'`, '->>;')
const column = fc.tuple(field, json).map((parts) => parts.join(''))
const embed = fc.constantFrom('author:author_id', 'tags', 'covers', 'authors!editor_id', 'loans', 'books', '...authors!author_id', 'nobody')
const join = fc.constantFrom('', '!inner', '!left')
const item = fc.oneof(
  column,
  fc.constant('*'),
  fc.tuple(fc.string({ unit: 'grapheme', maxLength: 6 }), column).map(([alias, name]) => `${JSON.stringify(alias)}:${name}`),
  fc
    .tuple(embed, join, fc.array(fc.oneof(column, fc.constantFrom('*', 'name', 'label', 'publishers(name)')), { maxLength: 2 }))
    .map(([name, how, inside]) => `${name}${how}(${inside.join(',')})`),
)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom(`'; drop table books; --`, '$1', '{1,2}', '(1,2)', '"', '\\', '1', '%', '*', 'null', '[1,2)'),
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike',
  'match',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'plfts(english)',
  'wfts',
  'eq(any)',
  'like(all)',
  'fts(no_such)',
)
const condition = fc.tuple(fc.constantFrom('', 'not.'), operator, text).map(([not, name, value]) => `${not}${name}.${value}`)
const pair: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(column, condition),
  fc.tuple(fc.constantFrom('author.name', 'tags.label', 'covers', 'tags', 'loans.note'), condition),
  fc.tuple(
    fc.constantFrom('or', 'and', 'not.or', 'tags.or'),
    fc
      .array(
        fc.tuple(column, condition).map((parts) => parts.join('.')),
        { minLength: 1, maxLength: 3 },
      )
      .map((all) => `(${all.join(',')})`),
  ),
  fc.tuple(
    fc.constantFrom('order', 'tags.order'),
    fc.tuple(fc.oneof(column, fc.constantFrom('author(name)', 'label')), fc.constantFrom('', '.desc', '.asc.nullslast')).map((parts) => parts.join('')),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset', 'tags.limit'), fc.nat(300).map(String)),
)
const query = fc.tuple(fc.array(item, { maxLength: 4 }), fc.array(pair, { maxLength: 4 }))
const isRefusal = (status: number): boolean => [300, 400, 401, 403, 404, 406, 416].includes(status)

test('every request yields a well-formed statement that only reads', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.boolean(), fc.constantFrom('', 'count=exact', 'count=estimated'), async ([select, pairs], known, prefer) => {
      const search = new URLSearchParams([...(select.length > 0 ? [['select', select.join(',')]] : []), ...pairs])
      const response = await library.request(known ? USER : ANON, `/books?${search}`, { headers: prefer ? { prefer } : {} })
      const body = (await response.json()) as { code?: string; message?: string }
      if (response.ok) return
      expect([search.toString(), response.status, isRefusal(response.status)]).toEqual([search.toString(), response.status, true])
      // errors of the compiler: undefined, untyped or ambiguous names, protocol, and SQL syntax (to_tsquery has its own)
      expect(`${search} ${body.code}`).not.toMatch(/ (42P02|42P18|42702|08P01|0A000|42P10)$/)
      expect(`${search} ${body.message}`).not.toMatch(/ (syntax error at|unterminated)/)
    }),
    { numRuns: 600 },
  )
  const { count } = await library.client(ANON).from('books').select('id', { count: 'exact', head: true })
  expect(count).toBe(4)
})

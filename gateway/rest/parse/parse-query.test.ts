import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../core/errors.ts'
import { printQuery } from '../../testing/print-query.ts'
import { COMPARE_OPERATORS, SEARCH_FUNCTIONS, type Condition, type Field, type FilterNode, type OrderTerm, type SelectItem } from './ast.ts'
import { BOUNDS } from '../bounds.ts'
import { parseOrder } from './parse-order.ts'
import { parseQuery } from './parse-query.ts'
import { parseSelect } from './parse-select.ts'

const plain = { alias: null, cast: null, aggregate: null } as const
const field = (name: string, ...path: Field['path'][number][]): Field => ({ name, path })

describe('select', () => {
  test('an item has alias, JSON path, cast and aggregate', () => {
    expect(parseSelect('a,b:c->d->>0::text,*,count(),n:x.sum()::int')).toEqual([
      { ...plain, kind: 'field', field: field('a') },
      { ...plain, kind: 'field', alias: 'b', field: field('c', { arrow: '->', key: 'd' }, { arrow: '->>', key: 0 }), cast: 'text' },
      { kind: 'all' },
      { ...plain, kind: 'field', field: null, aggregate: { name: 'count', cast: null } },
      { ...plain, kind: 'field', alias: 'n', field: field('x'), aggregate: { name: 'sum', cast: 'int' } },
    ])
  })

  test('an embed has alias, hint, join and items', () => {
    expect(parseSelect('w:r!h!inner(a,s!left()),...t(*)')).toEqual([
      {
        kind: 'embed',
        name: 'r',
        alias: 'w',
        hint: 'h',
        inner: true,
        spread: false,
        items: [
          { ...plain, kind: 'field', field: field('a') },
          { kind: 'embed', name: 's', alias: null, hint: null, inner: false, spread: false, items: [] },
        ],
      },
      { kind: 'embed', name: 't', alias: null, hint: null, inner: false, spread: true, items: [{ kind: 'all' }] },
    ])
  })

  test('names take letters of any script, spaces and dashes, but stop at arrows', () => {
    expect(parseSelect('श्रृंगार,first name,a-b,a->b-c')).toEqual([
      { ...plain, kind: 'field', field: field('श्रृंगार') },
      { ...plain, kind: 'field', field: field('first name') },
      { ...plain, kind: 'field', field: field('a-b') },
      { ...plain, kind: 'field', field: field('a', { arrow: '->', key: 'b-c' }) },
    ])
  })
})

test('keys of embedded resources carry their path', () => {
  const ast = parseQuery(
    [
      ['a.b.c->>d', 'eq.1'],
      ['a.order', 'x'],
      ['a.b.limit', '3'],
      ['"a.b".offset', '2'],
      ['a.not.or', '(x.eq.1)'],
    ],
    { arguments: false },
  )
  expect(ast.filters.map(({ path }) => path)).toEqual([['a', 'b'], ['a']])
  expect(ast.orders[0]?.path).toEqual(['a'])
  expect(ast.limits).toEqual([{ path: ['a', 'b'], value: 3 }])
  expect(ast.offsets).toEqual([{ path: ['a.b'], value: 2 }])
})

test('a parameter without a filter expression is an argument of a function called by GET', () => {
  const ast = parseQuery(
    [
      ['q', 'cats'],
      ['id', 'eq.1'],
      ['limit', '1'],
    ],
    { arguments: true },
  )
  expect(ast.arguments).toEqual([['q', 'cats']])
  expect(ast.filters).toHaveLength(1)
})

test('an order term has at most one direction', () => {
  expect(() => parseOrder('a.asc.desc')).toThrow(ApiError)
  expect(() => parseOrder('a.')).toThrow(ApiError)
})

test('a parse error names the position and the expected token', () => {
  try {
    parseSelect('id,')
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse select parameter (id,)" (line 1, column 4)',
      details: 'unexpected end of input expecting a field name: letters, digits, "_", "$", "-" or a quoted name',
    })
  }
})

test('hostile nesting is refused', () => {
  const deep = 100_000
  for (const pair of [
    ['select', 'a('.repeat(deep)],
    ['or', '('.repeat(deep)],
    ['and', '(or'.repeat(deep)],
    ['select', `a${'->b'.repeat(deep)}`],
    ['order', 'a('.repeat(deep)],
    ['a'.repeat(deep), 'eq.1'],
    [`a${'.a'.repeat(deep)}`, 'eq.1'],
    ['select', '"'.repeat(deep)],
    ['select', `"${'\\'.repeat(deep)}`],
    ['id', `in.(${'"'.repeat(deep)}`],
  ] as [string, string][]) {
    const started = performance.now()
    try {
      parseQuery([pair], { arguments: false })
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError)
    }
    expect(performance.now() - started).toBeLessThan(1_000)
  }
})

describe('properties', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !value.includes('\0'))
  const name = text.filter((value) => value !== '')
  const fields: fc.Arbitrary<Field> = fc.record({
    name,
    path: fc.array(
      fc.record({
        arrow: fc.constantFrom('->' as const, '->>' as const),
        key: fc.oneof(text, fc.integer({ min: -99, max: 99 })),
      }),
      { maxLength: 3 },
    ),
  })
  const type = fc.constantFrom('text', 'int4', 'double precision')
  const aggregate = fc.record({ name: fc.constantFrom('sum' as const, 'max' as const), cast: fc.option(type) })
  const items = fc.letrec<{ item: SelectItem }>((tie) => ({
    item: fc.oneof(
      { depthSize: 'small', maxDepth: 6, withCrossShrink: true },
      fc.constant<SelectItem>({ kind: 'all' }),
      fc.record({ kind: fc.constant('field' as const), field: fields, alias: fc.option(name), cast: fc.option(type), aggregate: fc.option(aggregate) }),
      fc.record({
        kind: fc.constant('embed' as const),
        name,
        alias: fc.option(name),
        hint: fc.option(name.filter((value) => value !== 'inner' && value !== 'left')),
        inner: fc.boolean(),
        spread: fc.boolean(),
        items: fc.array(tie('item'), { maxLength: 3 }),
      }),
    ),
  })).item
  const operators = Object.keys(COMPARE_OPERATORS) as (keyof typeof COMPARE_OPERATORS)[]
  const operation = fc.oneof(
    fc.constantFrom(...operators).chain((operator) =>
      fc.record({
        kind: fc.constant('compare' as const),
        operator: fc.constant(operator),
        quantifier: COMPARE_OPERATORS[operator].quantified ? fc.constantFrom('any' as const, 'all' as const, null) : fc.constant(null),
        value: text,
      }),
    ),
    fc.record({ kind: fc.constant('in' as const), values: fc.array(text, { maxLength: 4 }) }),
    fc.record({ kind: fc.constant('is' as const), value: fc.constantFrom('null' as const, 'not_null' as const, 'unknown' as const) }),
    fc.record({
      kind: fc.constant('search' as const),
      operator: fc.constantFrom(...(Object.keys(SEARCH_FUNCTIONS) as (keyof typeof SEARCH_FUNCTIONS)[])),
      language: fc.option(fc.constantFrom('english', 'simple')),
      value: text,
    }),
  )
  const condition: fc.Arbitrary<Condition> = fc.record({ kind: fc.constant('condition' as const), field: fields, negated: fc.boolean(), operation })
  const nodes = fc.letrec<{ node: FilterNode }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      condition,
      fc.record({
        kind: fc.constant('group' as const),
        operator: fc.constantFrom('and' as const, 'or' as const),
        negated: fc.boolean(),
        children: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      }),
    ),
  })).node
  const term: fc.Arbitrary<OrderTerm> = fc.record({
    relation: fc.option(name),
    field: fields,
    descending: fc.boolean(),
    nulls: fc.constantFrom('first' as const, 'last' as const, null),
  })
  const path = fc.array(name, { maxLength: 2 })
  const located = <T>(value: fc.Arbitrary<T>) => fc.array(fc.record({ path, value }), { maxLength: 2 })
  const query = fc.record({
    select: fc.option(fc.array(items, { maxLength: 4 })),
    filters: located(nodes),
    orders: located(fc.array(term, { minLength: 1, maxLength: 3 })),
    limits: located(fc.nat()),
    offsets: located(fc.nat()),
    columns: fc.option(fc.array(name, { minLength: 1, maxLength: 3 })),
    onConflict: fc.option(fc.array(name, { minLength: 1, maxLength: 3 })),
    arguments: fc.constant([]),
  })

  function isWithinBounds({ select }: { select: SelectItem[] | null }): boolean {
    const embeds = (all: readonly SelectItem[]): number => all.reduce((sum, item) => sum + (item.kind === 'embed' ? 1 + embeds(item.items) : 0), 0)
    return embeds(select ?? []) <= BOUNDS.embeds
  }

  test('a printed syntax tree parses to the same tree', () => {
    fc.assert(
      fc.property(query.filter(isWithinBounds), (ast) => {
        expect(parseQuery(printQuery(ast), { arguments: false })).toEqual(ast)
      }),
      { numRuns: 400 },
    )
  })

  test('any text gives a tree or a PGRST error, never a crash', () => {
    const alphabet = fc.constantFrom(
      ...Array.from('abA1_$ "\\.,:;()!*{}->=\0é😀%\''),
      'eq',
      'not.',
      'in.(',
      'or(',
      'is.',
      'and',
      '->>',
      '::',
      '...',
      'inner',
      'fts(',
    )
    const garbage = fc.array(alphabet, { maxLength: 40 }).map((parts) => parts.join(''))
    const key = fc.oneof(fc.constantFrom('select', 'order', 'or', 'not.and', 'a.or', 'columns', 'on_conflict', 'limit', 'a'), garbage)
    fc.assert(
      fc.property(fc.array(fc.tuple(key, garbage), { maxLength: 3 }), fc.boolean(), (pairs, byUrl) => {
        try {
          parseQuery(pairs, { arguments: byUrl })
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          expect((error as ApiError).code).toMatch(/^PGRST1\d\d$/)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

import { expect, test } from 'vitest'
import type { Column, ForeignKey, Relation, SchemaSnapshot } from '../../core/schema-types.ts'
import { compile } from './compile.ts'
import { parseQuery } from '../parse/parse-query.ts'
import { planRead } from '../plan/plan-read.ts'
import { planWrite } from '../plan/plan-write.ts'
import { parsePreferences } from '../parse/preferences.ts'
import { StatementNames } from './statement-names.ts'

function relation(name: string, columns: Record<string, string>, primaryKey: string[]): Relation {
  const entries = Object.entries(columns).map(([column, type]): [string, Column] => [column, { name: column, type, defaultSql: null, fromJson: null }])
  return { schema: 'public', name, kind: 'table', columns: new Map(entries), primaryKey }
}

const authors = relation('authors', { id: 'integer', name: 'text' }, ['id'])
const books = relation('books', { id: 'integer', title: 'text', author_id: 'integer', facts: 'jsonb' }, ['id'])
const key: ForeignKey = { name: 'by', table: books, columns: ['author_id'], referenced: authors, referencedColumns: ['id'], unique: false }
const snapshot: SchemaSnapshot = {
  schemas: new Map([
    [
      'public',
      {
        relations: new Map([
          ['authors', authors],
          ['books', books],
        ]),
        functions: new Map(),
      },
    ],
  ]),
  foreignKeys: [key],
  roleSettings: new Map(),
}

const page = { limit: 12, offset: 24 }
const answer = { body: true, nullsStripped: false, largest: 1_000_000 }
const ast = (search: string) => parseQuery(new URLSearchParams(search), { arguments: false })
const read = (search: string, count: 'exact' | null = null) =>
  compile({ kind: 'read', root: planRead(snapshot, books, ast(search), 1_000), count }, page, answer)

test('a page with an embed is one statement with its values as parameters', () => {
  expect(read(`select=id,author:authors(name)&title=ilike.*it's*&facts->>a=eq.b&order=title.desc,id`, 'exact').main).toEqual({
    text: `select coalesce(json_agg(case when r6.n > 1000000 then gateway.refuse_answer(r6.n) else r6.j end),'[]')::text,count(*)::int,(select count(*) from "public"."books" t1 where (t1."title" ilike $1) and ((t1."facts"->>$2::text) = $3)) from (select sum(pg_column_size(b5.j)) over (rows unbounded preceding)::bigint as n,b5.j from (select row_to_json(r4.*) as j from (select t1."id",(select row_to_json(r3.*) from (select t2."name" from "public"."authors" t2 where t1."author_id" = t2."id") r3) as "author" from "public"."books" t1 where (t1."title" ilike $1) and ((t1."facts"->>$2::text) = $3) order by t1."title" desc, t1."id" limit 12 offset 24) r4 offset 0) b5) r6`,
    values: [`%it's%`, 'a', 'b'],
  })
})

test('requests that differ only in values share their SQL text', () => {
  expect(read('id=eq.1').main.text).toBe(read('id=eq.2').main.text)
  expect(read('id=in.(1)').main.text).toBe(read('id=in.(1,2,3)').main.text)
})

test('pages with large offsets share one statement', () => {
  const far = (offset: number) =>
    compile({ kind: 'read', root: planRead(snapshot, books, ast('select=id'), 1_000), count: null }, { limit: 12, offset }, answer).main
  expect(far(6_000).text).toBe(far(12_000).text)
  expect(far(12_000).values).toEqual(['12000'])
})

test('a write returns only the columns that the response needs', () => {
  const plan = planWrite(snapshot, books, 'update', {
    ast: ast('select=title,authors(name)&id=eq.7'),
    body: '{"title":"x"}',
    preferences: parsePreferences('return=representation'),
    maxRows: 1_000,
  })
  const { text, values } = compile(plan, { limit: null, offset: 0 }, answer).main
  expect(text).toMatch(
    /^with pgrst_source as \(update "public"\."books" as w set "title" = p\."title" from json_to_recordset\(\$1::json\) as p \("title" text\) where \(w\."id" = \$2\) returning w\."title",w\."author_id"\) select /,
  )
  expect(values).toEqual(['[{"title":"x"}]', '7'])
})

test('an array literal quotes all its elements', () => {
  expect(read(`title=in.(a,"b,c","d\\"e\\\\",NULL,{})`).main.values[0]).toBe(String.raw`{"a","b,c","d\"e\\","NULL","{}"}`)
})

test('a repeated statement gets a name, one per role', () => {
  const names = new StatementNames('test', 10, () => {})
  expect(names.nameFor('select 1', 'anon')).toBeUndefined()
  const name = names.nameFor('select 1', 'anon')
  expect(name).toBeTypeOf('string')
  expect(names.nameFor('select 1', 'anon')).toBe(name)
  expect(names.nameFor('select 1', 'authenticated')).toBeUndefined()
  expect(names.nameFor('select 1', 'authenticated')).not.toBe(name)
})

test('prepared statements are limited: beyond the limit all are dropped, and no name is reused', () => {
  let drops = 0
  const names = new StatementNames('test', 3, () => (drops += 1))
  const given = new Set<string>()
  for (let shape = 0; shape < 10; shape += 1) {
    for (let use = 0; use < 2; use += 1) {
      const name = names.nameFor(`select ${shape}`, 'anon')
      if (name === undefined) continue
      expect(given.has(name)).toBe(false)
      given.add(name)
    }
  }
  expect(drops).toBe(2)
})

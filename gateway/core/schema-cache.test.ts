import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { openSchemaCache, type SchemaCache } from './schema-cache.ts'

let database: TestDatabase
let pool: pg.Pool
let cache: SchemaCache

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create schema hidden;
    create type public.colour as enum ('red', 'blue');
    create table public.authors (id int generated always as identity primary key, name text not null default 'anonymous', tags text[]);
    create table public.books (
      id uuid primary key default gen_random_uuid(), author_id int references public.authors (id),
      paint public.colour, price numeric(12,2), doubled numeric generated always as (price * 2) stored);
    create table public.covers (book_id uuid primary key references public.books (id));
    create table public.visits (id int, at date, author_id int references public.authors (id), primary key (id, at)) partition by range (at);
    create table public.visits_rest partition of public.visits default;
    create table hidden.secrets (id int primary key);
    create view public.names with (security_invoker = true) as select name from public.authors;
    create function public.add(a int, b int default 2) returns int language sql immutable return a + b;
    create function public.find(p text) returns table (id int, label text) language sql as 'select 1, p';
    create function public.all_authors() returns setof public.authors language sql stable as 'select * from public.authors';
    create function public.one_out(a int, out total int) language sql as 'select a';
    create function public.touch() returns trigger language plpgsql as 'begin return new; end';
    create function public.nothing() returns void language sql as '';
  `)
  pool = openPool(database.urlFor('authenticator'))
  cache = await openSchemaCache({ pool, listenUrl: database.urlFor('authenticator'), schemas: ['public'], log: () => {} })
})

afterAll(async () => {
  await cache.close()
  await pool.end()
  await database.drop()
})

const shop = () => cache.current().schemas.get('public')

test('columns have type and default, in order', () => {
  expect([...(shop()?.relations.get('books')?.columns.values() ?? [])]).toEqual([
    { name: 'id', type: 'uuid', defaultSql: 'gen_random_uuid()', fromJson: null },
    { name: 'author_id', type: 'integer', defaultSql: null, fromJson: null },
    { name: 'paint', type: 'public.colour', defaultSql: null, fromJson: null },
    { name: 'price', type: 'numeric(12,2)', defaultSql: null, fromJson: null },
    { name: 'doubled', type: 'numeric', defaultSql: null, fromJson: null },
  ])
  expect(shop()?.relations.get('authors')?.columns.get('id')?.defaultSql).toBe(`nextval('public.authors_id_seq'::regclass)`)
  expect(shop()?.relations.get('authors')?.columns.get('tags')?.type).toBe('text[]')
})

test('only exposed schemas are read', () => {
  expect([...cache.current().schemas.keys()]).toEqual(['public'])
  expect(shop()?.relations.get('secrets')).toBeUndefined()
  expect(shop()?.relations.get('names')?.kind).toBe('view')
})

test('a foreign key is marked as one-to-one if it is unique', () => {
  const unique = cache.current().foreignKeys.map(({ name, unique }) => [name, unique])
  expect(unique).toEqual([
    ['books_author_id_fkey', false],
    ['covers_book_id_fkey', true],
    ['visits_author_id_fkey', false],
  ])
})

test('a table that is divided is one table, and its parts are none', () => {
  expect(shop()?.relations.get('visits')).toMatchObject({ kind: 'table', primaryKey: ['id', 'at'] })
  expect(shop()?.relations.get('visits_rest')).toBeUndefined()
})

test('functions have parameters, defaults and results', () => {
  expect(shop()?.functions.get('add')?.[0]).toEqual({
    schema: 'public',
    name: 'add',
    parameters: [
      { name: 'a', type: 'integer', required: true, variadic: false },
      { name: 'b', type: 'integer', required: false, variadic: false },
    ],
    returnsSet: false,
    volatile: false,
    result: { kind: 'scalar', type: 'integer' },
  })
  const found = shop()?.functions.get('find')?.[0]?.result
  expect(found?.kind === 'row' && [...found.relation.columns.keys()]).toEqual(['id', 'label'])
  const authors = shop()?.functions.get('all_authors')?.[0]?.result
  expect(authors?.kind === 'row' && authors.relation).toBe(shop()?.relations.get('authors'))
  const out = shop()?.functions.get('one_out')?.[0]?.result
  expect(out?.kind === 'row' && [...out.relation.columns.keys()]).toEqual(['total'])
  expect(shop()?.functions.get('nothing')?.[0]?.result).toEqual({ kind: 'void' })
  expect(shop()?.functions.get('touch')).toBeUndefined()
})

test('a schema that the login itself may not use is read too, with its identity columns', async () => {
  await database.prepare(`
    create schema api;
    grant usage on schema api to anon;
    create table api.things (id int generated always as identity primary key)`)
  const other = await openSchemaCache({ pool, listenUrl: database.urlFor('authenticator'), schemas: ['api'], log: () => {} })
  expect(other.current().schemas.get('api')?.relations.get('things')?.columns.get('id')?.defaultSql).toBe(`nextval('api.things_id_seq'::regclass)`)
  await other.close()
})

test('NOTIFY pgrst reloads the cache, also after the listening connection was lost', async () => {
  await database.prepare(`create table public.later (id int primary key); notify pgrst, 'reload schema'`)
  await vi.waitFor(() => expect(shop()?.relations.get('later')).toBeDefined(), 5_000)
  await database.prepare(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'gateway schema listener' and datname = current_database();
    create table public.in_the_gap (id int primary key); notify pgrst, 'reload schema'`)
  await vi.waitFor(() => expect(shop()?.relations.get('in_the_gap')).toBeDefined(), 5_000)
})

test('settings of ALTER ROLE are read per role', async () => {
  // Roles belong to the cluster, not the database: use a unique name and drop it afterwards.
  const role = `reader_${randomBytes(4).toString('hex')}`
  await database.prepare(`create role ${role} nologin; grant ${role} to authenticator; alter role ${role} set statement_timeout = '3s'`)
  try {
    await cache.reload()
    expect(cache.current().roleSettings.get(role)).toEqual(new Map([['statement_timeout', '3s']]))
  } finally {
    await database.prepare(`drop role ${role}`)
  }
})

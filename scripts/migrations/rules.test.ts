import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { nothingKnown } from './problem.ts'
import { migrationProblems } from './rules.ts'
import { SMALL } from './small-tables.ts'

const RELEASED = new Set(['1.0.0', '1.1.0'])

/** The problems of files that follow each other, each without its line. */
async function problems(...files: string[]): Promise<string[]> {
  const known = nothingKnown()
  const found = []
  for (const sql of files) found.push(...(await migrationProblems(sql, RELEASED, known)))
  return found.map((line) => line.replace(/^\d+: /, '').replace(/[:;] (if|for) .*$/, ''))
}

describe('what only adds passes', () => {
  test.each([
    'create table public.gifts (id uuid primary key, made timestamptz not null); create index on public.gifts (made); alter table public.gifts enable row level security; revoke all on public.gifts from anon',
    "alter table public.orders add column gift text not null default ''",
    'alter table public.orders add column gift_at timestamptz default now()',
    'alter table public.orders add constraint gift check (length(gift) < 9) not valid',
    'alter table public.settings add column gift text check (length(gift) < 9)',
    'alter table public.settings add constraint gift check (gift > 0) not valid; alter table public.settings validate constraint gift',
    'create index if not exists orders_by_gift on public.orders (gift)',
    'create unique index if not exists one on public.orders (gift)',
    'alter table public.orders add constraint one unique using index one',
    'create or replace function public.f() returns int language sql return 1; revoke all on function public.f() from public',
    'drop trigger gift on public.orders; create trigger gift after insert on public.orders execute function private.f()',
    'drop policy own on public.orders; create policy own on public.orders using (true)',
    "alter type public.kind add value 'gift'",
    'update public.settings set gift = 1',
    'insert into private.limits values (1)',
    'create table private.draft (); drop table private.draft',
    'alter table public.orders alter column gift drop not null; alter table public.orders drop constraint gift',
    'do $$ begin perform 1; end $$',
    'create function private.f(a int) returns int language sql return case a when 1 then 2 else 3 end',
  ])('%s', async (sql) => {
    expect(await problems(sql)).toEqual([])
  })

  test('not null, once a check of it was validated in an earlier file', async () => {
    const add = 'alter table public.orders add constraint has_gift check (gift is not null) not valid'
    const validate = 'alter table public.orders validate constraint has_gift'
    const set = 'alter table public.orders alter column gift set not null'
    expect(await problems(add, validate, set)).toEqual([])
    expect(await problems(add, `${validate}; ${set}`)).toEqual([])
    expect(await problems(add, set)).toEqual([expect.stringContaining('sets public.orders.gift not null without a validated')])
    expect(await problems(`${add}; ${validate}`)).toEqual([expect.stringContaining('validates has_gift in the file that adds it')])
  })
})

describe('what the version before could not survive is refused', () => {
  test.each([
    ['drop table public.orders', 'drops table public.orders'],
    [
      'create function private.f(a int) returns int language sql begin atomic select case a when 1 then 2 else 3 end; end',
      'has a `case` in a body in standard SQL, whose end the official CLI takes for that of the function',
    ],
    ['drop view public.customers', 'drops view public.customers'],
    ['drop function public.f(int, text)', 'drops function public.f'],
    ['drop function private.f; create function private.f(int) returns int language sql return 1', 'drops function private.f'],
    ['drop trigger gift on public.orders', 'drops trigger public.orders.gift'],
    ['drop policy own on public.orders', 'drops policy public.orders.own'],
    ['drop type public.kind', 'drops type public.kind'],
    ['drop index public.orders_by_gift', 'drops index public.orders_by_gift'],
    ['alter table public.orders drop column gift', 'drops column public.orders.gift'],
    ['alter table public.orders rename column gift to present', 'renames column gift'],
    ['alter table public.orders rename to sales', 'renames table public.orders'],
    ['alter function public.f(int) rename to g', 'renames function public.f'],
    ['alter table public.orders set schema private', 'moves an object into another schema'],
    ["alter type public.kind rename value 'a' to 'b'", 'renames value a of an enumeration'],
    ['alter table public.settings alter column gift type bigint', 'changes the type of public.settings.gift'],
    ['alter table public.settings alter column gift set not null', 'sets public.settings.gift not null without'],
    ['alter table public.settings alter column gift drop default', 'drops the default of public.settings.gift'],
    ['alter table public.settings add column gift int not null', 'adds public.settings.gift as not null without a default'],
    ['alter table public.orders add column gift uuid default gen_random_uuid()', 'adds public.orders.gift with a value that differs for each row'],
    ['alter table public.orders add column gift int generated always as (1) stored', 'adds public.orders.gift with a value that differs'],
    ['alter table public.orders add column gift int check (gift > 0)', 'adds public.orders.gift with a constraint that scans'],
    ['alter table public.orders add column gift uuid references public.products (id)', 'adds public.orders.gift with a constraint that scans'],
    ['alter table public.orders add column gift int unique', 'adds public.orders.gift with an index'],
    ['alter table public.orders add constraint gift check (gift > 0)', 'adds gift to public.orders with a scan'],
    ['alter table public.orders add constraint gift unique (gift)', 'adds gift to public.orders with an index'],
    ['create index orders_by_gift on public.orders (gift)', 'creates an index on public.orders, while orders wait'],
    ['create index concurrently if not exists a on public.orders (gift)', 'creates an index concurrently'],
    ['alter table public.orders enable row level security', 'closes public.orders'],
    ['revoke select on public.orders from authenticated', 'revokes rights on public.orders'],
    ['revoke all on all tables in schema public from anon', 'revokes rights on all objects'],
    ['revoke anon from shop_callers', 'takes a role'],
    ["update public.orders set gift = ''", 'changes rows of public.orders'],
    ['delete from public.orders where gift is null', 'deletes rows of public.orders'],
    ['truncate public.orders', 'truncates a table'],
    ['lock table public.orders', 'locks a table (lock)'],
    ['do $$ begin drop table public.orders; end $$', 'hides `drop` in a block'],
    ["do $$ begin execute 'x'; end $$", 'hides `execute` in a block'],
    ['create table public.more (); commit', 'begins or ends a transaction'],
    ['create tabel public.orders ()', 'cannot be read'],
  ])('%s', async (sql, problem) => {
    expect(await problems(sql)).toEqual([expect.stringContaining(problem)])
  })
})

test('a reason before the statement allows it, if it names a release that exists', async () => {
  const drop = 'alter table public.orders drop column gift'
  for (const last of ['unused since 1.1.0', 'used by SQL alone', 'not in a release']) {
    expect(await problems(`-- Gifts are orders now.\n-- contract: gifts are orders now; ${last}\n${drop}`), last).toEqual([])
  }
  for (const wrong of [
    'contract: gifts are orders now',
    'contract: gifts are orders now; unused since 1.2.0',
    'contract: so; not in a release',
    'rows: gifts of a year',
  ]) {
    expect(await problems(`-- ${wrong}\n${drop}`), wrong).toHaveLength(1)
  }
  expect(await problems(`-- contract: gifts are orders now; not in a release\n${drop};\n${drop}`), 'of the next statement alone').toHaveLength(1)
  expect(await problems(`-- rows: gifts of a day, 100 at most\nupdate public.orders set gift = ''`)).toEqual([])
  expect(await problems(`-- contract: gifts are orders now; not in a release\nupdate public.orders set gift = ''`)).toHaveLength(1)
})

test('a problem names its line', async () => {
  const found = await migrationProblems(
    "-- Ü\ncreate table public.gifts ();\n\n-- why\n-- not\ndrop table public.orders;\nselect 'ü'; truncate public.orders",
    RELEASED,
    nothingKnown(),
  )
  expect(found.map((line) => line.split(':')[0])).toEqual(['6', '7'])
})

test('tables that count as small exist', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const schema = readFileSync(path.join(root, 'supabase/schema.sql'), 'utf8') + readFileSync(path.join(root, 'gateway/migrations/0003_storage.sql'), 'utf8')
  for (const table of SMALL) expect(schema, table).toContain(`table ${table} (`)
})

import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { makeMigrationFolder } from '../testing/migration-folder.ts'
import { describeStatements } from './describe-statements.ts'
import { readMigrations } from './migration-files.ts'
import { inDryRun, rehearse, type Rehearsed } from './migration-rehearsal.ts'

let database: TestDatabase
let owner: Client
beforeEach(async () => {
  database = await createGatewayDatabase()
  await database.prepare('create table public.goods as select n as id, 1 as stock from generate_series(1, 40000) n')
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})

async function dryRun(files: Record<string, string>, until?: number): Promise<Rehearsed[]> {
  const folder = await makeMigrationFolder(files)
  try {
    const missing = readMigrations(folder.directory)
    return await inDryRun(owner, (end) => rehearse(database.ownerUrl, owner, missing, 'test.migrations', until ?? end))
  } finally {
    await folder.remove()
  }
}

test('files that build on each other pass, and nothing of them stays', async () => {
  const files = await dryRun({
    '001_more.sql': '-- more\ncreate table public.more (id int); grant select on public.more to anon; grant insert on public.more to anon',
    '002_rows.sql': 'insert into public.more values (1); alter table public.goods drop column stock',
  })
  expect(files).toEqual([
    { file: '001_more.sql', does: 'create table public.more; grant (2)' },
    { file: '002_rows.sql', does: 'insert into public.more; alter table public.goods' },
  ])
  expect((await owner.query("select to_regclass('public.more') as made, to_regnamespace('test') as schema")).rows).toEqual([{ made: null, schema: null }])
  expect((await owner.query('select sum(stock)::int as n from public.goods')).rows).toEqual([{ n: 40000 }])
})

test('the statement that would fail is named, and what follows is not tried', async () => {
  const files = await dryRun({
    '001_wrong.sql': 'create table public.more (id int); create unique index on public.goods (stock)',
    '002_rows.sql': 'select 1',
  })
  expect(files[0]?.problem).toMatch(/^could not create unique index .*, in: create unique index on public\.goods \(stock\)$/)
  expect(files[1]).toMatchObject({ untried: 'not tried, because 001_wrong.sql before it would fail' })
})

test('what cannot be tried in a transaction, and an index that is built before, are said plainly', async () => {
  const [own] = await dryRun({ '001_own.sql': 'create table public.more (); commit; select 1' })
  expect(own).toMatchObject({ untried: 'it ends its transaction itself, so it cannot be tried and rolled back' })
  expect((await owner.query("select to_regclass('public.more') as made")).rows).toEqual([{ made: null }])

  const [vacuum, after] = await dryRun({ '001_vacuum.sql': 'vacuum public.goods', '002_after.sql': 'select 1' })
  expect(vacuum?.untried).toMatch(/^it cannot be tried in a transaction: VACUUM cannot run inside a transaction block/)
  expect(after).toMatchObject({ untried: 'not tried, because 001_vacuum.sql before it could not be tried as a whole' })

  const [index, next] = await dryRun({ '001_index.sql': 'create index if not exists by_stock on public.goods (stock)', '002_after.sql': 'select 1' })
  expect(index?.untried).toBe('index by_stock of public.goods: built before the migration, without stopping writes')
  expect(next).toEqual({ file: '002_after.sql', does: 'select' })
})

test('what uses an index that is built before is not tried, and what uses one that is not built would fail', async () => {
  const key = 'alter table public.goods add constraint one primary key using index by_id'
  const files = await dryRun({
    '001_index.sql': 'create unique index if not exists by_id on public.goods (id)',
    '002_key.sql': key,
    '003_after.sql': 'select 1',
  })
  expect(files[1]?.untried).toBe('it uses index by_id, which is built before the migration')
  expect(files[2]?.untried).toBe('not tried, because 002_key.sql before it could not be tried as a whole')
  expect((await dryRun({ '001_key.sql': key }))[0]?.problem).toContain('index "by_id" does not exist')
})

test('it ends before its tables are locked for long, and names the session that is in its way', async () => {
  expect((await dryRun({ '001_slow.sql': 'lock table public.goods; select pg_sleep(60)' }, Date.now() + 300))[0]?.untried).toMatch(/^it takes longer than 20 s/)
  const reader = new Client({ connectionString: database.ownerUrl, application_name: 'monthly report' })
  await reader.connect()
  try {
    await reader.query('begin; select 1 from public.goods')
    const [file] = await dryRun({ '001_drop.sql': 'alter table public.goods drop column stock' })
    expect(file?.untried).toMatch(/^a table was in use: table goods is in use by session \d+ \(login postgres, program "monthly report"/)
  } finally {
    await reader.end()
  }
})

test('statements are described by what they act on', () => {
  const statements = [
    'create unique index if not exists a on public.goods (id)',
    'CREATE OR REPLACE FUNCTION public.f() returns int language sql return 1',
    'drop function public.g(int)',
    '/* why */ -- so\nupdate only public.goods set stock = 1',
    'create policy "own rows" on public.goods',
    "comment on table public.goods is 'x'",
    '-- the end',
    'explain select 1',
  ]
  expect(describeStatements(statements)).toBe('create index a; create function; drop function; update public.goods; create policy; comment on; other')
})

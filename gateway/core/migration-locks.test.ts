import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { makeMigrationFolder, type MigrationFolder } from '../testing/migration-folder.ts'
import { applyMigrations } from './migrate.ts'
import { MigrationError } from './migration-files.ts'

let database: TestDatabase
let folder: MigrationFolder
let clients: Client[]
let reports: string[]
const report = (sentence: string): void => void reports.push(sentence)

async function connect(program = 'test'): Promise<Client> {
  const client = new Client({ connectionString: database.ownerUrl, application_name: program })
  await client.connect()
  clients.push(client)
  return client
}

beforeEach(async () => {
  database = await createGatewayDatabase()
  folder = await makeMigrationFolder()
  clients = []
  reports = []
  await database.prepare('create table public.goods as select n as id, 1 as stock from generate_series(1, 40000) n')
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await Promise.all([database.drop(), folder.remove()])
})

const apply = (patience: { attempt: number; pause: number; total: number }): Promise<string[]> =>
  applyMigrations(database.ownerUrl, folder.directory, 'test.migrations', { patience, report })

test('a long read does not stop the shop: the migration tries for moments, and passes when the read has ended', async () => {
  await folder.write('001_column.sql', 'alter table public.goods add column colour text')
  const [reader, shop] = [await connect('monthly report'), await connect()]
  await reader.query('begin; select count(*) from public.goods')
  let ended = false
  const migrating = apply({ attempt: 400, pause: 100, total: 60_000 }).finally(() => (ended = true))
  // Each of these would wait for the migration, and so for the reader, if the migration waited without an end.
  await expect.poll(() => reports.length).toBeGreaterThan(1)
  for (let n = 0; n < 5; n += 1) await shop.query('update public.goods set stock = stock - 1 where id = 1')
  expect(ended).toBe(false)
  const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid')
  expect(reports[0]).toMatch(
    new RegExp(
      `^migration 001_column\\.sql waits: table goods is in use by session ${rows[0]?.pid} \\(login postgres, program "monthly report", idle in transaction, for \\d+ s\\)$`,
    ),
  )
  await reader.query('commit')
  expect(await migrating).toEqual(['001_column.sql'])
})

test('in a deadlock the migration gives way: a transaction of the shop that waits for one of its tables goes on, and the migration is tried again', async () => {
  await database.prepare('create table public.colours as select 1 as id')
  // it has the one table for a moment before it wants the other
  await folder.write(
    '001_columns.sql',
    'alter table public.colours add column colour text; select pg_sleep(0.4); alter table public.goods add column colour text',
  )
  const shop = await connect()
  await shop.query('begin; update public.goods set stock = stock - 1 where id = 1')
  const migrating = apply({ attempt: 2000, pause: 50, total: 60_000 })
  const held = "select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'colours' and l.granted and l.mode = 'AccessExclusiveLock'"
  const looking = await connect()
  await expect.poll(async () => (await looking.query(held)).rowCount, { interval: 20 }).toBe(1)
  await shop.query('select from public.colours')
  await shop.query('commit')
  expect(await migrating).toEqual(['001_columns.sql'])
  expect(reports[0]).toMatch(/^migration 001_columns\.sql waits: /)
})

test('a session that does not end is named in the sentence of the failure, and nothing is changed', async () => {
  await folder.write('001_column.sql', 'create table public.more (); alter table public.goods add column colour text')
  const reader = await connect('forgotten')
  await reader.query('begin; select count(*) from public.goods')
  const failing = apply({ attempt: 200, pause: 50, total: 600 })
  await expect(failing).rejects.toThrow(
    /^migration 001_column\.sql was not applied: table goods is in use by session \d+ \(login postgres, program "forgotten".*Nothing was changed; try again when that session has ended\.$/,
  )
  await expect(failing).rejects.toBeInstanceOf(MigrationError)
  expect((await reader.query("select to_regclass('public.more') as made")).rows).toEqual([{ made: null }])
})

test('an index of a large table is built while orders go on, also behind a transaction that is still open', async () => {
  await folder.write('001_index.sql', 'create index if not exists goods_by_stock on public.goods (stock)')
  const [writer, shop] = [await connect('open order'), await connect()]
  await writer.query('begin; update public.goods set stock = 2 where id = 2')
  const migrating = apply({ attempt: 200, pause: 50, total: 1000 })
  await expect.poll(() => reports.join('\n'), { timeout: 20_000 }).toMatch(/Index goods_by_stock waits: .*program "open order"/)
  await shop.query('update public.goods set stock = 5 where id = 1')
  await writer.query('commit')
  expect(await migrating).toEqual(['001_index.sql'])
  const { rows } = await shop.query("select indisvalid from pg_index where indexrelid = 'public.goods_by_stock'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
  expect(reports[0]).toBe('Building index goods_by_stock of public.goods while the shop goes on')
})

test('an index that the rows do not allow leaves nothing behind, and one that was left half built is replaced', async () => {
  await folder.write('001_index.sql', 'create unique index if not exists goods_stock on public.goods (stock)')
  const failing = apply({ attempt: 200, pause: 50, total: 1000 })
  await expect(failing).rejects.toThrow(
    'migration 001_index.sql was not applied: index goods_stock of public.goods cannot be built: could not create unique index',
  )
  const shop = await connect()
  expect((await shop.query("select to_regclass('public.goods_stock') as made")).rows).toEqual([{ made: null }])

  await expect(shop.query('create unique index concurrently goods_stock on public.goods (stock)')).rejects.toMatchObject({ code: '23505' })
  await shop.query('update public.goods set stock = id')
  expect(await apply({ attempt: 200, pause: 50, total: 1000 })).toEqual(['001_index.sql'])
  const { rows } = await shop.query("select indisvalid from pg_index where indexrelid = 'public.goods_stock'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
})

test('an index on a column of the same file is built with it', async () => {
  await folder.write('001_index.sql', 'alter table public.goods add column colour text; create index if not exists goods_colour on public.goods (colour)')
  expect(await apply({ attempt: 200, pause: 50, total: 1000 })).toEqual(['001_index.sql'])
})

test('an index of a table that is divided is built on each large part before, and the table takes it from there', async () => {
  await database.prepare(`create schema parts;
    create table public.notes (id bigint, at date, body text) partition by range (at);
    create table parts.notes_2025 partition of public.notes for values from ('2025-01-01') to ('2026-01-01');
    create table parts.notes_2026 partition of public.notes for values from ('2026-01-01') to ('2027-01-01');
    create table parts.notes_rest partition of public.notes default;
    insert into public.notes select n, date '2025-01-01' + n % 700, 'x' from generate_series(1, 80000) n`)
  await folder.write('001_index.sql', 'create unique index if not exists notes_key on public.notes (id, at)')
  const [writer, shop] = [await connect('open order'), await connect()]
  await writer.query("begin; insert into public.notes values (0, '2026-02-01', 'x')")
  const migrating = apply({ attempt: 200, pause: 50, total: 1000 })
  await expect.poll(() => reports.join('\n'), { timeout: 20_000 }).toMatch(/Index notes_key_\d+ waits: .*program "open order"/)
  await shop.query("insert into public.notes values (0, '2026-03-01', 'x')")
  await writer.query('commit')
  expect(await migrating).toEqual(['001_index.sql'])
  const { rows } = await shop.query(
    `select i.indrelid::regclass::text as part, i.indisvalid, x.relname like 'notes_key\\_%' as built_before
     from pg_inherits h join pg_index i on i.indexrelid = h.inhrelid join pg_class x on x.oid = i.indexrelid where h.inhparent = 'public.notes_key'::regclass order by 1`,
  )
  expect(rows).toEqual([
    { part: 'parts.notes_2025', indisvalid: true, built_before: true },
    { part: 'parts.notes_2026', indisvalid: true, built_before: true },
    { part: 'parts.notes_rest', indisvalid: true, built_before: false },
  ])
  expect(reports.filter((sentence) => sentence.startsWith('Building'))).toHaveLength(2)
})

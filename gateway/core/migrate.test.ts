import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { makeMigrationFolder, type MigrationFolder } from '../testing/migration-folder.ts'
import { applyMigrations, type MigrateOptions } from './migrate.ts'
import { MigrationError, readMigrations } from './migration-files.ts'
import { noteStatements, quoteTable, readState } from './migration-record.ts'

const TABLE = 'supabase_migrations.schema_migrations'
const FIRST = "create table public.goods (id int primary key, name text);\n\n-- The first.\ninsert into public.goods values (1, 'Kajal;');\n"

let database: TestDatabase
let owner: Client
let folder: MigrationFolder
beforeEach(async () => {
  database = await createGatewayDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  folder = await makeMigrationFolder({ '001_goods.sql': FIRST, '002_price.sql': 'alter table public.goods add column price int' })
})
afterEach(async () => {
  await owner.end()
  await Promise.all([database.drop(), folder.remove()])
})

const apply = (options?: MigrateOptions): Promise<string[]> => applyMigrations(database.ownerUrl, folder.directory, TABLE, options)
const rows = async (sql: string): Promise<unknown[]> => (await owner.query({ text: sql, rowMode: 'array' })).rows
const recorded = (): Promise<unknown[]> => rows(`select version, name, cardinality(statements) from ${TABLE} order by 1`)

test('missing files are applied in order and recorded with their statements, and none is applied twice', async () => {
  expect(await apply({ upTo: '001' })).toEqual(['001_goods.sql'])
  expect(await apply()).toEqual(['002_price.sql'])
  expect(await apply()).toEqual([])
  expect(await rows('select * from public.goods')).toEqual([[1, 'Kajal;', null]])
  expect(await recorded()).toEqual([
    ['001', 'goods', 2],
    ['002', 'price', 1],
  ])
})

test('processes that start together apply each file once', async () => {
  await folder.write('003_more.sql', "select pg_sleep(0.3); insert into public.goods values (2, 'Sindoor')")
  const reports: string[] = []
  const applied = await Promise.all([1, 2, 3].map(() => apply({ report: (sentence) => reports.push(sentence) })))
  expect(applied.flat().sort()).toEqual(['001_goods.sql', '002_price.sql', '003_more.sql'])
  expect(await rows('select id from public.goods order by 1')).toEqual([[1], [2]])
  expect(reports).toContain('Another process is migrating this database: waiting for it')
})

test('a file that fails changes nothing, and the sentence names it', async () => {
  await folder.write('003_wrong.sql', 'create table public.left (); select no_such_function()')
  await expect(apply()).rejects.toThrow(/^migration 003_wrong\.sql failed: function no_such_function\(\) does not exist \(at character \d+\)$/)
  await expect(apply()).rejects.toBeInstanceOf(MigrationError)
  expect(await rows("select to_regclass('public.left')")).toEqual([[null]])
  expect(await recorded()).toHaveLength(2)
})

test('a file that was changed after it was applied is reported, and refuses what is missing', async () => {
  await apply()
  const reports: string[] = []
  await folder.write('001_goods.sql', FIRST.replace("'Kajal;'", "'Kohl;'"))
  expect(await apply({ report: (sentence) => reports.push(sentence) }), 'nothing is missing').toEqual([])
  const sentence = /^Migration 001_goods\.sql was changed after it was applied to this database: restore the file as it was, or, .*--note-changed/
  expect(reports).toEqual([expect.stringMatching(sentence)])

  await folder.write('003_more.sql', 'create table public.more ()')
  await expect(apply()).rejects.toThrow(sentence)
  await expect(apply()).rejects.toBeInstanceOf(MigrationError)
  expect(await rows("select to_regclass('public.more')")).toEqual([[null]])

  const { changed } = await readState(owner, readMigrations(folder.directory), quoteTable(TABLE))
  await noteStatements(owner, changed, quoteTable(TABLE))
  expect(await apply()).toEqual(['003_more.sql'])
})

test('line ends, indentation and how the statements are divided are no changes', async () => {
  await apply()
  await folder.write('001_goods.sql', FIRST.replaceAll('\n', '\r\n  '))
  await owner.query(`update ${TABLE} set statements = array[array_to_string(statements, ';')] where version = '001'`)
  const { changed, missing } = await readState(owner, readMigrations(folder.directory), quoteTable(TABLE))
  expect([changed, missing]).toEqual([[], []])
})

test('a record without statements gets those of the file', async () => {
  await apply()
  await owner.query(`update ${TABLE} set statements = null, name = null where version = '001'`)
  expect(await apply()).toEqual([])
  expect(await recorded()).toEqual([
    ['001', 'goods', 2],
    ['002', 'price', 1],
  ])
})

test('the schema of a newer shop is refused, and nothing that is missing is applied', async () => {
  await apply({ upTo: '001' })
  await owner.query(`insert into ${TABLE} (version) values ('009'), ('010')`)
  await expect(apply()).rejects.toThrow('The database has the schema of a newer shop, 010; this one knows it up to 002: start the newer one.')
  await expect(apply()).rejects.toBeInstanceOf(MigrationError)
  expect((await recorded()).map((row) => (row as string[])[0])).toEqual(['001', '009', '010'])
})

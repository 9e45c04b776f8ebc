/** Copies a shop's database from one PostgreSQL into another, empty one, and compares the two. */
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { presentVersions } from '../baseline.ts'
import { migrateSet, migrationSets, SHOP_MIGRATIONS, withOwner } from '../migrations.ts'
import { UpgradeError } from '../postgres-command.ts'
import { beginPlainText, copyStatement, nameOf, quoted, readRows, sequencesOf, setSequences, tablesOf, writeRows, type ShopTable } from '../shop-rows.ts'
import { createRowDigest, type RowDigest } from '../row-digest.ts'
import { ownObjects } from './own-objects.ts'

export type Copied = { tables: number; rows: number; /** objects of the owner's own, which were not copied */ left: string[] }

/** Functions that compare what belongs together, if the schema has them. */
const CHECKS = ['private.check_stock_sums()', 'private.check_documents()']

const NOWHERE = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/** @param report gets a sentence for each step */
export async function copyShop(fromUrl: string, toUrl: string, report: (sentence: string) => void): Promise<Copied> {
  return withOwner(fromUrl, async (from) => {
    await beginPlainText(from)
    await from.query('set max_parallel_workers_per_gather = 0')
    await from.query('begin isolation level repeatable read read only')
    await makeSchema(from, toUrl)
    return withOwner(toUrl, async (to) => {
      await beginPlainText(to)
      await to.query('set session_replication_role = replica')
      const left = await refuseOwnRows(from, to)
      const result = await copyTables(from, to, report)
      await setSequences(to, await sequencesOf(from))
      report('Comparing')
      await compareChecks(from, to)
      await to.query('analyze')
      await to.query('checkpoint')
      return { ...result, left }
    })
  })
}

/** By the migrations that the old database has: its rows fit no other schema. The missing ones follow when the shop starts. */
async function makeSchema(from: Client, toUrl: string): Promise<void> {
  for (const set of migrationSets(false)) {
    const { rows: tables } = await from.query<{ there: boolean }>('select pg_catalog.to_regclass($1) is not null as there', [set.table])
    if (!tables[0]?.there) continue
    const { rows } = await from.query<{ version: string }>(`select version from ${set.table}`)
    const versions = rows.map(({ version }) => version)
    await migrateSet(toUrl, set, { only: new Set(set.table === SHOP_MIGRATIONS ? presentVersions(versions) : versions) })
  }
}

async function copyTables(from: Client, to: Client, report: (sentence: string) => void): Promise<{ tables: number; rows: number }> {
  const here = new Map((await tablesOf(to)).map((table) => [nameOf(table), table]))
  const tables = (await tablesOf(from)).filter((table) => here.has(nameOf(table)))
  // Rows that migrations write.
  if (here.size > 0) await to.query(`truncate ${[...here.values()].map(quoted).join(', ')}`)
  let total = 0
  for (const table of tables) {
    const columns = new Set(here.get(nameOf(table))?.columns)
    const unknown = table.columns.find((column) => !columns.has(column))
    if (unknown !== undefined)
      throw new UpgradeError(`${nameOf(table)} has a column ${unknown} that is not the shop's: remove it with the version of the shop before.`)
    total += await copyTable(from, to, table, report)
  }
  return { tables: tables.length, rows: total }
}

/** Passes everything on unchanged. */
const through = (digest: RowDigest, afterChunk: () => void = () => undefined): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.add(chunk)
      afterChunk()
      done(null, chunk)
    },
  })

/** Rows after which the progress of a long table is reported. */
const MANY = 500_000

async function copyTable(from: Client, to: Client, table: ShopTable, report: (sentence: string) => void): Promise<number> {
  let reported = 0
  const read = createRowDigest()
  const written = createRowDigest()
  const tell = (): void => {
    const { rows } = read.result()
    if (rows - reported < MANY) return
    reported = rows
    report(`Copying ${nameOf(table)}: ${rows} rows`)
  }
  await pipeline(readRows(from, table), through(read, tell), writeRows(to, copyStatement(table)))
  await pipeline(readRows(to, table), through(written), NOWHERE())
  const [expected, found] = [read.result(), written.result()]
  if (expected.rows !== found.rows || expected.sum !== found.sum) {
    throw new UpgradeError(`${nameOf(table)} has ${expected.rows} rows, and its copy is not the same (${found.rows}).`)
  }
  return expected.rows
}

async function refuseOwnRows(from: Client, to: Client): Promise<string[]> {
  const { databases, tablesWithRows, others } = await ownObjects(from, to)
  if (databases.length > 0)
    throw new UpgradeError(`The folder has other databases beside the shop's, ${databases.join(', ')}: move them away with the version of the shop before.`)
  if (tablesWithRows.length > 0)
    throw new UpgradeError(
      `The database has tables that are not the shop's, ${tablesWithRows.join(', ')}: copy them elsewhere and drop them with the version of the shop before.`,
    )
  return others
}

async function compareChecks(from: Client, to: Client): Promise<void> {
  for (const check of CHECKS) {
    const { rows: known } = await from.query<{ there: boolean }>('select pg_catalog.to_regprocedure($1) is not null as there', [check])
    if (!known[0]?.there) continue
    const [before, after] = await Promise.all(
      [from, to].map(async (client) => (await client.query<{ n: string }>(`select count(*) as n from ${check}`)).rows[0]?.n),
    )
    if (before !== after) throw new UpgradeError(`${check} finds ${before} differences in the database and ${after} in its copy.`)
  }
}

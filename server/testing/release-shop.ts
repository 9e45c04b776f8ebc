/**
 * A shop of an earlier release: all its rows as text in the form of `psql`, compressed, with the checksums of the migrations that made
 * its schema. `npm run upgrade-fixture` writes one when a release is made (CONTRIBUTING.md#make-a-release).
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { readMigrations } from '#gateway/core/migration-files.ts'
import { quoteTable, readChecksums } from '#gateway/core/migration-record.ts'
import { migrateSet, migrationSets, withOwner } from '../database/migrations.ts'
import {
  beginPlainText,
  copyStatement,
  emptyTables,
  nameOf,
  readRows,
  sequencesOf,
  setSequences,
  tablesOf,
  withoutTriggers,
  writeRows,
} from '../database/shop-rows.ts'
import type { ShopSequence } from '../database/shop-rows.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../supabase/tests/releases')

export type Header = {
  release: string
  /** The checksum of each migration that was applied, by table and version; null where its statements were not recorded. */
  migrations: Record<string, Record<string, string | null>>
  sequences: ShopSequence[]
}

export type ReleaseShop = { file: string; header: Header; tables: { name: string; statement: string; rows: string }[] }

/** Writes all rows of this database, in one snapshot. @returns the file and its bytes */
export async function writeReleaseShop(ownerUrl: string, release: string): Promise<{ file: string; bytes: number }> {
  return withOwner(ownerUrl, async (client) => {
    await beginPlainText(client)
    await client.query('begin isolation level repeatable read read only')
    const parts: Buffer[] = []
    for (const table of await tablesOf(client)) {
      const rows: Buffer[] = []
      for await (const chunk of readRows(client, table)) rows.push(Buffer.from(chunk as Uint8Array))
      if (rows.length > 0) parts.push(Buffer.from(`${copyStatement(table)};\n`), ...rows, Buffer.from('\\.\n'))
    }
    const header: Header = { release, migrations: {}, sequences: await sequencesOf(client) }
    for (const { table } of migrationSets(false)) header.migrations[table] = Object.fromEntries(await readChecksums(client, quoteTable(table)))
    const content = gzipSync(Buffer.concat([Buffer.from(`-- ${JSON.stringify(header)}\n`), ...parts]), { level: 9 })
    const file = path.join(FOLDER, `${release}.sql.gz`)
    await writeFile(file, content)
    return { file, bytes: content.length }
  })
}

/** The shops of earlier releases that are kept, the newest last. */
export async function releaseShops(): Promise<ReleaseShop[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql.gz'))
  const shops = await Promise.all(files.map(readReleaseShop))
  const lastOf = ({ header }: ReleaseShop): string =>
    Object.keys(header.migrations['supabase_migrations.schema_migrations'] ?? {})
      .sort()
      .at(-1) ?? ''
  return shops.sort((a, b) => (lastOf(a) < lastOf(b) ? -1 : 1))
}

async function readReleaseShop(file: string): Promise<ReleaseShop> {
  const text = gunzipSync(await readFile(path.join(FOLDER, file))).toString()
  const headerEnd = text.indexOf('\n')
  const tables = []
  for (let at = headerEnd + 1; at < text.length;) {
    const statementEnd = text.indexOf(';\n', at)
    const rowsEnd = text.indexOf('\n\\.\n', statementEnd)
    const statement = text.slice(at, statementEnd)
    const [, schema = '', name = ''] = /^copy "([^"]+)"\."([^"]+)"/.exec(statement) ?? []
    tables.push({ name: nameOf({ schema, name }), statement, rows: text.slice(statementEnd + 2, rowsEnd + 1) })
    at = rowsEnd + 4
  }
  return { file, header: JSON.parse(text.slice('-- '.length, headerEnd)) as Header, tables }
}

/** The files that this release had applied and that differ from those of today: landed migrations are never edited. */
export async function editedSince({ header }: ReleaseShop): Promise<string[]> {
  const edited: string[] = []
  for (const { directory, table } of migrationSets(false)) {
    const present = new Map(readMigrations(directory).map((migration) => [migration.version, migration]))
    for (const [version, checksum] of Object.entries(header.migrations[table] ?? {})) {
      if (checksum !== null && present.get(version)?.checksum !== checksum) edited.push(present.get(version)?.file ?? version)
    }
  }
  return edited
}

/** Makes the schema of the release in an empty database and fills it with its rows. */
export async function loadReleaseShop(ownerUrl: string, shop: ReleaseShop): Promise<void> {
  for (const set of migrationSets(false))
    await migrateSet(ownerUrl, set, {
      upTo: Object.keys(shop.header.migrations[set.table] ?? {})
        .sort()
        .at(-1),
    })
  await withOwner(ownerUrl, async (client: Client) => {
    await beginPlainText(client)
    await client.query('begin')
    await withoutTriggers(client)
    await emptyTables(client, await tablesOf(client))
    for (const { statement, rows } of shop.tables) await pipeline([rows], writeRows(client, statement))
    await setSequences(client, shop.header.sequences)
    await client.query('commit')
  })
}

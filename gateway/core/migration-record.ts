/** What a database records of the migrations that were applied to it, compared with the files. */
import type { Client } from 'pg'
import { MigrationError, UNSEEN, type Migration } from './migration-files.ts'

export type MigrationState = {
  /** Not applied yet, in order. */
  missing: Migration[]
  /** Applied from a file with other statements than it has now. */
  changed: Migration[]
  /** Applied, but without a record of the statements. */
  unnoted: Migration[]
  /** The last version that was recorded by a shop with more migrations than this one. */
  newer: string | undefined
  /** The last version of the files. */
  last: string
}

export type MigrationTable = { schema: string; qualified: string }

export function quoteTable(table: string): MigrationTable {
  const [schema, name] = table.split('.')
  if (!schema || !name) throw new Error(`the migrations table ${table} must be schema.table`)
  const quote = (part: string): string => `"${part.replaceAll('"', '""')}"`
  return { schema: quote(schema), qualified: `${quote(schema)}.${quote(name)}` }
}

/** With the columns that the official CLI expects. */
export async function createRecord(client: Client, { schema, qualified }: MigrationTable): Promise<void> {
  await client.query(`create schema if not exists ${schema}`)
  await client.query(`create table if not exists ${qualified} (version text primary key, statements text[], name text)`)
}

/** Without the characters that a checksum does not see. PostgreSQL takes a quarter of the time that one `translate` of all of them takes. */
const SEEN = Buffer.from(UNSEEN).reduce((text, character) => `replace(${text}, chr(${character}), '')`, "array_to_string(statements, '')")

/**
 * The checksum of what was recorded, computed in the database: the table keeps the columns that the official CLI expects, and both
 * record all statements of a file.
 */
export const recordedIn = ({ qualified }: MigrationTable): string =>
  `select version, encode(sha256(convert_to(${SEEN}, 'UTF8')), 'hex') as checksum from ${qualified}`

/** The checksums of what was applied, by version; null where the statements were not recorded. */
export async function readChecksums(client: Client, table: MigrationTable): Promise<Map<string, string | null>> {
  const { rows: tables } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table.qualified])
  if (!tables[0]?.there) return new Map()
  const { rows } = await client.query<{ version: string; checksum: string | null }>(recordedIn(table))
  return new Map(rows.map(({ version, checksum }) => [version, checksum]))
}

export async function readState(client: Client, migrations: readonly Migration[], table: MigrationTable): Promise<MigrationState> {
  const last = migrations.at(-1)?.version ?? ''
  const recorded = await readChecksums(client, table)
  return {
    missing: migrations.filter(({ version }) => !recorded.has(version)),
    changed: migrations.filter(({ version, checksum }) => typeof recorded.get(version) === 'string' && recorded.get(version) !== checksum),
    unnoted: migrations.filter(({ version }) => recorded.get(version) === null),
    newer: [...recorded.keys()]
      .filter((version) => version > last)
      .sort()
      .at(-1),
    last,
  }
}

/** @throws MigrationError if a newer shop has migrated this database: what this one would do to it is not known */
export function refuseNewer({ newer, last }: MigrationState): void {
  if (newer) throw new MigrationError(`The database has the schema of a newer shop, ${newer}; this one knows it up to ${last}: start the newer one.`)
}

/** @returns a sentence about the first of the migrations that were changed after they were applied; undefined if there are none */
export function changedSentence({ changed: [first, ...others] }: MigrationState): string | undefined {
  if (!first) return undefined
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return `Migration ${first.file}${more} was changed after it was applied to this database: restore the file as it was, or, if the change does not matter here, note it with \`npm run migrate -- --note-changed\`.`
}

/** Records the statements of these files as they are now. */
export async function noteStatements(client: Client, migrations: readonly Migration[], { qualified }: MigrationTable): Promise<void> {
  for (const { version, name, statements } of migrations) {
    await client.query(`update ${qualified} set statements = $2, name = coalesce(name, $3) where version = $1`, [version, statements, name])
  }
}

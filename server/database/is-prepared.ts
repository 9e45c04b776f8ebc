/** Whether the last start has left the database as this one needs it. Almost every start finds it so, and asks in one statement. */
import { readMigrations, type Migration } from '#gateway/core/migration-files.ts'
import { quoteTable, recordedIn } from '#gateway/core/migration-record.ts'
import type { DataKeys } from '#gateway/core/session.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { migrationSets, withOwner } from './migrations.ts'
import { LOGIN_ROLES, markOf } from './roles.ts'

export type ExpectedMigrations = readonly { table: string; migrations: readonly Migration[] }[]

/** The files of a shop with a database of its own. */
export const readExpected = (): ExpectedMigrations => migrationSets(false).map(({ directory, table }) => ({ table, migrations: readMigrations(directory) }))

/** Checksums by version, and the marks by login; null: there is none of the logins, as in a dump that was restored on another server. */
type Row = { checksums: Record<string, string | null>[]; marks: Record<string, string | null> | null }

/** False also where the database, or the record of its migrations, does not exist yet. */
export async function isPrepared(ownerUrl: string, [secret]: DataKeys, present: ExpectedMigrations): Promise<boolean> {
  const records = present.map(({ table }) => `(select jsonb_object_agg(version, checksum) from (${recordedIn(quoteTable(table))}) r)`)
  const statement = `select array[${records.join(', ')}] as checksums,
    (select jsonb_object_agg(rolname, pg_catalog.shobj_description(oid, 'pg_authid')) from pg_catalog.pg_roles where rolname = any($1)) as marks`
  try {
    return await withOwner(ownerUrl, async (client) => {
      const { rows } = await client.query<Row>(statement, [[...LOGIN_ROLES]])
      const [row] = rows
      if (!row) return false
      const isCurrent = present.every(({ migrations }, at) => {
        const recorded = row.checksums[at] ?? {}
        return Object.keys(recorded).length === migrations.length && migrations.every(({ version, checksum }) => recorded[version] === checksum)
      })
      return isCurrent && LOGIN_ROLES.every((role) => row.marks?.[role] === markOf(secret))
    })
  } catch (error) {
    // What is missing, or wrong, is found and said by the steps that make it.
    if (isDatabaseError(error)) return false
    throw error
  }
}

/**
 * The first 122 migrations were squashed into one, the baseline. A database with all of them equals the baseline, so the baseline
 * is recorded as applied. A database with only some of them cannot be migrated, because the others no longer exist.
 */
import type { Client } from 'pg'
import { DataDirectoryError } from './data-directory.ts'

const BASELINE = '20261124000000'
const LAST_BEFORE = '20261123300000'
const COUNT_BEFORE = 122
const TABLE = 'supabase_migrations.schema_migrations'

export const TOO_OLD =
  'This database was made by a version of the shop from before 24 November 2026 that is no longer supported: start it once with the commit before "Write the schema down as it is", or choose an empty DATA_DIR.'

/**
 * @returns the versions as they would be recorded today
 * @throws DataDirectoryError (TOO_OLD) if only some of the former ones are there
 */
export function presentVersions(versions: readonly string[]): string[] {
  const former = versions.filter((version) => version < BASELINE)
  if (former.length === 0) return [...versions]
  if (former.length !== COUNT_BEFORE || !former.includes(LAST_BEFORE)) throw new DataDirectoryError(TOO_OLD)
  return [BASELINE, ...versions.filter((version) => version > BASELINE)]
}

/**
 * In the transaction of the caller.
 *
 * @throws DataDirectoryError (TOO_OLD) for a database with only some of the former migrations
 */
export async function adoptBaseline(client: Client): Promise<void> {
  const { rows: tables } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [TABLE])
  if (!tables[0]?.there) return
  const former = `select version from ${TABLE} where version < $1`
  if ((await client.query(former, [BASELINE])).rowCount === 0) return
  await client.query(`lock table ${TABLE}`)
  const { rows } = await client.query<{ version: string }>(former, [BASELINE])
  if (rows.length === 0) return
  presentVersions(rows.map(({ version }) => version))
  await client.query(`delete from ${TABLE} where version < $1`, [BASELINE])
  await client.query(`insert into ${TABLE} (version, name) values ($1, 'baseline') on conflict do nothing`, [BASELINE])
}

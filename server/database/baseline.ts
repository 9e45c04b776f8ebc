/**
 * The first 122 migrations were squashed into one, the baseline. A database with all of them equals the baseline, so the baseline
 * is recorded as applied. A database with only some of them cannot be migrated, because the others no longer exist.
 */
import { databaseClient } from '#postgres/client.ts'
import { DataDirectoryError } from './data-directory.ts'

const BASELINE = '20261124000000'
const LAST_BEFORE = '20261123300000'
const COUNT_BEFORE = 122
const TABLE = 'supabase_migrations.schema_migrations'

export const TOO_OLD =
  'This database was made by a version of the shop from before 24 November 2026 that is no longer supported: start it once with the commit before "Write the schema down as it is", or choose an empty DATA_DIR.'

/** @throws DataDirectoryError (TOO_OLD) for a database with only some of the former migrations */
export async function adoptBaseline(ownerUrl: string): Promise<void> {
  const client = databaseClient(ownerUrl)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [TABLE])
    if (!tables[0]?.there) return
    await client.query('begin')
    await client.query(`lock table ${TABLE}`)
    const { rows } = await client.query<{ version: string }>(`select version from ${TABLE} where version < $1`, [BASELINE])
    if (rows.length > 0) {
      if (rows.length !== COUNT_BEFORE || !rows.some(({ version }) => version === LAST_BEFORE)) throw new DataDirectoryError(TOO_OLD)
      await client.query(`delete from ${TABLE} where version < $1`, [BASELINE])
      await client.query(`insert into ${TABLE} (version, name) values ($1, 'baseline') on conflict do nothing`, [BASELINE])
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

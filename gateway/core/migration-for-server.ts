import type { Client } from 'pg'

const STORAGE_OF_A_NEW_COLUMN = /(\bbytea) storage external\b/gi

/**
 * The text of a migration as the server understands it. PostgreSQL 15 has no STORAGE in the definition of a new column; without it the column
 * only tries in vain to compress what is compressed already. What is recorded of the migration stays the text of the file.
 */
export function adaptToVersion(sql: string, serverVersion: number): string {
  return serverVersion < 160_000 ? sql.replaceAll(STORAGE_OF_A_NEW_COLUMN, '$1') : sql
}

/** As 180001 for 18.1. */
export async function serverVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::integer as version")
  if (!rows[0]) throw new Error('The server did not say its version')
  return rows[0].version
}

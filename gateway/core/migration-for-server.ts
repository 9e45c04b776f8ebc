import type { Client } from 'pg'

const STORAGE_OF_A_NEW_COLUMN = /(\bbytea) storage external\b/gi

/**
 * The text of a migration as the server understands it. PostgreSQL 15 has no STORAGE in the definition of a new column; without it the column
 * only tries in vain to compress what is compressed already. What is recorded of the migration stays the text of the file.
 */
export function forVersion(sql: string, serverVersion: number): string {
  return serverVersion < 160_000 ? sql.replaceAll(STORAGE_OF_A_NEW_COLUMN, '$1') : sql
}

export async function forServer(client: Client, sql: string): Promise<string> {
  const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::integer as version")
  return forVersion(sql, rows[0]?.version ?? 0)
}

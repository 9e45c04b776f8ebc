/** Notes in the database when a backup was begun, and what became of it (supabase/schemas/77_backups.sql). */
import type { Client } from 'pg'

/** What may be stored of an error: its text could name a place or a person, and the log has it. */
function codeOf(error: unknown): string {
  const name = error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.constructor.name) : 'Error'
  return /^\w{1,40}$/.test(name) ? name : 'Error'
}

export type Note = {
  good(bytes: number, missing: number): Promise<void>
  bad(reason: unknown): Promise<void>
}

/**
 * With the session that makes the backup, between its transactions. A failure is noted by a session of its own, because that one may be
 * in the middle of a COPY, behind which no statement is answered. Without an answer the next backup notes that this one was interrupted.
 */
export async function noteBackup(client: Client, connect: () => Promise<Client>): Promise<Note> {
  // A database of an older shop has no list yet, and the backup before its upgrade is the most needed one.
  const { rows: known } = await client.query<{ known: boolean }>("select pg_catalog.to_regprocedure('private.begin_backup()') is not null as known")
  if (!known[0]?.known) return { good: () => Promise.resolve(), bad: () => Promise.resolve() }
  const { rows } = await client.query<{ id: string }>('select private.begin_backup() as id')
  const end = async (session: Client, ...facts: [bytes: number | null, missing: number | null, failure: string | null]): Promise<void> =>
    void (await session.query('select private.end_backup($1, $2, $3, $4)', [rows[0]?.id, ...facts]))
  return {
    good: (bytes, missing) => end(client, bytes, missing, null),
    async bad(reason) {
      const session = await connect().catch(() => null)
      if (session) await end(session, null, null, codeOf(reason)).catch(() => undefined)
      await session?.end().catch(() => undefined)
    },
  }
}

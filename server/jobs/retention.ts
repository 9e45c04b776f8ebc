/** Erases data past its retention period, once a day (docs/decisions/0016-leaving.md). */
import type { Pool, PoolClient } from 'pg'

export type StoredFiles = { remove(bucket: string, keys: string[]): Promise<void> }

const BATCH = 200
/** Advisory lock id; arbitrary, but different from all others of the shop. */
const LOCK = 7_236_2034

const count = async (client: PoolClient, text: string): Promise<number> => (await client.query<{ n: number }>(text, [BATCH])).rows[0]?.n ?? 0

/**
 * Erases in batches, each in its own transaction, until nothing is due. Only one of several servers runs it at a time. If it is
 * killed, the next day's run does the rest.
 *
 * @returns the numbers of erased documents and buyers, of files, and of log lines (including used keys, sessions and unconfirmed
 *   accounts); null if another server is running it
 */
export async function eraseExpiredData(pool: Pool, files: StoredFiles): Promise<{ documents: number; files: number; logs: number } | null> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]?.mine !== true) return null
    try {
      const erased = { documents: 0, files: 0, logs: 0 }
      for (let done = BATCH; done === BATCH; erased.documents += done) done = await count(client, 'select private.erase_documents($1) as n')
      for (let done = BATCH; done === BATCH; erased.documents += done) done = await count(client, 'select private.erase_guests($1) as n')
      for (let done = BATCH; done === BATCH; erased.files += done) done = await removeFiles(client, files)
      for (let done = 1; done > 0; erased.logs += done) done = await count(client, 'select private.erase_old_logs($1) as n')
      for (let done = 1; done > 0; erased.logs += done) done = await count(client, 'select private.erase_old_requests($1) as n')
      for (let done = 1; done > 0; erased.logs += done) done = await count(client, 'select private.erase_old_sign_ins($1) as n')
      return erased
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
    }
  } finally {
    client.release()
  }
}

/** Removes the stored copies of documents that were erased earlier in the same run. */
async function removeFiles(client: PoolClient, files: StoredFiles): Promise<number> {
  const { rows } = await client.query<{ name: string }>('select name from private.erase_stored_files($1) as name', [BATCH])
  if (rows.length > 0)
    await files.remove(
      'documents',
      rows.map(({ name }) => name),
    )
  return rows.length
}

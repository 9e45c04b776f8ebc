/** Erases data past its retention period, once a day (docs/decisions/0016-leaving.md). */
import type { Pool } from 'pg'

export type StoredFiles = { remove(bucket: string, keys: string[]): Promise<void> }

const BATCH = 200

const count = async (pool: Pool, text: string): Promise<number> => (await pool.query<{ n: number }>(text, [BATCH])).rows[0]?.n ?? 0

/**
 * Erases in batches, each in its own transaction, until nothing is due. If it is killed, the next run does the rest; two at once share
 * the rows.
 *
 * @returns the numbers of erased documents and buyers, of files, and of log lines (including used keys, sessions and unconfirmed
 *   accounts)
 */
export async function eraseExpiredData(pool: Pool, files: StoredFiles): Promise<{ documents: number; files: number; logs: number }> {
  const erased = { documents: 0, files: 0, logs: 0 }
  for (let done = BATCH; done === BATCH; erased.documents += done) done = await count(pool, 'select private.erase_documents($1) as n')
  for (let done = BATCH; done === BATCH; erased.documents += done) done = await count(pool, 'select private.erase_guests($1) as n')
  for (let done = BATCH; done === BATCH; erased.files += done) done = await removeFiles(pool, files)
  for (let done = 1; done > 0; erased.logs += done) done = await count(pool, 'select private.erase_old_logs($1) as n')
  for (let done = 1; done > 0; erased.logs += done) done = await count(pool, 'select private.erase_old_requests($1) as n')
  for (let done = 1; done > 0; erased.logs += done) done = await count(pool, 'select private.erase_old_sign_ins($1) as n')
  for (let done = 1; done > 0; erased.logs += done) done = await count(pool, 'select private.erase_webhooks($1) as n')
  return erased
}

/** Removes the stored copies of documents that were erased earlier in the same run. */
async function removeFiles(pool: Pool, files: StoredFiles): Promise<number> {
  const { rows } = await pool.query<{ name: string }>('select name from private.erase_stored_files($1) as name', [BATCH])
  if (rows.length > 0)
    await files.remove(
      'documents',
      rows.map(({ name }) => name),
    )
  return rows.length
}

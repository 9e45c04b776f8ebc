/** The row of an object, written under the caller's role: its policies are the permission. */
import { randomUUID } from 'node:crypto'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { runAs, transactAs } from '../core/as-caller.ts'
import type { Session } from '../core/session.ts'
import { isUuid } from '../core/uuid.ts'
import type { ObjectMetadata, StorageContext } from './context.ts'
import { accessDenied, keyTaken, noSuchKey } from './errors.ts'

export type WriteMode = 'insert' | 'upsert' | 'update'

type Row = {
  bucket: string
  key: string
  version: string
  metadata: ObjectMetadata | null
  userMetadata: Record<string, unknown> | null
  ownerId: string | null
}

const INSERT = `insert into storage.objects (id, bucket_id, name, version, metadata, user_metadata, owner, owner_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`

function insertValues(id: string, row: Row): unknown[] {
  return [id, row.bucket, row.key, row.version, row.metadata, row.userMetadata, isUuid(row.ownerId) ? row.ownerId : null, row.ownerId]
}

type Written = { id: string; replaced: string | null }

/**
 * Writes the row and returns its id and the version it replaced. `commit: false` rolls back: it only checks the permission. Of
 * two concurrent upserts of one new key, the second fails to insert and replaces the first's row.
 */
export async function writeRow(context: StorageContext, session: Session, mode: WriteMode, row: Row, commit: boolean): Promise<Written> {
  const existing = mode === 'insert' ? null : await existingId(context, row.bucket, row.key)
  if (mode === 'update' && existing === null) throw noSuchKey()
  if (existing !== null) return replaceRow(context, session, existing, row, commit)
  try {
    const id = randomUUID()
    await runAs(context.pool, session, { rollback: !commit }, [{ text: INSERT, values: insertValues(id, row) }])
    return { id, replaced: null }
  } catch (error) {
    const taken = mode === 'upsert' && isDatabaseError(error) && error.code === '23505' ? await existingId(context, row.bucket, row.key) : null
    if (taken === null) throw error
    return replaceRow(context, session, taken, row, commit)
  }
}

async function replaceRow(context: StorageContext, session: Session, existing: string, row: Row, commit: boolean): Promise<Written> {
  const rollback = new Error('Permission check only')
  let replaced: string | null = null
  try {
    await transactAs(context.pool, session, {}, async (query) => {
      const [old] = await query<{ version: string; etag: string | null }>(
        "select version, metadata ->> 'eTag' as etag from storage.objects where id = $1 for update",
        [existing],
      )
      // The same bytes once more change nothing: an upload whose answer was lost is repeated.
      if (old && row.metadata && old.etag !== row.metadata.eTag && context.isPermanent(row.bucket, row.key)) throw keyTaken()
      const changed = await query(
        `update storage.objects set version = $2, metadata = $3, user_metadata = coalesce($4, user_metadata), updated_at = now(), last_accessed_at = now() where id = $1 returning id`,
        [existing, row.version, row.metadata, row.userMetadata],
      )
      if (!old || changed.length === 0) throw accessDenied()
      replaced = old.version
      if (!commit) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return { id: existing, replaced }
}

async function existingId(context: StorageContext, bucket: string, key: string): Promise<string | null> {
  const [result] = await runAs(context.pool, context.system, { readOnly: true }, [
    { text: 'select id from storage.objects where bucket_id = $1 and name = $2', values: [bucket, key] },
  ])
  const row: { id: string } | undefined = result?.rows[0]
  return row?.id ?? null
}

/** Checks that the caller may write this key, before the body is read. Throws AccessDenied. */
export async function askToWrite(
  context: StorageContext,
  session: Session,
  mode: WriteMode,
  bucket: string,
  key: string,
  ownerId: string | null,
): Promise<void> {
  await writeRow(context, session, mode, { bucket, key, version: randomUUID(), metadata: null, userMetadata: null, ownerId }, false)
}

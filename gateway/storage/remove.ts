/** DELETE /object/{bucket} with a list of keys, and DELETE of a single file. */
import { runAs } from '../core/as-caller.ts'
import type { Session } from '../core/session.ts'
import { readJson, systemBucket } from './buckets.ts'
import type { StorageContext, StorageEndpoint, StoredObject } from './context.ts'
import { discardAll } from './discard.ts'
import { invalid, noSuchKey } from './errors.ts'

const MAX_KEYS = 1000

/** Deletes the rows first: a file without a row is invisible, but a row without a file is broken. */
async function removeObjects(context: StorageContext, session: Session, bucket: string, keys: string[]): Promise<StoredObject[]> {
  const [result] = await runAs(context.pool, session, {}, [
    {
      text: `delete from storage.objects where bucket_id = $1 and name = any($2)
             returning id, bucket_id, name, version, owner, owner_id, metadata, user_metadata, created_at, updated_at, last_accessed_at`,
      values: [bucket, keys],
    },
  ])
  const rows: StoredObject[] = result?.rows ?? []
  await discardAll(
    context,
    rows.map(({ version }) => version),
  )
  return rows
}

export const removeMany: StorageEndpoint = async (context, { request, bucket, session }) => {
  const caller = await session()
  await systemBucket(context, bucket)
  const { prefixes } = await readJson(request)
  if (!Array.isArray(prefixes) || prefixes.length === 0 || prefixes.length > MAX_KEYS) throw invalid(`prefixes must list 1 to ${MAX_KEYS} keys`)
  if (!prefixes.every((key): key is string => typeof key === 'string')) throw invalid('prefixes must be keys; versions of files are not supported')
  return Response.json(await removeObjects(context, caller, bucket, prefixes))
}

export const removeOne: StorageEndpoint = async (context, { bucket, key, session }) => {
  const removed = await removeObjects(context, await session(), bucket, [key])
  if (removed.length === 0) throw noSuchKey()
  return Response.json({ message: 'Successfully deleted' })
}

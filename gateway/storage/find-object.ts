/** Finds the file that a request may read, by the three kinds of URL: public, authenticated and signed. */
import { runAs } from '../core/as-caller.ts'
import { isUnavailable } from '../core/errors.ts'
import type { Claims } from '../core/jwt.ts'
import type { Session } from '../core/session.ts'
import type { StorageContext, StorageRequest, StoredObject } from './context.ts'
import { noSuchBucket, noSuchKey } from './errors.ts'

const COLUMNS = 'o.id, o.bucket_id, o.name, o.version, o.owner, o.owner_id, o.metadata, o.user_metadata, o.created_at, o.updated_at, o.last_accessed_at'

export type Access = 'public' | 'authenticated' | 'sign'

/** The object, if the caller's policies allow reading it. Throws NoSuchKey. */
export async function objectFor(context: StorageContext, session: Session, bucket: string, key: string): Promise<StoredObject> {
  const [result] = await runAs(context.pool, session, { readOnly: true }, [
    { name: 'object', text: `select ${COLUMNS} from storage.objects o where o.bucket_id = $1 and o.name = $2`, values: [bucket, key] },
  ])
  const row: StoredObject | undefined = result?.rows[0]
  if (!row) throw noSuchKey()
  return row
}

/** The last known row of a public object is good enough while the database is away: cached pages keep their pictures. */
async function publicObject(context: StorageContext, bucket: string, key: string): Promise<StoredObject> {
  const path = `${bucket}/${key}`
  try {
    const object = await readPublicObject(context, bucket, key)
    context.lastPublic.set(path, object)
    return object
  } catch (error) {
    const known = isUnavailable(error) ? context.lastPublic.get(path) : undefined
    if (known) return known
    context.lastPublic.delete(path)
    throw error
  }
}

async function readPublicObject(context: StorageContext, bucket: string, key: string): Promise<StoredObject> {
  const [result] = await runAs(context.pool, context.system, { readOnly: true }, [
    {
      name: 'public_object',
      text: `select ${COLUMNS} from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2 where b.id = $1 and b.public`,
      values: [bucket, key],
    },
  ])
  const row: StoredObject | undefined = result?.rows[0]
  // A private bucket looks like a missing one, so that its existence does not leak.
  if (!row) throw noSuchBucket()
  if (row.id === null) throw noSuchKey()
  return row
}

/** Also returns the claims of a signed URL, which may fix the transformation of an image. */
export async function findObject(
  context: StorageContext,
  access: Access,
  { url, bucket, key, session }: StorageRequest,
): Promise<{ object: StoredObject; claims: Claims }> {
  if (access === 'public') return { object: await publicObject(context, bucket, key), claims: {} }
  if (access === 'authenticated') return { object: await objectFor(context, await session(), bucket, key), claims: {} }
  const claims = context.signer.verify(url.searchParams.get('token'), 'download', `${bucket}/${key}`)
  return { object: await objectFor(context, context.system, bucket, key), claims }
}

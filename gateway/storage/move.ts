/** POST /object/move and /object/copy, within a bucket or into another. */
import { runAs } from '../core/as-caller.ts'
import { readJson, sizeLimit, systemBucket } from './buckets.ts'
import { acceptsType } from './content-type.ts'
import type { StorageContext, StorageEndpoint, StoredObject } from './context.ts'
import { takeBack } from './discard.ts'
import { accessDenied, invalid, noSuchKey, StorageError, tooLarge } from './errors.ts'
import { objectFor } from './find-object.ts'
import { checkKey } from './keys.ts'
import { ownerOf } from './upload.ts'
import { askToWrite } from './write-object.ts'

type MoveRequest = { bucket: string; from: string; toBucket: string; to: string }

async function readMoveRequest(request: Request): Promise<MoveRequest & { body: Record<string, unknown> }> {
  const body = await readJson(request)
  const { bucketId, sourceKey, destinationKey, destinationBucket } = body
  if (typeof bucketId !== 'string' || typeof sourceKey !== 'string' || typeof destinationKey !== 'string')
    throw invalid('bucketId, sourceKey and destinationKey are required')
  return {
    bucket: bucketId,
    from: sourceKey,
    toBucket: typeof destinationBucket === 'string' ? destinationBucket : bucketId,
    to: checkKey(destinationKey),
    body,
  }
}

/** The limits of the target bucket also apply to moved and copied files. */
async function checkBucketLimits(context: StorageContext, object: StoredObject, bucketId: string): Promise<void> {
  const bucket = await systemBucket(context, bucketId)
  if (object.metadata.size > sizeLimit(bucket)) throw tooLarge()
  if (!acceptsType(bucket.allowed_mime_types, object.metadata.mimetype)) {
    throw new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', `mime type ${object.metadata.mimetype} is not supported`)
  }
}

export const move: StorageEndpoint = async (context, { request, session }) => {
  const caller = await session()
  const { bucket, from, toBucket, to } = await readMoveRequest(request)
  const object = await objectFor(context, caller, bucket, from)
  await checkBucketLimits(context, object, toBucket)
  const [result] = await runAs(context.pool, caller, {}, [
    { text: 'update storage.objects set bucket_id = $2, name = $3, updated_at = now() where id = $1', values: [object.id, toBucket, to] },
  ])
  if (result?.rowCount !== 1) throw accessDenied()
  return Response.json({ message: 'Successfully moved' })
}

export const copy: StorageEndpoint = async (context, { request, session }) => {
  const caller = await session()
  const { bucket, from, toBucket, to } = await readMoveRequest(request)
  const object = await objectFor(context, caller, bucket, from)
  await checkBucketLimits(context, object, toBucket)
  const owner = ownerOf(caller)
  await askToWrite(context, caller, 'insert', toBucket, to, owner)
  const version = await context.files.copy(object.version)
  if (version === null) throw noSuchKey()
  try {
    const [result] = await runAs(context.pool, caller, {}, [
      {
        text: `insert into storage.objects (bucket_id, name, version, metadata, user_metadata, owner, owner_id)
               values ($1, $2, $3, $4, $5, case when $6 ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then $6::uuid end, $6) returning id`,
        values: [toBucket, to, version, object.metadata, object.user_metadata, owner],
      },
    ])
    const row: { id: string } | undefined = result?.rows[0]
    return Response.json({ Key: `${toBucket}/${to}`, Id: row?.id })
  } catch (error) {
    await takeBack(context, version, error)
    throw error
  }
}

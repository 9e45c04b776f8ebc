/** Uploads: writing the row under the caller's role checks the permission, before the file is read and becomes visible. */
import { createHash } from 'node:crypto'
import type { Session } from '../core/session.ts'
import { sizeLimit, systemBucket } from './buckets.ts'
import { acceptsType, contentTypeOf } from './content-type.ts'
import type { Bucket, ObjectMetadata, StorageContext, StorageEndpoint } from './context.ts'
import { StorageError } from './errors.ts'
import { checkKey } from './keys.ts'
import { discard, takeBack } from './discard.ts'
import { readUpload, type UploadedFile } from './read-upload.ts'
import type { Bytes } from './stores/file-store.ts'
import { askToWrite, writeRow, type WriteMode } from './write-object.ts'

export async function storeFile(
  context: StorageContext,
  session: Session,
  mode: WriteMode,
  bucket: Bucket,
  key: string,
  incoming: UploadedFile,
  ownerId: string | null,
): Promise<string> {
  const mimetype = contentTypeOf(incoming.head, incoming.declaredType)
  if (!acceptsType(bucket.allowed_mime_types, mimetype))
    throw new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', `mime type ${mimetype} is not supported`)
  const { content, measured } = measure(incoming.content)
  const version = await context.files.put(content)
  const { size, eTag } = measured()
  const metadata: ObjectMetadata = {
    eTag,
    size,
    mimetype,
    cacheControl: incoming.cacheControl,
    lastModified: context.now().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
  try {
    const { id, replaced } = await writeRow(
      context,
      session,
      mode,
      { bucket: bucket.id, key, version, metadata, userMetadata: incoming.userMetadata, ownerId },
      true,
    )
    if (replaced !== null) await discard(context, replaced)
    return id
  } catch (error) {
    await takeBack(context, version, error)
    throw error
  }
}

/** Counts and hashes a file while it is written. */
function measure(content: Bytes): { content: Bytes; measured: () => { size: number; eTag: string } } {
  const hash = createHash('sha256')
  let size = 0
  async function* passed(): Bytes {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.byteLength
      yield chunk
    }
  }
  return { content: passed(), measured: () => ({ size, eTag: `"${hash.digest('hex').slice(0, 32)}"` }) }
}

export function ownerOf(session: Session): string | null {
  const { sub } = session.claims
  return typeof sub === 'string' ? sub : null
}

async function receive(
  context: StorageContext,
  request: Request,
  session: Session,
  mode: WriteMode,
  bucketId: string,
  key: string,
  ownerId: string | null,
): Promise<string> {
  const bucket = await systemBucket(context, bucketId)
  await askToWrite(context, session, mode, bucket.id, key, ownerId)
  return storeFile(context, session, mode, bucket, key, await readUpload(request, sizeLimit(bucket)), ownerId)
}

/** POST and PUT /object/{bucket}/{key} */
export const upload: StorageEndpoint = async (context, { request, bucket, key, session }) => {
  const caller = await session()
  checkKey(key)
  const mode = request.method === 'PUT' ? 'update' : request.headers.get('x-upsert') === 'true' ? 'upsert' : 'insert'
  const id = await receive(context, request, caller, mode, bucket, key, ownerOf(caller))
  return Response.json({ Key: `${bucket}/${key}`, Id: id })
}

const UPLOAD_URL_SECONDS = 7200

/** POST /object/upload/sign/{bucket}/{key}: checks the permission now, as the caller. */
export const signUpload: StorageEndpoint = async (context, { request, bucket, key, session }) => {
  const caller = await session()
  checkKey(key)
  await systemBucket(context, bucket)
  const upsert = request.headers.get('x-upsert') === 'true'
  await askToWrite(context, caller, upsert ? 'upsert' : 'insert', bucket, key, ownerOf(caller))
  const token = context.signer.sign({ use: 'upload', url: `${bucket}/${key}`, upsert, owner: ownerOf(caller) }, UPLOAD_URL_SECONDS)
  return Response.json({ url: `/object/upload/sign/${encodeURI(`${bucket}/${key}`)}?token=${token}`, token })
}

/** PUT /object/upload/sign/{bucket}/{key}?token= */
export const uploadSigned: StorageEndpoint = async (context, { request, url, bucket, key }) => {
  checkKey(key)
  const claims = context.signer.verify(url.searchParams.get('token'), 'upload', `${bucket}/${key}`)
  const owner = claims['owner']
  await receive(context, request, context.system, claims['upsert'] === true ? 'upsert' : 'insert', bucket, key, typeof owner === 'string' ? owner : null)
  return Response.json({ Key: `${bucket}/${key}` })
}

/** Uploads: writing the row under the caller's role checks the permission, before the file is read and becomes visible. */
import { createHash, randomUUID } from 'node:crypto'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { readBytes } from '../body-limit.ts'
import { runAs, transactAs } from '../core/as-caller.ts'
import type { Session } from '../core/session.ts'
import { isUuid } from '../core/uuid.ts'
import { sizeLimit, systemBucket } from './buckets.ts'
import { acceptsType, contentTypeOf } from './content-type.ts'
import type { Bucket, ObjectMetadata, StorageContext, StorageEndpoint } from './context.ts'
import { accessDenied, invalid, noSuchKey, StorageError, tooLarge } from './errors.ts'
import { checkKey } from './keys.ts'

type UploadedFile = { bytes: Uint8Array; declaredType: string; cacheControl: string; userMetadata: Record<string, unknown> | null }
export type WriteMode = 'insert' | 'upsert' | 'update'

function readCacheControl(value: string | null): string {
  if (value === null || value === '') return 'no-cache'
  if (/^\d{1,9}$/.test(value)) return `max-age=${value}`
  return /^[\w=, -]{1,100}$/.test(value) ? value : 'no-cache'
}

function readUserMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null || text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && text.length <= 8192) return Object.fromEntries(Object.entries(value))
  } catch {
    // reported below
  }
  throw invalid('metadata must be a JSON object')
}

/** Multipart overhead in bytes: boundaries and the small fields besides the file. */
export const FORM_BYTES = 64 * 1024

async function readUpload(request: Request, limit: number): Promise<UploadedFile> {
  const type = request.headers.get('content-type') ?? ''
  const multipart = type.toLowerCase().startsWith('multipart/form-data')
  const bytes = await readBytes(request, multipart ? limit + FORM_BYTES : limit)
  if (!multipart) {
    const encoded = request.headers.get('x-metadata')
    return {
      bytes,
      declaredType: type,
      cacheControl: readCacheControl(request.headers.get('cache-control')),
      userMetadata: readUserMetadata(encoded === null ? null : Buffer.from(encoded, 'base64').toString('utf8')),
    }
  }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('The form could not be read')
  })
  const file = [...form.values()].find((value) => typeof value !== 'string')
  if (!file || typeof file === 'string') throw invalid('The form contains no file')
  if (file.size > limit) throw tooLarge()
  const field = (name: string): string | null => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    declaredType: field('contentType') ?? file.type,
    cacheControl: readCacheControl(field('cacheControl')),
    userMetadata: readUserMetadata(field('metadata')),
  }
}

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
async function writeRow(context: StorageContext, session: Session, mode: WriteMode, row: Row, commit: boolean): Promise<Written> {
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
      const [old] = await query<{ version: string }>('select version from storage.objects where id = $1 for update', [existing])
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

export async function storeFile(
  context: StorageContext,
  session: Session,
  mode: WriteMode,
  bucket: Bucket,
  key: string,
  incoming: UploadedFile,
  ownerId: string | null,
): Promise<string> {
  const { bytes } = incoming
  const mimetype = contentTypeOf(bytes, incoming.declaredType)
  if (!acceptsType(bucket.allowed_mime_types, mimetype))
    throw new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', `mime type ${mimetype} is not supported`)
  const metadata: ObjectMetadata = {
    eTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    size: bytes.byteLength,
    mimetype,
    cacheControl: incoming.cacheControl,
    lastModified: context.now().toISOString(),
    contentLength: bytes.byteLength,
    httpStatusCode: 200,
  }
  const version = await context.files.put(bytes)
  try {
    const { id, replaced } = await writeRow(
      context,
      session,
      mode,
      { bucket: bucket.id, key, version, metadata, userMetadata: incoming.userMetadata, ownerId },
      true,
    )
    if (replaced !== null) await Promise.all([context.files.remove(replaced), context.renditions.forget(replaced)])
    return id
  } catch (error) {
    await context.files.remove(version)
    throw error
  }
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
  const caller = session()
  checkKey(key)
  const mode = request.method === 'PUT' ? 'update' : request.headers.get('x-upsert') === 'true' ? 'upsert' : 'insert'
  const id = await receive(context, request, caller, mode, bucket, key, ownerOf(caller))
  return Response.json({ Key: `${bucket}/${key}`, Id: id })
}

const UPLOAD_URL_SECONDS = 7200

/** POST /object/upload/sign/{bucket}/{key}: checks the permission now, as the caller. */
export const signUpload: StorageEndpoint = async (context, { request, bucket, key, session }) => {
  const caller = session()
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

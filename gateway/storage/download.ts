/** GET and HEAD of files and of their metadata. */
import type { StorageContext, StorageEndpoint, StorageRequest } from './context.ts'
import { noSuchKey } from './errors.ts'
import { fileHeaders, fileResponse, isFresh, type FileAnswer } from './file-response.ts'
import { findObject, type Access } from './find-object.ts'
import { checkKey } from './keys.ts'

/** Reads a file. If an upload replaces it between reading the row and the bytes, reads the new row. `bytes` is null for a 304. */
export async function readObject(
  context: StorageContext,
  access: Access,
  request: StorageRequest,
): Promise<{ answer: FileAnswer; bytes: Buffer<ArrayBuffer> | null }> {
  checkKey(request.key)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { object } = await findObject(context, access, request)
    const { metadata } = object
    const answer: FileAnswer = {
      type: metadata.mimetype,
      etag: metadata.eTag,
      lastModified: object.updated_at,
      cacheControl: metadata.cacheControl,
      access,
      download: request.url.searchParams.get('download'),
      name: object.name,
    }
    if (isFresh(request.request, answer.etag)) return { answer, bytes: null }
    const bytes = await context.files.read(object.version)
    if (bytes) return { answer, bytes }
  }
  context.log({ level: 'error', message: 'storage: File is missing on disk', data: { bucket: request.bucket, key: request.key } })
  throw noSuchKey()
}

export const download =
  (access: Access): StorageEndpoint =>
  async (context, request) => {
    const { answer, bytes } = await readObject(context, access, request)
    if (!bytes) return new Response(null, { status: 304, headers: fileHeaders(answer) })
    return fileResponse(request.request, answer, bytes)
  }

/** GET /object/info/… */
export const info =
  (access: Access): StorageEndpoint =>
  async (context, request) => {
    checkKey(request.key)
    const { object } = await findObject(context, access, request)
    const { metadata } = object
    return Response.json({
      id: object.id,
      name: object.name,
      version: object.version,
      bucket_id: object.bucket_id,
      size: metadata.size,
      content_type: metadata.mimetype,
      cache_control: metadata.cacheControl,
      etag: metadata.eTag,
      metadata: object.user_metadata ?? {},
      last_modified: metadata.lastModified,
      created_at: object.created_at,
    })
  }

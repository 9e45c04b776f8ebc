/** GET and HEAD of files and of their metadata. */
import type { StorageContext, StorageEndpoint, StorageRequest } from './context.ts'
import { noSuchKey } from './errors.ts'
import { fileResponse, isFresh, notModified, unsatisfiable, type FileAnswer } from './file-response.ts'
import { findObject, type Access } from './find-object.ts'
import { checkKey } from './keys.ts'
import { readRange } from './ranges.ts'

/** Opens a file or a part of it. If an upload replaces it between reading the row and the bytes, opens the new one. */
async function answerWith(context: StorageContext, access: Access, request: StorageRequest): Promise<Response> {
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
      permanent: context.isPermanent(object.bucket_id, object.name),
      download: request.url.searchParams.get('download'),
      name: object.name,
      headers: { 'accept-ranges': 'bytes' },
    }
    if (isFresh(request.request, answer.etag)) return notModified(answer)
    if (request.request.method === 'HEAD') return fileResponse(answer, null, metadata.size)
    const range = readRange(request.request, metadata.size, answer.etag)
    if (range === 'unsatisfiable') return unsatisfiable(metadata.size)
    const file = await context.files.open(object.version, range ?? undefined)
    if (!file) continue
    // Some stores ignore a range: then the whole file is a right answer too.
    const isPart = range !== null && file.size === range.end - range.start + 1
    return fileResponse(answer, file.body, file.size, isPart ? { range, size: metadata.size } : null)
  }
  context.log({ level: 'error', message: 'storage: File is missing in the store', data: { bucket: request.bucket, key: request.key } })
  throw noSuchKey()
}

export const download =
  (access: Access): StorageEndpoint =>
  (context, request) =>
    answerWith(context, access, request)

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

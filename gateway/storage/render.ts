/** GET /render/image/{public|authenticated|sign}/{bucket}/{key}?width&height&resize&quality&format */
import { systemBucket } from './buckets.ts'
import type { StorageContext, StorageEndpoint } from './context.ts'
import { invalid, noSuchKey, StorageError } from './errors.ts'
import { fileResponse } from './file-response.ts'
import { findObject, type Access } from './find-object.ts'
import { checkKey } from './keys.ts'
import { negotiate, readTransform, render, type Transform } from './transform.ts'

/** Larger files are not read into memory for rendering. */
const MAX_SOURCE_BYTES = 20 * 1024 * 1024

/** Enforces publicRenditions for public buckets, including access by signed URL: anyone may request renditions of their files. */
async function checkSize(context: StorageContext, access: Access, bucket: string, { width, height, resize, quality, format }: Transform): Promise<void> {
  const allowed = context.publicRenditions
  if (!allowed || (access !== 'public' && !(await systemBucket(context, bucket)).public)) return
  const plain = height === null && resize === 'cover' && format === null
  if (!plain || width === null || !allowed.widths.includes(width) || quality === null || !allowed.qualities.includes(quality))
    throw invalid(`Images of this bucket are available only in a width of ${allowed.widths.join(', ')} and a quality of ${allowed.qualities.join(', ')}`)
}

export const renderImage =
  (access: Access): StorageEndpoint =>
  async (context, request) => {
    checkKey(request.key)
    const { object, claims } = await findObject(context, access, request)
    // A signed URL fixes the transformation: its query cannot change it.
    const fixed = claims['transform']
    const query = access === 'sign' ? new URLSearchParams(typeof fixed === 'object' && fixed !== null ? Object.entries(fixed) : []) : request.url.searchParams
    const transform = readTransform(query)
    await checkSize(context, access, request.bucket, transform)
    const { mimetype, eTag, cacheControl, size } = object.metadata
    if (!/^image\/(jpeg|png|webp|avif|heic|heif)$/.test(mimetype)) throw invalid('Only JPEG, PNG, WebP, AVIF and HEIC images can be rendered')
    if (size > MAX_SOURCE_BYTES)
      throw new StorageError(422, 'InvalidRequest', 'invalid_image', `Images larger than ${MAX_SOURCE_BYTES} bytes cannot be rendered`)
    const format = negotiate(transform, request.request.headers.get('accept') ?? '', mimetype)
    const bytes = await context.renditions.get(object.version, transform, format, request.network, async () => {
      const original = await context.files.read(object.version)
      if (!original) throw noSuchKey()
      return render(original, transform, format)
    })
    const { width, height, resize, quality } = transform
    const etag = `"${eTag.replaceAll('"', '')}-${width ?? ''}x${height ?? ''}-${resize}-${quality ?? ''}-${format}"`
    const download = request.url.searchParams.get('download')
    const headers: Record<string, string> = transform.format === null ? { vary: 'Accept' } : {}
    return fileResponse(
      request.request,
      { type: `image/${format}`, etag, lastModified: object.updated_at, cacheControl, access, download, name: object.name, headers },
      bytes,
    )
  }

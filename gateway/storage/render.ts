/** GET /render/image/{public|authenticated|sign}/{bucket}/{key}?width&height&resize&quality&format */
import type { StorageEndpoint } from './context.ts'
import { invalid, noSuchKey } from './errors.ts'
import { fileResponse } from './file-response.ts'
import { findObject, type Access } from './find-object.ts'
import { checkKey } from './keys.ts'
import { negotiate, readTransform, render } from './transform.ts'

export const renderImage =
  (access: Access): StorageEndpoint =>
  async (context, request) => {
    checkKey(request.key)
    const { object, claims } = await findObject(context, access, request)
    // What was signed is what is shown: the address may not ask for more.
    const fixed = claims['transform']
    const query = access === 'sign' ? new URLSearchParams(typeof fixed === 'object' && fixed !== null ? Object.entries(fixed) : []) : request.url.searchParams
    const transform = readTransform(query)
    const { mimetype, eTag, cacheControl } = object.metadata
    if (!/^image\/(jpeg|png|webp|avif|heic|heif)$/.test(mimetype)) throw invalid('Only JPEG, PNG, WebP, AVIF and HEIC images can be rendered')
    const format = negotiate(transform, request.request.headers.get('accept') ?? '', mimetype)
    const bytes = await context.renditions.get(object.version, transform, format, async () => {
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

/** GET /render/image/{public|authenticated|sign}/{bucket}/{key}?width&height&resize&quality&format */
import { systemBucket } from './buckets.ts'
import type { StorageEndpoint } from './context.ts'
import { noSuchKey } from './errors.ts'
import { findObject, type Access } from './find-object.ts'
import { checkKey } from './keys.ts'
import { answerRendition, checkPublicSize } from './rendition.ts'
import { readAll } from './stores/file-store.ts'
import { readTransform } from './transform.ts'

export const renderImage =
  (access: Access): StorageEndpoint =>
  async (context, request) => {
    checkKey(request.key)
    const { object, claims } = await findObject(context, access, request)
    // A signed URL fixes the transformation: its query cannot change it.
    const fixed = claims['transform']
    const query = access === 'sign' ? new URLSearchParams(typeof fixed === 'object' && fixed !== null ? Object.entries(fixed) : []) : request.url.searchParams
    const transform = readTransform(query)
    const allowed = context.publicRenditions
    // Also for public buckets by signed URL: anyone may request renditions of their files.
    if (allowed && (access === 'public' || (await systemBucket(context, request.bucket)).public)) checkPublicSize(allowed, transform)
    const { mimetype, eTag, cacheControl, size } = object.metadata
    const picture = {
      name: object.name,
      type: mimetype,
      size,
      version: object.version,
      etag: eTag,
      lastModified: object.updated_at,
      cacheControl,
      permanent: context.isPermanent(object.bucket_id, object.name),
      async read() {
        const original = await readAll(context.files, object.version)
        if (!original) throw noSuchKey()
        return original
      },
    }
    return answerRendition(context.renditions, picture, transform, { ...request, access })
  }

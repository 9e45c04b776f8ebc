/** Answers a picture in another size, wherever its original is: beside this server, or in the storage of a project. */
import { invalid, StorageError } from './errors.ts'
import { fileResponse, isFresh, notModified } from './file-response.ts'
import type { Access } from './find-object.ts'
import type { PublicRenditions } from './context.ts'
import type { Renditions } from './renditions.ts'
import { negotiate, render, type Transform } from './transform.ts'

/** Larger files are not read into memory for rendering. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024

/** An original. `version` names its bytes: renditions are kept by it. */
export type Picture = {
  name: string
  type: string
  size: number
  version: string
  etag: string
  lastModified: Date
  cacheControl: string
  permanent: boolean
  read(): Promise<Uint8Array>
}

/** Throws unless the transformation is one that anyone may request. */
export function checkPublicSize(allowed: PublicRenditions, { width, height, resize, quality, format }: Transform): void {
  const plain = height === null && resize === 'cover' && format === null
  if (!plain || width === null || !allowed.widths.includes(width) || quality === null || !allowed.qualities.includes(quality))
    throw invalid(`Images of this bucket are available only in a width of ${allowed.widths.join(', ')} and a quality of ${allowed.qualities.join(', ')}`)
}

export const tooLargeToRender = (): StorageError =>
  new StorageError(422, 'InvalidRequest', 'invalid_image', `Images larger than ${MAX_SOURCE_BYTES} bytes cannot be rendered`)

export async function answerRendition(
  renditions: Renditions,
  picture: Picture,
  transform: Transform,
  { request, url, network, access }: { request: Request; url: URL; network: string | null; access: Access },
): Promise<Response> {
  if (!/^image\/(jpeg|png|webp|avif|heic|heif)$/.test(picture.type)) throw invalid('Only JPEG, PNG, WebP, AVIF and HEIC images can be rendered')
  if (picture.size > MAX_SOURCE_BYTES) throw tooLargeToRender()
  const format = negotiate(transform, request.headers.get('accept') ?? '', picture.type)
  const bytes = await renditions.get(picture.version, transform, format, network, async () => render(await picture.read(), transform, format))
  const { width, height, resize, quality } = transform
  const etag = `"${picture.etag.replaceAll('"', '')}-${width ?? ''}x${height ?? ''}-${resize}-${quality ?? ''}-${format}"`
  const headers: Record<string, string> = transform.format === null ? { vary: 'Accept' } : {}
  const { lastModified, cacheControl, permanent, name } = picture
  const answer = { type: `image/${format}`, etag, lastModified, cacheControl, permanent, access, download: url.searchParams.get('download'), name, headers }
  if (isFresh(request, etag)) return notModified(answer)
  return fileResponse(answer, request.method === 'HEAD' ? null : bytes, bytes.byteLength)
}

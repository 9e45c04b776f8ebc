/**
 * GET /storage/v1/render/image/…: sizes of pictures whose originals are in the project. Not every project can render, so this server
 * does, within the same bounds as for its own files; the project decides who may read the original.
 */
import { createHash } from 'node:crypto'
import { limitedNetwork } from '../core/client-network.ts'
import { UpstreamAway } from '../core/errors.ts'
import { parseJsonObject } from '../core/json-object.ts'
import { Lru } from '../core/lru.ts'
import { urlOf } from '../core/request-url.ts'
import type { PermanentFiles, PublicRenditions } from '../storage/context.ts'
import { errorResponse, invalid, noSuchKey, StorageError } from '../storage/errors.ts'
import type { Access } from '../storage/find-object.ts'
import { answerRendition, checkPublicSize, MAX_SOURCE_BYTES, tooLargeToRender, type Picture } from '../storage/rendition.ts'
import { createRenditions } from '../storage/renditions.ts'
import { readTransform, type Transform } from '../storage/transform.ts'
import { answerAway } from './away.ts'
import type { Forwarder } from './forward.ts'
import { requestHeaders } from './headers.ts'

const PATH = /^\/render\/image\/(public|authenticated|sign)\/([^/]+\/.+)$/
/** Milliseconds for which the answer about a public original counts, so that a page with 70 pictures asks once for each. */
const KNOWN_FOR = 30_000
const KNOWN = 2000

type Original = Omit<Picture, 'read'>

export function createUpstreamPictures(options: {
  forwarder: Forwarder
  /** The folder of renditions. */
  dir: string
  publicRenditions: PublicRenditions | undefined
  permanentFiles: PermanentFiles | undefined
  log: (entry: { level: 'info' | 'warn' | 'error'; message: string; data?: unknown }) => void
}): Promise<(request: Request, path: string, remoteAddress: string | null) => Promise<Response | null>> {
  const { forwarder, publicRenditions, permanentFiles = () => false, log } = options
  const known = new Lru<string, { original: Original; until: number }>(KNOWN)

  /** A signed address fixes the transformation. The project verifies the signature when the original is read. */
  function transformOf(url: URL, access: Access): Transform {
    if (access !== 'sign') return readTransform(url.searchParams)
    const payload = parseJsonObject(Buffer.from((url.searchParams.get('token') ?? '').split('.')[1] ?? '', 'base64url').toString('utf8'))
    // Supabase Storage signs `width:160,quality:75`, this server's own storage an object.
    const fixed = payload?.['transformations'] ?? payload?.['transform']
    if (typeof fixed === 'string') return readTransform(new URLSearchParams(fixed.replaceAll(':', '=').replaceAll(',', '&')))
    return readTransform(new URLSearchParams(typeof fixed === 'object' && fixed !== null ? (Object.entries(fixed) as [string, string][]) : []))
  }

  function originalOf(place: string, { headers }: Response): Original {
    const etag = headers.get('etag') ?? ''
    const modified = headers.get('last-modified')
    const bucket = place.slice(0, place.indexOf('/'))
    const name = decodeURIComponent(place.slice(bucket.length + 1))
    return {
      name,
      type: (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '',
      size: Number(headers.get('content-length') ?? 0),
      version: createHash('sha256').update(`${place}\n${etag}\n${modified}`).digest('hex'),
      etag,
      lastModified: new Date(modified ?? 0),
      cacheControl: /max-age=\d+/.exec(headers.get('cache-control') ?? '')?.[0] ?? 'no-cache',
      permanent: permanentFiles(decodeURIComponent(bucket), name),
    }
  }

  async function ask(method: 'GET' | 'HEAD', place: string, access: Access, request: Request, remoteAddress: string | null): Promise<Response> {
    const headers = requestHeaders(request.headers, remoteAddress)
    for (const name of ['range', 'if-none-match', 'if-modified-since', 'accept']) headers.delete(name)
    const token = access === 'sign' ? `?token=${encodeURIComponent(urlOf(request).searchParams.get('token') ?? '')}` : ''
    const answer = await forwarder.ask(`/storage/v1/object/${access}/${place}${token}`, { method, headers, signal: request.signal })
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (answer.status >= 500 || answer.status === 429) throw new UpstreamAway(`The storage answers ${answer.status}`)
    throw answer.status === 401 || answer.status === 403 ? new StorageError(403, 'AccessDenied', 'Unauthorized', 'Unauthorized') : noSuchKey()
  }

  async function find(place: string, access: Access, request: Request, remoteAddress: string | null): Promise<Original> {
    const before = access === 'public' ? known.get(place) : undefined
    if (before && before.until > Date.now()) return before.original
    try {
      const original = originalOf(place, await ask('HEAD', place, access, request, remoteAddress))
      if (access === 'public') known.set(place, { original, until: Date.now() + KNOWN_FOR })
      return original
    } catch (error) {
      // Cached pages keep their pictures while the project is away.
      if (before && error instanceof UpstreamAway) return before.original
      known.delete(place)
      throw error
    }
  }

  async function readAll(answer: Response): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_SOURCE_BYTES) throw tooLargeToRender()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  return createRenditions(options.dir, log).then((renditions) => async (request, path, remoteAddress) => {
    const match = PATH.exec(path)
    if (!match || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    const [, access, place] = match as unknown as [string, Access, string]
    try {
      const url = urlOf(request)
      const transform = transformOf(url, access)
      // Whether a bucket is public is the project's knowledge, so the bounds count for all.
      if (publicRenditions) checkPublicSize(publicRenditions, transform)
      if (!URL.canParse(`http://x/${place}`) || /%(?![0-9a-f]{2})/i.test(place)) throw invalid('The URL is not encoded correctly')
      const original = await find(place, access, request, remoteAddress)
      const read = async (): Promise<Uint8Array> => readAll(await ask('GET', place, access, request, remoteAddress))
      return await answerRendition(renditions, { ...original, read }, transform, { request, url, network: limitedNetwork(remoteAddress), access })
    } catch (error) {
      if (error instanceof StorageError) return errorResponse(error)
      if (error instanceof UpstreamAway) return answerAway('storage', request)
      log({ level: 'error', message: 'upstream: Failed to render a picture', data: error })
      return errorResponse(new StorageError(500, 'InternalError', 'internal', 'Internal Server Error'))
    }
  })
}

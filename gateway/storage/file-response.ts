/** Sends a file with headers that let a browser only display or save it. */
import type { ReadableStream } from 'node:stream/web'
import type { Access } from './find-object.ts'
import type { ByteRange } from './stores/file-store.ts'

export type FileAnswer = {
  type: string
  etag: string
  lastModified: Date
  /** Requested by the uploader, e.g. `max-age=3600`. */
  cacheControl: string
  access: Access
  /** Its public address never has another content. */
  permanent: boolean
  /** From `?download`: null displays the file, '' saves it under its own name. */
  download: string | null
  name: string
  /** Further headers, e.g. Vary of a negotiated image. */
  headers?: Record<string, string>
}

function cacheControl(answer: FileAnswer): string {
  switch (answer.access) {
    case 'public':
      // `?download` puts the asker's words into a header: a cache whose key ignores it must not serve that to others.
      if (answer.download !== null) return 'private, no-cache'
      if (answer.permanent) return 'public, max-age=31536000, immutable'
      return answer.cacheControl.includes('max-age') ? `public, ${answer.cacheControl}, stale-while-revalidate=86400` : answer.cacheControl
    // The next user of this browser must not find the file in its cache.
    case 'authenticated':
      return 'private, no-cache'
    case 'sign':
      return 'private, no-store'
  }
}

function disposition(answer: FileAnswer): string {
  if (answer.download === null) return 'inline'
  const name = (answer.download || (answer.name.split('/').at(-1) ?? 'file')).slice(0, 200)
  const plain = name.replaceAll(/[^\w.\- ()]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** HTML and scripts would run in this origin: send them as plain text. */
function safeType(type: string): string {
  if (/^(text\/html|application\/(xhtml\+xml|javascript|ecmascript)|text\/(javascript|ecmascript|xml)|application\/xml)$/.test(type))
    return 'text/plain; charset=utf-8'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

export function isFresh(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  return known !== null && known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

function fileHeaders(answer: FileAnswer): Headers {
  const headers = new Headers({
    'content-type': safeType(answer.type),
    etag: answer.etag,
    'last-modified': answer.lastModified.toUTCString(),
    'cache-control': cacheControl(answer),
    'content-disposition': disposition(answer),
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  })
  // An SVG opened directly is a document that may contain scripts. PDF viewers do not work in a sandbox.
  if (answer.type !== 'application/pdf') headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  return headers
}

export function notModified(answer: FileAnswer): Response {
  return new Response(null, { status: 304, headers: fileHeaders(answer) })
}

export function unsatisfiable(size: number): Response {
  return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}`, 'cache-control': 'no-store' } })
}

/**
 * 200 with the file, or 206 with a part of it.
 *
 * @param body null answers a HEAD request
 * @param length bytes of the body
 */
export function fileResponse(
  answer: FileAnswer,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
  length: number,
  part: { range: ByteRange; size: number } | null = null,
): Response {
  const headers = fileHeaders(answer)
  headers.set('content-length', String(length))
  if (part) headers.set('content-range', `bytes ${part.range.start}-${part.range.end}/${part.size}`)
  return new Response(body as BodyInit | null, { status: part ? 206 : 200, headers })
}

/** Sends a file so that a browser can do nothing with it but show or save it. */
import type { Access } from './find-object.ts'

export type FileAnswer = {
  type: string
  etag: string
  lastModified: Date
  /** The uploader's wish, e.g. `max-age=3600`. */
  cacheControl: string
  access: Access
  /** From `?download`: absent shows the file, '' saves it under its own name. */
  download: string | null
  name: string
  /** Further headers, e.g. Vary of a negotiated image. */
  headers?: Record<string, string>
}

function cacheControl(answer: FileAnswer): string {
  switch (answer.access) {
    case 'public':
      return answer.cacheControl.includes('max-age') ? `public, ${answer.cacheControl}, stale-while-revalidate=86400` : answer.cacheControl
    // Whoever sits down at this browser next must not find it.
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

/** HTML would run in the shop's own origin; as text it is only read. */
function safeType(type: string): string {
  if (/^(text\/html|application\/(xhtml\+xml|javascript|ecmascript)|text\/(javascript|ecmascript|xml)|application\/xml)$/.test(type))
    return 'text/plain; charset=utf-8'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

export function isFresh(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  return known !== null && known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

export function fileHeaders(answer: FileAnswer): Headers {
  const headers = new Headers({
    'content-type': safeType(answer.type),
    etag: answer.etag,
    'last-modified': answer.lastModified.toUTCString(),
    'cache-control': cacheControl(answer),
    'content-disposition': disposition(answer),
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  })
  // An SVG opened on its own is a document and may carry scripts. PDF viewers refuse to work in a sandbox.
  if (answer.type !== 'application/pdf') headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  return headers
}

/** 200 with the bytes, their length alone for HEAD, or 304. */
export function fileResponse(request: Request, answer: FileAnswer, bytes: Uint8Array<ArrayBuffer>): Response {
  const headers = fileHeaders(answer)
  if (isFresh(request, answer.etag)) return new Response(null, { status: 304, headers })
  headers.set('content-length', String(bytes.byteLength))
  return new Response(request.method === 'HEAD' ? null : bytes, { headers })
}

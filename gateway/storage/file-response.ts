/** Sends a file with headers that let a browser only display or save it. */
import type { Access } from './find-object.ts'

export type FileAnswer = {
  type: string
  etag: string
  lastModified: Date
  /** Requested by the uploader, e.g. `max-age=3600`. */
  cacheControl: string
  access: Access
  /** From `?download`: null displays the file, '' saves it under its own name. */
  download: string | null
  name: string
  /** Further headers, e.g. Vary of a negotiated image. */
  headers?: Record<string, string>
}

function cacheControl(answer: FileAnswer): string {
  switch (answer.access) {
    case 'public':
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
  // An SVG opened directly is a document that may contain scripts. PDF viewers do not work in a sandbox.
  if (answer.type !== 'application/pdf') headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  return headers
}

/** 200 with the bytes (HEAD: only the headers), or 304. */
export function fileResponse(request: Request, answer: FileAnswer, bytes: Uint8Array<ArrayBuffer>): Response {
  const headers = fileHeaders(answer)
  if (isFresh(request, answer.etag)) return new Response(null, { status: 304, headers })
  headers.set('content-length', String(bytes.byteLength))
  return new Response(request.method === 'HEAD' ? null : bytes, { headers })
}

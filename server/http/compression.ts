/** Brotli and gzip compression of complete bodies. */
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Memoised results: browsers send only a few different values. Cleared when full. */
const known = new Map<string | undefined, Encoding>()
const MAX_KNOWN = 100

/** The best encoding that the client accepts; a weight of 0 means not acceptable (RFC 9110, 12.5.3). */
export function encodingOf(acceptEncoding: string | undefined): Encoding {
  let encoding = known.get(acceptEncoding)
  if (encoding === undefined) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(acceptEncoding, (encoding = readEncoding(acceptEncoding)))
  }
  return encoding
}

function readEncoding(acceptEncoding: string | undefined): Encoding {
  const taken = new Set<string>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'identity'
}

const brotliOptions = (bytes: number, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
})

/** @param quality 1 (fast) to 11 (small) */
export function compress(body: Buffer, encoding: Encoding, quality: number): Buffer {
  if (encoding === 'br') return brotliCompressSync(body, brotliOptions(body.length, quality))
  return encoding === 'gzip' ? gzipSync(body, { level: Math.min(9, quality) }) : body
}

export function decompress(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** The same in another thread: other requests go on. */
export async function compressInThread(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br') return inThread.br(body, brotliOptions(body.length, quality))
  return encoding === 'gzip' ? inThread.gzip(body, { level: Math.min(9, quality) }) : body
}

/** Whether compression pays off: for text of some length, but not for images and PDFs, which are already compressed. */
export function worthCompressing(contentType: string | undefined, bytes: number): boolean {
  return bytes > 860 && /^(text\/|application\/(json|javascript|manifest\+json|vnd\.pgrst|xml|geo\+json)|image\/svg)/.test(contentType ?? '')
}

/** Adds accept-encoding to a `vary` header. */
export function variedByEncoding(vary: string | undefined): string {
  if (!vary) return 'accept-encoding'
  return /\baccept-encoding\b|\*/i.test(vary) ? vary : `${vary}, accept-encoding`
}

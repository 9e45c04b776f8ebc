/** Detects a file's type from its bytes: the name and the declared type are only claims of the sender. */

const text = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** How many bytes of a file's beginning decide its type. */
export const SNIFFED_BYTES = 1024

/** Detects formats with a signature in their first bytes. */
function sniff(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (/^GIF8[79]a/.test(text(bytes, 0, 6))) return 'image/gif'
  if (text(bytes, 0, 5) === '%PDF-') return 'application/pdf'
  if (text(bytes, 4, 8) === 'ftyp') {
    const brand = text(bytes, 8, 12)
    if (brand === 'avif' || brand === 'avis') return 'image/avif'
    if (['heic', 'heix', 'mif1', 'msf1'].includes(brand)) return 'image/heic'
    return 'video/mp4'
  }
  if (text(bytes, 0, 4) === 'PK\x03\x04') return 'application/zip'
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'application/gzip'
  const start = text(bytes, 0, SNIFFED_BYTES)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
  const begins = withoutPreamble(start)
  if (/^<svg[\s>]/.test(begins)) return 'image/svg+xml'
  if (/^<(!doctype html|html|head|body|script|iframe|title)[\s>]/.test(begins)) return 'text/html'
  return null
}

/**
 * The text after an XML declaration, comments and the DOCTYPE of an SVG. Removes them one by one: a single regular expression
 * for all of them would backtrack in exponential time.
 */
function withoutPreamble(text: string): string {
  let rest = text
  for (;;) {
    const end = rest.startsWith('<!--') ? rest.indexOf('-->', 4) + 3 : /^<(?:\?xml|!doctype svg)[^>]*>/.exec(rest)?.[0].length
    if (end === undefined || end <= 3) return rest
    rest = rest.slice(end).trimStart()
  }
}

/** Types with a signature: a file without it does not have this type, whatever it claims. */
const PROVABLE = /^(image\/(jpeg|png|webp|gif|avif|heic|heif)|application\/(pdf|gzip)|video\/mp4)$/
/** Types that share the ZIP signature (office documents are zip files). */
const INSIDE_ZIP = /^application\/(zip|vnd\.|epub\+zip|java-archive)/

/** The detected type, else the declared one, else application/octet-stream. */
export function contentTypeOf(bytes: Uint8Array, declared: string): string {
  const claimed = (declared.split(';')[0] ?? '').trim().toLowerCase()
  const found = sniff(bytes)
  if (found === 'application/zip' && INSIDE_ZIP.test(claimed)) return claimed
  if (found === 'video/mp4' && /^(video|audio)\//.test(claimed)) return claimed
  if (found !== null) return found
  if (!/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(claimed) || PROVABLE.test(claimed)) return 'application/octet-stream'
  return claimed
}

/** Entries may be wildcards (image/ and a star). An empty list accepts everything. */
export function acceptsType(allowed: string[] | null, type: string): boolean {
  if (!allowed || allowed.length === 0) return true
  return allowed.some((one) => one === '*/*' || one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))
}

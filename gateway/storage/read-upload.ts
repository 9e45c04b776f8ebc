/** The body of an upload within the limit of its bucket: raw bytes are streamed, a form is read whole. */
import { parseJsonObject } from '../core/json-object.ts'
import { chunksOf, readBytes } from '../body-limit.ts'
import { SNIFFED_BYTES } from './content-type.ts'
import { invalid, tooLarge } from './errors.ts'
import { once, type Bytes } from './stores/file-store.ts'

export type UploadedFile = {
  /** The beginning of the file, enough to detect its type. */
  head: Uint8Array
  /** The whole file, once. Throws BodyRefused when the sender stops or exceeds the limit. */
  content: Bytes
  declaredType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

function readCacheControl(value: string | null): string {
  if (value === null || value === '') return 'no-cache'
  if (/^\d{1,9}$/.test(value)) return `max-age=${value}`
  return /^[\w=, -]{1,100}$/.test(value) ? value : 'no-cache'
}

function readUserMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null || text === '') return null
  const metadata = text.length <= 8192 ? parseJsonObject(text) : null
  if (!metadata) throw invalid('metadata must be a JSON object')
  return metadata
}

/** Multipart overhead in bytes: boundaries and the small fields besides the file. */
export const FORM_BYTES = 64 * 1024

export async function readUpload(request: Request, limit: number): Promise<UploadedFile> {
  const type = request.headers.get('content-type') ?? ''
  if (type.toLowerCase().startsWith('multipart/form-data')) return readForm(request, limit, type)
  const encoded = request.headers.get('x-metadata')
  const cacheControl = readCacheControl(request.headers.get('cache-control'))
  const userMetadata = readUserMetadata(encoded === null ? null : Buffer.from(encoded, 'base64').toString('utf8'))
  return { ...(await begin(chunksOf(request, limit))), declaredType: type, cacheControl, userMetadata }
}

/** Reads the beginning, and gives it back before the rest. */
async function begin(chunks: AsyncGenerator<Uint8Array>): Promise<{ head: Uint8Array; content: Bytes }> {
  const read: Uint8Array[] = []
  let size = 0
  while (size < SNIFFED_BYTES) {
    const { done, value } = await chunks.next()
    if (done) break
    read.push(value)
    size += value.byteLength
  }
  async function* whole(): Bytes {
    yield* read
    yield* chunks
  }
  return { head: Buffer.concat(read), content: whole() }
}

async function readForm(request: Request, limit: number, type: string): Promise<UploadedFile> {
  const body = await readBytes(request, limit + FORM_BYTES)
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('The form could not be read')
  })
  const file = [...form.values()].find((value) => typeof value !== 'string')
  if (!file || typeof file === 'string') throw invalid('The form contains no file')
  if (file.size > limit) throw tooLarge()
  const field = (name: string): string | null => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return {
    head: bytes.subarray(0, SNIFFED_BYTES),
    content: once(bytes),
    declaredType: field('contentType') ?? file.type,
    cacheControl: readCacheControl(field('cacheControl')),
    userMetadata: readUserMetadata(field('metadata')),
  }
}

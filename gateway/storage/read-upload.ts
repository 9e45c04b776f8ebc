/** The body of an upload, a form or raw bytes, within the limit of its bucket. */
import { parseJsonObject } from '../core/json-object.ts'
import { readBytes } from '../body-limit.ts'
import { invalid, tooLarge } from './errors.ts'

export type UploadedFile = { bytes: Uint8Array; declaredType: string; cacheControl: string; userMetadata: Record<string, unknown> | null }

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
  const multipart = type.toLowerCase().startsWith('multipart/form-data')
  const bytes = await readBytes(request, multipart ? limit + FORM_BYTES : limit)
  if (!multipart) {
    const encoded = request.headers.get('x-metadata')
    return {
      bytes,
      declaredType: type,
      cacheControl: readCacheControl(request.headers.get('cache-control')),
      userMetadata: readUserMetadata(encoded === null ? null : Buffer.from(encoded, 'base64').toString('utf8')),
    }
  }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('The form could not be read')
  })
  const file = [...form.values()].find((value) => typeof value !== 'string')
  if (!file || typeof file === 'string') throw invalid('The form contains no file')
  if (file.size > limit) throw tooLarge()
  const field = (name: string): string | null => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    declaredType: field('contentType') ?? file.type,
    cacheControl: readCacheControl(field('cacheControl')),
    userMetadata: readUserMetadata(field('metadata')),
  }
}

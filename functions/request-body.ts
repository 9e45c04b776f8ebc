import { jsonAnswer } from './json-answer.ts'

/** Maximum bytes of the body of a server function, except orders; larger ones are refused before parsing. */
const SMALL_BODY = 32 * 1024

/** The raw body, or null if it is longer than `limit` bytes: then the rest is not read. */
export async function readBytes(request: Request, limit: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body as a JSON object, or null if it is too long, malformed or not an object. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown> | null> {
  const bytes = await readBytes(request, SMALL_BODY)
  return bytes && parseObject(bytes)
}

export type OrderBody = { ok: true; body: Record<string, unknown> } | { ok: false; answer: Response }

/**
 * The body of an order, whose size grows with its lines. A body that is too large has a separate code, because the customer has to
 * split the order, not correct a field.
 *
 * @param limit bytes
 * @returns the body, or the response 413 TOO_LARGE, or 400 INVALID if it is not a JSON object
 */
export async function readOrderBody(request: Request, limit: number): Promise<OrderBody> {
  const bytes = await readBytes(request, limit)
  if (!bytes) return { ok: false, answer: jsonAnswer(413, { code: 'TOO_LARGE' }) }
  const body = parseObject(bytes)
  return body ? { ok: true, body } : { ok: false, answer: jsonAnswer(400, { code: 'INVALID', fields: { body: 'A JSON object is required' } }) }
}

export function parseObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

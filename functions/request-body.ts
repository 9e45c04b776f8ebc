import { jsonAnswer } from './json-answer.ts'

/** Bytes. More than any body of a shop function but an order's; the rest is refused before it is parsed. */
const SMALL_BODY = 32 * 1024

/** The body as it was sent, or null when it is longer than `limit` bytes: then the rest of it is not read. */
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

/** The body as a JSON object, or null when it is too long, malformed or not an object. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown> | null> {
  const bytes = await readBytes(request, SMALL_BODY)
  return bytes && parseObject(bytes)
}

export type OrderBody = { ok: true; body: Record<string, unknown> } | { ok: false; answer: Response }

/**
 * The body of an order, whose size grows with its lines. One that is too long has a code of its own, because splitting the order
 * helps there and correcting a field does not.
 *
 * @param limit bytes
 * @returns the answer 413 TOO_LARGE, or 400 INVALID where it is no JSON object
 */
export async function readOrderBody(request: Request, limit: number): Promise<OrderBody> {
  const bytes = await readBytes(request, limit)
  if (!bytes) return { ok: false, answer: jsonAnswer(413, { code: 'TOO_LARGE' }) }
  const body = parseObject(bytes)
  return body ? { ok: true, body } : { ok: false, answer: jsonAnswer(400, { code: 'INVALID', fields: { body: 'A JSON object is required' } }) }
}

function parseObject(bytes: Buffer): Record<string, unknown> | null {
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

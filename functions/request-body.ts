/** More than any honest body of a shop function; the rest is refused before it is parsed. */
const LARGEST_BODY = 32 * 1024

/** The body as a JSON object, or null when it is too long, malformed or not an object. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) return null
  const text = await request.text()
  if (text.length > LARGEST_BODY) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { ApiError } from '../core/errors.ts'
import type { RequestSettings } from '../core/request-settings.ts'
import { checkBody } from './bounds.ts'

export type Target = { readonly kind: 'table' | 'function'; readonly name: string }

/** Splits a URL into the path below the REST prefix and the raw query string, without the cost of a URL object. */
export function splitUrl(url: string, basePath: string): { path: string; search: string } {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const question = url.indexOf('?', start)
  const pathEnd = question < 0 || question > end ? end : question
  const path = url.slice(start, pathEnd)
  return {
    path: path.startsWith(basePath) ? path.slice(basePath.length) : path,
    search: pathEnd < end ? url.slice(pathEnd + 1, end) : '',
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  }
}

export function targetOf(path: string): Target {
  const [first = '', second, ...more] = path.split('/').slice(1)
  if (first === '') throw new ApiError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  if (first === 'rpc' && second && more.length === 0) return { kind: 'function', name: decode(second) }
  if (second === undefined && first !== 'rpc') return { kind: 'table', name: decode(first) }
  throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
}

/** The schema from Accept-Profile (reads) or Content-Profile (writes); by default the first exposed one. Throws PGRST106. */
export function schemaOf(request: Request, exposed: readonly string[]): string {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const requested = request.headers.get(reads ? 'accept-profile' : 'content-profile')
  const [first = 'public'] = exposed
  if (requested === null || requested === '') return first
  if (exposed.includes(requested)) return requested
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${requested}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

function cookiesOf(header: string | null): string {
  if (!header) return '{}'
  const pairs = header.split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()] as const
  })
  return JSON.stringify(Object.fromEntries(pairs.filter(([name]) => name !== '')))
}

/** The parts of the request that the database can read by current_setting('request.…'). */
export function requestSettings(request: Request, path: string): RequestSettings {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) if (name !== 'cookie') headers[name] = value
  return {
    method: request.method,
    path,
    headers: JSON.stringify(headers),
    cookies: cookiesOf(request.headers.get('cookie')),
  }
}

/** Reads a JSON body of at most `most` characters. A missing content type is accepted; forms and CSV are refused. */
export async function readJsonBody(request: Request, most: number): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const isJson = type === undefined || type === '' || type === 'application/json' || type === 'text/plain'
  if (!isJson) throw new ApiError(400, 'PGRST102', `Content-Type not acceptable: ${type}`)
  const text = await request.text()
  checkBody(text.length, most)
  return text
}

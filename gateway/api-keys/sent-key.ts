/** Where a request carries an API key, and what may not carry one. */
import type { IncomingMessage } from 'node:http'

/** `misplaced`: in the address, or beside another token. */
export type SentKey = { kind: 'none' } | { kind: 'misplaced'; message: string } | { kind: 'key'; key: string }

/** The services that a server calls; the others are about people and their browsers. */
export const NOT_HERE = 'An API key opens /rest/v1, /storage/v1 and /functions/v1 alone'

const NONE: SentKey = { kind: 'none' }

/**
 * `Authorization: Bearer <key>` with any `apikey`, or `apikey: <key>` alone or with the same Authorization, as the official clients send
 * it. A key in an address would be in the log of each proxy.
 */
export function sentKey(request: Request, prefix: string): SentKey {
  const { headers } = request
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1]
  const apikey = headers.get('apikey') ?? ''
  if (bearer?.startsWith(prefix)) {
    if (apikey.startsWith(prefix) && apikey !== bearer) return { kind: 'misplaced', message: 'Send one API key' }
    return { kind: 'key', key: bearer }
  }
  if (apikey.startsWith(prefix)) {
    if (headers.has('authorization')) return { kind: 'misplaced', message: 'Send the API key as Authorization: Bearer, without another token' }
    return { kind: 'key', key: apikey }
  }
  return request.url.includes(prefix) ? { kind: 'misplaced', message: 'Send the API key as Authorization: Bearer, never in an address' } : NONE
}

/** Whether a request for a WebSocket carries a key anywhere. */
export function hasKey({ url = '', headers }: IncomingMessage, prefix: string): boolean {
  return [url, headers.authorization, headers['apikey']].some((text) => typeof text === 'string' && text.includes(prefix))
}

/** Whether a browser sent it: scripts of pages cannot leave these headers out. A key in a page is everybody's who opens the page. */
export function isFromBrowser({ headers }: Request): boolean {
  return headers.has('origin') || headers.has('sec-fetch-site') || (headers.get('user-agent') ?? '').startsWith('Mozilla/')
}

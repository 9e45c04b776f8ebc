/** Downloads a file from an address that an admin's list names: from public hosts only, within bounds of size and time. */
import { request as overHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import type { HostLocator } from '../network/host-locator.ts'
import { pinnedLookup } from '../network/pinned-lookup.ts'
import type { PictureFailure } from '#supabase/results/products.ts'

export type Outside = {
  locate: HostLocator
  /** ports other than those of http and https: for tests */
  anyPort?: boolean
}
/** `again`: a later try may succeed. */
export type Downloaded = { ok: true; bytes: Uint8Array } | { ok: false; failure: PictureFailure; again: boolean }

/** Bytes; as the bucket of product pictures. */
export const MOST_BYTES = 10 * 1024 * 1024
const MOST_REDIRECTS = 4
/** For the whole download, ms. */
const LONGEST = 30_000

const fail = (failure: PictureFailure, again = false): Downloaded => ({ ok: false, failure, again })

/** @param signal ends it when the server closes: then it may be tried again */
export async function download(address: string, outside: Outside, signal: AbortSignal): Promise<Downloaded> {
  const clock = AbortSignal.any([signal, AbortSignal.timeout(LONGEST)])
  let next = address
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const url = outsideUrl(next, outside)
      if (url === null) return fail('ADDRESS')
      const response = await open(url, outside, clock)
      if (response === null) return fail('INNER')
      const { location } = response.headers
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400 && location !== undefined) {
        response.destroy()
        // Each address on the way is checked like the first.
        next = URL.parse(location, url)?.href ?? ''
        continue
      }
      return await read(response, status)
    }
    return fail('UNREACHABLE')
  } catch {
    // An unknown host, a refused or lost connection, a wrong certificate, or the time is over.
    return fail('UNREACHABLE', true)
  }
}

function outsideUrl(address: string, { anyPort }: Outside): URL | null {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null
  // Other ports are services of other kinds, which a request might make do something.
  return url.port === '' || anyPort === true ? url : null
}

/** @returns null for a host that is not public */
async function open(url: URL, { locate }: Outside, signal: AbortSignal): Promise<IncomingMessage | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const checked = await locate(host)
  if (checked === null) return null
  const lookup = pinnedLookup(checked)
  const request = url.protocol === 'https:' ? overHttps : overHttp
  const headers = {
    accept: 'image/avif,image/webp,image/png,image/jpeg',
    'accept-encoding': 'identity',
    'user-agent': 'Mozilla/5.0 (compatible; shop pictures)',
  }
  return new Promise((resolve, reject) => {
    // Without an agent: no connection outlives its download.
    request(url, { agent: false, headers, signal, ...(lookup ? { lookup } : {}) }, resolve)
      .on('error', reject)
      .end()
  })
}

async function read(response: IncomingMessage, status: number): Promise<Downloaded> {
  try {
    if (status === 404 || status === 410) return fail('NOT_FOUND')
    if (status === 401 || status === 403) return fail('FORBIDDEN')
    if (status === 408 || status === 425 || status === 429 || status >= 500) return fail('UNREACHABLE', true)
    if (status !== 200) return fail('UNREACHABLE')
    if (Number(response.headers['content-length'] ?? 0) > MOST_BYTES) return fail('TOO_LARGE')
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.byteLength
      if (bytes > MOST_BYTES) return fail('TOO_LARGE')
      parts.push(part)
    }
    return { ok: true, bytes: Buffer.concat(parts) }
  } finally {
    response.destroy()
  }
}

/**
 * What every page reads (the settings, the categories, the list of own pages) is read once until it changes, instead of for every page
 * that is rendered. It is in the response cache, which drops it with every change (docs/rules.md#caching).
 */
import { MAX_AGE, SHELL_AGE, type ResponseCache } from './response-cache.ts'

const SHELL = /^\/rest\/v1\/(settings|categories|own_pages)\?/

type Read = (address: string, init?: RequestInit) => Promise<Response>

/** @param publishableKey reads with any other credentials, such as a preview of the closed shop, are never kept */
export function keepShellReads(read: typeof fetch, cache: ResponseCache, publishableKey: string): typeof fetch {
  const keptRead: Read = async (address, init) => {
    const key = keyOf(address, init, publishableKey)
    if (key === null) return read(address, init)
    const kept = cache.get(key, 'identity')
    if (kept && !(kept instanceof Promise)) return new Response(new Uint8Array(kept.body), kept)
    const { generation } = cache
    const answer = await read(address, init)
    if (answer.status !== 200) return answer
    const body = Buffer.from(await answer.arrayBuffer())
    const headers = Object.fromEntries(answer.headers)
    cache.put(key, { status: 200, headers, body }, generation, null, Date.now() - MAX_AGE + SHELL_AGE)
    return new Response(new Uint8Array(body), { headers })
  }
  return (input, init) => (typeof input === 'string' ? keptRead(input, init) : read(input, init))
}

function keyOf(address: string, init: RequestInit | undefined, publishableKey: string): string | null {
  const url = URL.parse(address)
  if (!url || !SHELL.test(url.pathname + url.search) || (init?.method ?? 'GET') !== 'GET') return null
  const headers = new Headers(init?.headers)
  if (headers.get('apikey') !== publishableKey || headers.has('authorization') || headers.has('range') || headers.has('prefer')) return null
  return `shell ${url.pathname}${url.search}\n${headers.get('accept') ?? ''}\n${headers.get('accept-profile') ?? ''}`
}

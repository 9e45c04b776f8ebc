/** The address of the client behind a chain of trusted proxies. */
import type { IncomingMessage } from 'node:http'

export type TrustedProxy = {
  /** The header in which the proxies put the address, in lower case. */
  header: string
  /** How many proxies of your own append to it: 1 for a reverse proxy, 2 for a CDN before a load balancer. */
  hops: number
}

/** Each proxy appends the address that it saw, and the client may have sent any others before: only the last `hops` are believed. */
export function clientAddress(request: IncomingMessage, proxy: TrustedProxy | undefined): string {
  const forwarded = proxy ? request.headers[proxy.header] : undefined
  const named = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  // A shorter chain came past a proxy: its first address is then the furthest that any of them saw.
  const seen = proxy ? (named.at(-proxy.hops) ?? named[0]) : undefined
  return seen ?? request.socket.remoteAddress ?? ''
}

/** The client's network, for rate limits (docs/api.md#limits-per-client). */

/** The network whose requests are counted together; null for loopback, which is exempt, and for an unknown address. */
export function limitedNetwork(address: string | null): string | null {
  return address === null || address === '' || isLoopback(address) ? null : network(address)
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** An IPv4 address, or the /64 prefix of an IPv6 address: one client usually owns all 2^64 addresses of it. */
function network(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const middle = address.includes('::') ? Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0') : []
  return [...before, ...middle, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

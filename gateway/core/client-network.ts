/** Who is calling, as far as limits per client go (docs/api.md#limits-per-client). */

/** The network whose requests count together; null for loopback, which is exempt, and where the address is not known. */
export function limitedNetwork(address: string | null): string | null {
  return address === null || address === '' || isLoopback(address) ? null : network(address)
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** Whoever has one IPv6 address has the 2^64 beside it. */
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

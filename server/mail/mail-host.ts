/**
 * Where a mail server of the back office is. Whoever may set one could otherwise have this machine speak to whatever stands behind its
 * wall, and read the answers from the test mail: addresses of this machine and of private networks are refused, when the server is
 * set and before each mail, and the mail goes to the very address that was checked.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** The address to connect to; null: it is not allowed. Rejects where the name is unknown. */
export type MailHostLocator = (host: string) => Promise<string | null>

const inner = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6')

/** This machine, a private, link-local or carrier network, or no address of one host. IPv4 inside IPv6 counts as IPv4. */
export function isInnerAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || inner.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

type Lookup = (host: string) => Promise<string[]>
const ask: Lookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

export function mailHostLocator(allowInner: boolean, resolve: Lookup = ask): MailHostLocator {
  return async (host) => {
    if (allowInner) return host
    const addresses = isIP(host) ? [host] : await resolve(host)
    // One inner address among them is enough: which one is taken must not be chance.
    return addresses.some(isInnerAddress) ? null : (addresses[0] ?? null)
  }
}

/** The question of the settings: a name that nobody knows is not refused here, its test mail says so. */
export const isMailHostAllowed =
  (locate: MailHostLocator) =>
  async (host: string): Promise<boolean> =>
    (await locate(host).catch(() => host)) !== null

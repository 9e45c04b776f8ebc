/**
 * Resolves the mail server set in the back office. Without this check, staff who may set it could make this machine connect to
 * hosts behind its firewall and read their responses from the test mail (SSRF). Addresses of this machine and of private networks
 * are refused, when the server is set and before each mail, and the mail goes to exactly the checked address.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Resolves to the address to connect to, or null if it is not allowed. Rejects for an unknown host name. */
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

/** Whether the address is loopback, private, link-local, carrier-grade NAT, multicast or invalid. IPv4-mapped IPv6 counts as IPv4. */
export function isInnerAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || inner.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

type Lookup = (host: string) => Promise<string[]>
const resolveHost: Lookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

export function mailHostLocator(allowInner: boolean, resolve: Lookup = resolveHost): MailHostLocator {
  return async (host) => {
    if (allowInner) return host
    const addresses = isIP(host) ? [host] : await resolve(host)
    // Refuse if any address is internal: otherwise chance would decide which one is used.
    return addresses.some(isInnerAddress) ? null : (addresses[0] ?? null)
  }
}

/** For the settings form: an unknown host name is not refused here; its test mail reports the error. */
export const isMailHostAllowed =
  (locate: MailHostLocator) =>
  async (host: string): Promise<boolean> =>
    (await locate(host).catch(() => host)) !== null

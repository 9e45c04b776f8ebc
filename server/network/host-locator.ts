/**
 * Resolves a host that staff have named: a mail server, or where a picture is downloaded from. Without this check they could make this
 * machine connect to hosts behind its firewall and read their responses (SSRF). Addresses of this machine and of private networks are
 * refused before each connection, which goes to exactly the checked address.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Resolves to the address to connect to, or null if it is not allowed. Rejects for an unknown host name. */
export type HostLocator = (host: string) => Promise<string | null>

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
// Those that carry an IPv4 address (translated, 6to4, Teredo) are refused whole: the address within may be an inner one.
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6')

/** Whether the address is loopback, private, link-local, carrier-grade NAT, multicast or invalid. IPv4-mapped IPv6 counts as IPv4. */
export function isInnerAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || inner.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

type Lookup = (host: string) => Promise<string[]>
/**
 * Asks the name servers alone, without the machine's own list of hosts. It blocks no thread, so hosts whose names are slow to resolve
 * do not delay files and pictures of the shop's visitors.
 */
export const resolvePublic: Lookup = async (host) => {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length === 0) throw new Error(`The name ${host} has no address`)
  return addresses
}
const resolveHost: Lookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** @param allowInner for a shop whose own network has that host; the name is then resolved by the connection itself */
export function hostLocator(allowInner: boolean, resolve: Lookup = resolveHost): HostLocator {
  return async (host) => {
    if (allowInner) return host
    const addresses = isIP(host) ? [host] : await resolve(host)
    // Refuse if any address is internal: otherwise chance would decide which one is used.
    return addresses.some(isInnerAddress) ? null : (addresses[0] ?? null)
  }
}

/** For the settings form: an unknown host name is not refused here; its test mail reports the error. */
export const isHostAllowed =
  (locate: HostLocator) =>
  async (host: string): Promise<boolean> =>
    (await locate(host).catch(() => host)) !== null

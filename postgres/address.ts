/**
 * Addresses of PostgreSQL as libpq writes them, with one host or several:
 * `postgresql://login:password@one:5432,two:5432/shop?target_session_attrs=read-write`. `new URL` and the driver know one host.
 */

/** Each host is asked every few seconds, at once with the others. */
const MOST_HOSTS = 8
/** What libpq may ask of a host. The shop writes, so the other values of libpq are refused. */
const ATTRIBUTES = 'target_session_attrs'
const WRITABLE = ['read-write', 'primary']
/** libpq takes lists in them too; one list is enough. */
const SECOND_LISTS = ['host', 'hostaddr', 'port']

type Parts = { scheme: string; credentials: string; hosts: string[]; rest: string }

function partsOf(address: string): Parts | null {
  const scheme = /^postgres(?:ql)?:\/\//.exec(address)?.[0]
  if (!scheme) return null
  const after = address.slice(scheme.length)
  const end = after.search(/[/?#]/)
  const authority = end < 0 ? after : after.slice(0, end)
  const at = authority.lastIndexOf('@')
  return { scheme, credentials: authority.slice(0, Math.max(at, 0)), hosts: authority.slice(at + 1).split(','), rest: end < 0 ? '' : after.slice(end) }
}

function joined({ scheme, credentials, hosts, rest }: Parts): string {
  return `${scheme}${credentials ? `${credentials}@` : ''}${hosts.join(',')}${rest}`
}

/** What follows the name of a setting with this address in a sentence; null if it is valid. */
export function addressProblem(address: string): string | null {
  const parts = partsOf(address)
  const urls = parts?.hosts.map((host) => URL.parse(joined({ ...parts, hosts: [host] }))) ?? []
  const [first] = urls
  if (!parts || !first || urls.includes(null)) return 'must be a postgresql:// address'
  const attributes = first.searchParams.get(ATTRIBUTES)
  if (attributes !== null && !WRITABLE.includes(attributes)) return `must have ${ATTRIBUTES}=read-write, or none: the shop writes`
  if (urls.length === 1) return null
  if (parts.hosts.some((host) => host === '' || host.startsWith(':'))) return 'must name each host between its commas'
  if (urls.length > MOST_HOSTS) return `must have at most ${MOST_HOSTS} hosts`
  if (SECOND_LISTS.some((name) => first.searchParams.has(name))) return 'must name its hosts and ports before the name of the database only'
  return null
}

/** One address for each host, which the driver understands. */
export function singleAddresses(address: string): string[] {
  const parts = partsOf(address)
  if (!parts) return [address]
  return parts.hosts.map((host) => {
    const single = joined({ ...parts, hosts: [host] })
    const url = URL.parse(single)
    if (!url?.searchParams.has(ATTRIBUTES)) return single
    url.searchParams.delete(ATTRIBUTES)
    return url.toString()
  })
}

/** The login of an address, decoded; empty if it has none. */
export function loginOf(address: string): string {
  return decodeURIComponent(partsOf(address)?.credentials.split(':')[0] ?? '')
}

/** The same address for another login. */
export function withLogin(address: string, login: string, password: string): string {
  const parts = partsOf(address)
  if (!parts) throw new Error('not a postgresql:// address')
  return joined({ ...parts, credentials: `${encodeURIComponent(login)}:${encodeURIComponent(password)}` })
}

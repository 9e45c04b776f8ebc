/** Where a link in a mail may lead: the site itself and the allow-list, nothing else. */

/** `*` stands for anything without `.` or `/`, `**` for anything, `?` for one such character. */
function pattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^./]*' : part === '?' ? '[^./]' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`)
}

/** Longer ones are not looked at: a pattern with several stars tries many ways to divide an address. */
const LONGEST_ADDRESS = 2000

/** Answers the wanted address if it is allowed, else the site's own. */
export function createRedirectCheck(siteUrl: string, origin: string, allowList: string[]): (wanted: unknown) => string {
  const origins = new Set([new URL(siteUrl).origin, new URL(origin).origin])
  const allowed = allowList.map(pattern)
  return (wanted) => {
    const url = typeof wanted === 'string' && wanted.length <= LONGEST_ADDRESS ? URL.parse(wanted) : null
    if (!url) return siteUrl
    // user:password@ shows one host and opens another.
    if (url.username !== '' || url.password !== '') return siteUrl
    if ((url.protocol === 'http:' || url.protocol === 'https:') && origins.has(url.origin)) return url.href
    const bare = new URL(url)
    bare.hash = ''
    bare.search = ''
    return allowed.some((glob) => glob.test(bare.href) || glob.test(bare.href.replace(/\/$/, ''))) ? url.href : siteUrl
  }
}

/** Checks redirect targets of mailed links: only the site itself and the allow-list. */

/** `*` matches anything without `.` or `/`, `**` anything, `?` one character other than `.` and `/`. */
function pattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^./]*' : part === '?' ? '[^./]' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`)
}

/** Longer addresses are refused: a pattern with several stars backtracks over many ways to split an address. */
const LONGEST_ADDRESS = 2000

/** Returns a function from the requested address to that address if it is allowed, else to the site URL. */
export function createRedirectCheck(siteUrl: string, origin: string, allowList: string[]): (wanted: unknown) => string {
  const origins = new Set([new URL(siteUrl).origin, new URL(origin).origin])
  const allowed = allowList.map(pattern)
  return (wanted) => {
    const url = typeof wanted === 'string' && wanted.length <= LONGEST_ADDRESS ? URL.parse(wanted) : null
    if (!url) return siteUrl
    // user:password@ makes a URL look like another host.
    if (url.username !== '' || url.password !== '') return siteUrl
    if ((url.protocol === 'http:' || url.protocol === 'https:') && origins.has(url.origin)) return url.href
    const bare = new URL(url)
    bare.hash = ''
    bare.search = ''
    return allowed.some((glob) => glob.test(bare.href) || glob.test(bare.href.replace(/\/$/, ''))) ? url.href : siteUrl
  }
}

type HeadersArgs = { loaderHeaders: Headers; parentHeaders: Headers }

/**
 * Public HTML is anonymous and the same for everyone: shared caches keep it for at most 60 s (docs/rules.md#caching), browsers
 * revalidate every time. The server's own cache drops it as soon as the data changes.
 */
export const PUBLIC_PAGE = 'public, max-age=0, s-maxage=60'

export const NO_STORE = 'no-store'

/** The server sizes lists for the visitor's screen, so a cache keeps two variants (docs/rules.md#page-sizes). */
export const BY_DEVICE = 'Sec-CH-UA-Mobile, User-Agent'

/** A page's own headers, unless the shell around it is incomplete: then it is not cached. */
export function publicHeaders({ loaderHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(loaderHeaders)
  if (parentHeaders.get('cache-control') === NO_STORE) headers.set('cache-control', NO_STORE)
  return headers
}

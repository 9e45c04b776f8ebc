/**
 * Public HTML is anonymous and the same for everybody: shared caches keep it for at most 60 s (ruling 34),
 * browsers ask again every time. The server's own cache drops it as soon as the data changes.
 */
export const PUBLIC_PAGE = 'public, max-age=0, s-maxage=60'

/** Lists are cut to the visitor's screen on the server, so a cache keeps two variants (ruling 23). */
export const BY_DEVICE = 'Sec-CH-UA-Mobile, User-Agent'

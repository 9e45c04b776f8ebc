import type { Route } from './+types/sitemap'
import { NO_STORE, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { shopContext } from '../../data/api/context.ts'
import { sitemapParts } from '../../data/shop/sitemap.ts'
import { sitemapStream, type SitemapEntry } from './sitemap-xml.ts'

export const XML = 'application/xml; charset=utf-8'
/** A crawler retries after an error; an empty sitemap would mean that every page is gone. */
export const sitemapFailed = (): Response =>
  new Response('the sitemap cannot be read at the moment', {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': NO_STORE, 'retry-after': '60' },
  })

/** /sitemap.xml: the index of the sitemap files. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { db, origin } = context.get(shopContext)
  const parts = await sitemapParts(db).catch(() => null)
  if (parts === null) return sitemapFailed()
  async function* entries(): AsyncGenerator<SitemapEntry[]> {
    yield [
      { path: '/sitemap-pages.xml' },
      ...(parts ?? []).map(({ after, lastmod }) => ({ path: after === null ? '/sitemap-products.xml' : `/sitemap-products.xml?after=${after}`, lastmod })),
    ]
  }
  return new Response(sitemapStream('sitemapindex', origin, entries()), { headers: { 'content-type': XML, 'cache-control': PUBLIC_PAGE } })
}

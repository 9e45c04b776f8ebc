import type { Route } from './+types/sitemap-pages'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { shopContext } from '../../data/api/context.ts'
import { pagePath } from '#domain/shop/own-page.ts'
import { sitemapOwnPages } from '../../data/shop/own-pages.ts'
import { sitemapCategories } from '../../data/shop/sitemap.ts'
import { XML, sitemapFailed } from './sitemap.ts'
import { sitemapStream, type SitemapEntry } from './sitemap-xml.ts'

/** The pages that every shop has, except private and filtered ones. */
const PAGES = ['/', '/products', '/categories', '/order-pad', '/about', '/contact', '/terms', '/shipping', '/refunds', '/privacy']

/** /sitemap-pages.xml: everything except the products. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { db, origin } = context.get(shopContext)
  const lists = await Promise.all([sitemapCategories(db), sitemapOwnPages(db)]).catch(() => null)
  if (lists === null) return sitemapFailed()
  const [categories, ownPages] = lists
  async function* entries(): AsyncGenerator<SitemapEntry[]> {
    yield PAGES.map((path) => ({ path }))
    yield categories.map(({ id, updated_at }) => ({ path: `/category/${id}`, lastmod: updated_at }))
    yield ownPages.map(({ slug, updated_at }) => ({ path: pagePath(slug), lastmod: updated_at }))
  }
  return new Response(sitemapStream('urlset', origin, entries()), { headers: { 'content-type': XML, 'cache-control': PUBLIC_PAGE } })
}

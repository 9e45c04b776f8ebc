import { productPath } from '#domain/text/slug.ts'
import { isUuid } from '#domain/text/uuid.ts'
import type { Route } from './+types/sitemap-products'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { shopContext } from '../../data/api/context.ts'
import { sitemapProducts, type ListedAddress } from '../../data/shop/sitemap.ts'
import { XML, sitemapFailed } from './sitemap.ts'
import { sitemapStream, type SitemapEntry } from './sitemap-xml.ts'

/** /sitemap-products.xml?after=…: up to 5,000 products, streamed. The first batch is read before the status is sent. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { db, origin } = context.get(shopContext)
  const after = new URL(request.url).searchParams.get('after')
  if (after !== null && !isUuid(after)) return new Response('no such part', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const products = sitemapProducts(db, after)
  const first = await products.next().catch(() => null)
  if (first === null) return sitemapFailed()
  async function* entries(): AsyncGenerator<SitemapEntry[]> {
    if (first === null || first.done) return
    yield addressesOf(first.value)
    for await (const batch of products) yield addressesOf(batch)
  }
  return new Response(sitemapStream('urlset', origin, entries()), { headers: { 'content-type': XML, 'cache-control': PUBLIC_PAGE } })
}

function addressesOf(products: ListedAddress[]): SitemapEntry[] {
  return products.map((product) => ({ path: productPath(product), lastmod: product.updated_at }))
}

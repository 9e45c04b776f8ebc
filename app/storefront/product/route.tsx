import { Fragment, Suspense, lazy } from 'react'
import { data, redirect } from 'react-router'
import type { Route } from './+types/route'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { productPath, slugOf } from '#domain/text/slug.ts'
import * as say from '#words/product.tsx'
import { idsWithin, loadCategories, pathTo } from '../../data/shop/categories.ts'
import { shopContext } from '../../data/api/context.ts'
import { loadDeliveryDays } from '../../data/shop/delivery-rule.ts'
import { findProduct, relatedProducts } from '../../data/shop/products.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { ProductGrid } from '../../ui/product-card.tsx'
import { NOT_KEPT, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { Card } from '../card.tsx'
import { Heart } from '../heart.tsx'
import { breadcrumbJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { Section } from '../section.tsx'
import { BuyBox } from './buy-box.tsx'
import { Details } from './details.tsx'
import { Gallery } from './gallery.tsx'
import { pictureAddress, productJsonLd } from './json-ld.ts'
import { lede, picturesOf } from './product-text.ts'
import { RecentlyViewed } from './recently-viewed.tsx'
import { Service } from './service.tsx'
import { ShareButton } from './share-button.tsx'

const MissingProduct = lazy(() => import('./missing-product.tsx'))

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  const answer = await findProduct(db, params.id).catch((error: unknown) => ({
    found: 'failed' as const,
    message: error instanceof Error ? error.message : '',
  }))
  if (answer.found === 'failed') return data({ found: answer.found, message: answer.message }, { status: 503, headers: { 'cache-control': 'no-store' } })
  if (answer.found !== 'product') {
    console.warn('Product not found', answer.found, new URL(request.url).pathname)
    return data({ found: answer.found }, { status: answer.found === 'deleted' ? 410 : 404 })
  }

  const { product } = answer
  const path = productPath(product)
  if (params.slug !== slugOf(product.name)) {
    // The browser must revalidate every time: if a name changes back, it must not follow a redirect from its cache.
    throw redirect(path + visitorsSearch(request.url), { status: 301, headers: { 'cache-control': PUBLIC_PAGE } })
  }
  const tree = await loadCategories(db).catch(() => [])
  const branch = product.category_id === null ? [] : pathTo(tree, product.category_id)
  const related = await relatedProducts(db, product, branch[0] ? idsWithin(branch[0]) : []).catch(() => [])
  const trail = branch.map(({ id, name }) => ({ id, name }))
  // Without scripts, the PIN code is in the address. Such a page is valid for one visitor and one day, and is never cached.
  const pin = new URL(request.url).searchParams.get('pin')
  const delivery =
    pin === null ? null : await loadDeliveryDays(db, { pincode: pin }).catch(() => ({ ok: false as const, pincode: pin, fault: 'failed' as const }))
  const kept = pin === null ? PUBLIC_PAGE : NOT_KEPT
  return data({ found: 'product' as const, product, related, trail, path, origin, delivery }, { headers: { 'cache-control': kept } })
}

/** The query of the visitor's address; a data request also has the router's own `_routes`. */
function visitorsSearch(url: string): string {
  const { searchParams } = new URL(url)
  searchParams.delete('_routes')
  return searchParams.size === 0 ? '' : `?${searchParams.toString()}`
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

/** The error panel's text when the data of this screen cannot be loaded. */
export const handle = { failed: say.loadFailed }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (loaderData?.found !== 'product') return [{ title: say.notFoundTitle }, { name: 'robots', content: 'noindex' }]
  const { product, path, origin, trail } = loaderData
  return [
    ...pageMeta({
      title: product.name,
      description: lede(product.description) ?? say.metaDescription(product.name, product.brand),
      path,
      origin,
      image: !import.meta.env.SSR || product.image_url === null ? undefined : pictureAddress(product.image_url, origin),
    }),
    ...(import.meta.env.SSR
      ? [
          { 'script:ld+json': productJsonLd(product, `${origin}${path}`, origin, matches[0]?.loaderData?.settings ?? DEFAULT_SETTINGS) },
          breadcrumbJsonLd(origin, [...crumbsOf(trail), { label: product.name }], path),
        ]
      : keptFromDocument(2)),
  ]
}

function crumbsOf(trail: { id: string; name: string }[]): Crumb[] {
  return [{ label: say.products, to: '/products' }, ...trail.map(({ id, name }) => ({ label: name, to: `/category/${id}` }))]
}

export default function Product({ loaderData }: Route.ComponentProps) {
  if (loaderData.found !== 'product') {
    return (
      <Suspense>
        <MissingProduct answer={loaderData} failed={say.loadFailed} />
      </Suspense>
    )
  }

  const { product, related, trail, path, origin, delivery } = loaderData
  const crumbs = crumbsOf(trail)
  const intro = lede(product.description)
  return (
    <>
      <div className="wrap">
        <Breadcrumbs trail={crumbs} back />
        <div className="pdp">
          <Gallery key={product.id} name={product.name} pictures={picturesOf(product)} />
          <div className="pdp-info">
            <div className="mb-1 flex items-center justify-between gap-4">
              <p className="min-w-0 font-display text-[1.25rem] leading-[1.2] text-rose-600 italic">
                <bdi>{product.brand}</bdi>
              </p>
              <div className="-mr-3 flex items-center">
                <Heart product={product} />
                <ShareButton name={product.name} path={path} />
              </div>
            </div>
            <h1 className="pdp-name">
              <bdi>{product.name}</bdi>
            </h1>
            {intro === null ? null : <p className="mt-3 max-w-[52ch] text-lg text-ink-2">{intro}</p>}
            <Fragment key={product.id}>
              <BuyBox product={product} />
              <Service product={product} address={origin + path} delivery={delivery} />
            </Fragment>
          </div>
          <Details product={product} />
        </div>
      </div>
      {related.length === 0 ? null : (
        <Section title={say.sameFamily}>
          <ProductGrid wide row>
            {related.map((other) => (
              <Card key={other.id} product={other} />
            ))}
          </ProductGrid>
        </Section>
      )}
      <RecentlyViewed key={product.id} current={product.id} />
      <div className="h-14 lg:h-[104px]" />
    </>
  )
}

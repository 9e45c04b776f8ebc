import { Suspense, lazy } from 'react'
import { data, redirect } from 'react-router'
import type { Route } from './+types/route'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { stockLabel } from '#domain/products/stock.ts'
import { productPath, slugOf } from '#domain/text/slug.ts'
import * as say from '#words/product.tsx'
import { idsWithin, loadCategories, pathTo } from '../../data/shop/categories.ts'
import { shopContext } from '../../data/api/context.ts'
import { loadDeliveryDays } from '../../data/shop/delivery-rule.ts'
import { productFamily } from '../../data/shop/families.ts'
import { findProduct, relatedProducts } from '../../data/shop/products.ts'
import { Breadcrumbs, type Crumb } from '../../ui/page/breadcrumbs.tsx'
import { ProductGrid } from '../../ui/product-card.tsx'
import { NO_STORE, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { Card } from '../card.tsx'
import { Heart } from '../heart.tsx'
import { breadcrumbJsonLd } from '../json-ld.ts'
import { keptFromDocument, missingPageMeta, pageMeta } from '../page-meta.ts'
import { Section } from '../section.tsx'
import { BuyBox } from './buy-box.tsx'
import { Details } from './details.tsx'
import { Gallery } from './gallery.tsx'
import { familyJsonLd, pictureAddress, productJsonLd } from './json-ld.ts'
import { lede, picturesOf } from './product-text.ts'
import { RecentlyViewed } from './recently-viewed.tsx'
import { ShareButton } from './share-button.tsx'

/** Only products of a family need this code. */
const FamilyChoice = lazy(() => import('../family/family-choice.tsx'))
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
  const [tree, family] = await Promise.all([loadCategories(db).catch(() => []), productFamily(db, product).catch(() => null)])
  const branch = product.category_id === null ? [] : pathTo(tree, product.category_id)
  const related = await relatedProducts(db, product, branch[0] ? idsWithin(branch[0]) : []).catch(() => [])
  const trail = branch.map(({ id, name }) => ({ id, name }))
  // Without scripts, the PIN code is in the address. Such a page is valid for one visitor and one day, and is never cached.
  const pin = new URL(request.url).searchParams.get('pin')
  const delivery =
    pin === null ? null : await loadDeliveryDays(db, { pincode: pin }).catch(() => ({ ok: false as const, pincode: pin, reason: 'failed' as const }))
  const kept = pin === null ? PUBLIC_PAGE : NO_STORE
  return data({ found: 'product' as const, product, family, related, trail, path, origin, delivery }, { headers: { 'cache-control': kept } })
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
  if (loaderData?.found !== 'product') return missingPageMeta(matches, say.notFoundTitle)
  const { product, family, path, origin, trail } = loaderData
  return [
    ...pageMeta({
      matches,
      title: product.name,
      description: lede(product.description) ?? say.metaDescription(product.name, product.brand),
      path,
      origin,
      image: !import.meta.env.SSR || product.image_url === null ? undefined : pictureAddress(product.image_url, origin),
    }),
    ...(import.meta.env.SSR
      ? [
          {
            'script:ld+json': familyJsonLd(
              family,
              productJsonLd(product, `${origin}${path}`, origin, matches[0]?.loaderData?.settings ?? DEFAULT_SETTINGS),
              path,
              origin,
            ),
          },
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

  const { product, family, related, trail, path, origin, delivery } = loaderData
  const crumbs = crumbsOf(trail)
  const stock = stockLabel(product.stock)
  const intro = lede(product.description)
  return (
    <>
      <div className="wrap pdp-crumbs">
        <Breadcrumbs trail={crumbs} back />
        <div className="pdp">
          <Gallery key={product.id} id={product.id} name={product.name} pictures={picturesOf(product)} />
          <BuyBox key={family?.id ?? product.id} product={product} address={origin + path} delivery={delivery}>
            <div className="pdp-head">
              <p className="pdp-brand min-w-0 font-display text-lg leading-[1.2] text-rose-600 italic md:text-xl">
                <bdi>{product.brand}</bdi>
              </p>
              <h1 className="pdp-name">
                <bdi>{product.name}</bdi>
              </h1>
              <span className={`stock ${stock.kind}`}>{stock.text}</span>
              <div className="pdp-tools">
                <Heart product={product} />
                <ShareButton name={product.name} path={path} />
              </div>
            </div>
            {intro === null ? null : <p className="mt-3 max-w-[52ch] text-lg text-ink-2 max-md:hidden">{intro}</p>}
            {family === null ? null : (
              <Suspense>
                <FamilyChoice choices={family.choices} mixed={product.tier_group !== null && product.pricing_tiers !== null} />
              </Suspense>
            )}
          </BuyBox>
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

import { data, redirect } from 'react-router'
import type { Route } from './+types/route'
import { productPath, slugOf } from '#domain/slug.ts'
import { idsWithin, loadCategories, pathTo } from '../../data/categories.ts'
import { shopContext } from '../../data/context.ts'
import { findProduct, relatedProducts } from '../../data/products.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ProductGrid } from '../../ui/product-card.tsx'
import { PUBLIC_PAGE } from '../../data/caching.ts'
import { Card } from '../card.tsx'
import { NotFound } from '../not-found/not-found.tsx'
import { pageMeta } from '../page-meta.ts'
import { Section } from '../section.tsx'
import { BuyBox } from './buy-box.tsx'
import { Details } from './details.tsx'
import { Gallery } from './gallery.tsx'
import { productJsonLd } from './json-ld.ts'
import { lede, picturesOf } from './product-text.ts'
import { RecentlyViewed } from './recently-viewed.tsx'

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
    // The browser asks again every time: a name that changes back must not meet its own remembered redirect.
    throw redirect(path + new URL(request.url).search, { status: 301, headers: { 'cache-control': PUBLIC_PAGE } })
  }
  const tree = await loadCategories(db).catch(() => [])
  const branch = product.category_id === null ? [] : pathTo(tree, product.category_id)
  const related = await relatedProducts(db, product, branch[0] ? idsWithin(branch[0]) : []).catch(() => [])
  const trail = branch.map(({ id, name }) => ({ id, name }))
  return data({ found: 'product' as const, product, related, trail, path, origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (loaderData?.found !== 'product') return [{ title: 'Product not found · Shringar' }, { name: 'robots', content: 'noindex' }]
  const { product, path, origin } = loaderData
  return [
    ...pageMeta({
      title: product.name,
      description:
        lede(product.description) ??
        `${product.name}${product.brand === null ? '' : ` by ${product.brand}`} at wholesale price, with bulk tiers and a GST invoice.`,
      path,
      origin,
      image: product.image_url === null ? undefined : `${origin}/storage/v1/render/image/public/${product.image_url}?width=960&quality=75`,
    }),
    { 'script:ld+json': productJsonLd(product, `${origin}${path}`, origin) },
  ]
}

export default function Product({ loaderData }: Route.ComponentProps) {
  if (loaderData.found === 'failed') {
    return (
      <div className="wrap grid gap-6 py-12">
        <ErrorPanel
          title="Failed to load product details"
          text="Your cart is kept. Please try again in a moment."
          error={loaderData.message === '' ? undefined : new Error(loaderData.message)}
          onRetry={() => window.location.reload()}
        />
        <p>
          <ButtonLink to="/products" variant="second">
            Back to Products
          </ButtonLink>
        </p>
      </div>
    )
  }
  if (loaderData.found !== 'product') {
    return loaderData.found === 'deleted' ? (
      <NotFound title="This product is no longer sold" text="It has left our shelves for good. Something close to it may still be there." />
    ) : (
      <NotFound />
    )
  }

  const { product, related, trail } = loaderData
  const crumbs: Crumb[] = [{ label: 'Products', to: '/products' }, ...trail.map(({ id, name }) => ({ label: name, to: `/category/${id}` }))]
  const intro = lede(product.description)
  return (
    <>
      <div className="wrap">
        <Breadcrumbs trail={crumbs} back />
        <div className="pdp">
          <Gallery key={product.id} name={product.name} pictures={picturesOf(product)} />
          <div className="pdp-info">
            {product.brand === null ? null : <p className="mb-2 font-display text-[1.25rem] leading-[1.2] text-rose-600 italic">{product.brand}</p>}
            <h1 className="pdp-name">{product.name}</h1>
            {intro === null ? null : <p className="mt-3 max-w-[52ch] text-lg text-ink-2">{intro}</p>}
            <BuyBox key={product.id} product={product} />
          </div>
          <Details product={product} />
        </div>
      </div>
      {related.length === 0 ? null : (
        <Section
          title={
            <>
              From the same <em>family</em>
            </>
          }
        >
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

import { data } from 'react-router'
import * as say from '#words/home.tsx'
import type { Route } from './+types/route'
import { activeBanners } from '../../data/shop/banners.ts'
import { shopContext } from '../../data/api/context.ts'
import { countProducts, everything, featuredProducts } from '../../data/shop/products.ts'
import { NOT_KEPT, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { organizationJsonLd, websiteJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { useRoot } from '../shell/use-root.ts'
import { CallToAction } from './call-to-action.tsx'
import { pictureAddress } from '../product/json-ld.ts'
import { FeaturedCategories } from './featured-categories.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { SocialLinks } from './social-links.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

/** A section is empty if its data could not be read; the read itself logs the error (docs/rules.md#failed-reads). */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  const [banners, featured, facets] = await Promise.all([
    activeBanners(db).catch(() => null),
    featuredProducts(db).catch(() => null),
    countProducts(db, everything).catch(() => null),
  ])
  const whole = banners !== null && featured !== null && facets !== null
  return data(
    { banners: banners ?? [], featured: featured ?? [], counts: facets?.category ?? {}, origin },
    { headers: { 'cache-control': whole ? PUBLIC_PAGE : NOT_KEPT } },
  )
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const origin = loaderData?.origin
  const banner = loaderData?.banners[0]?.image_url
  return [
    ...pageMeta({
      title: say.headline,
      description: say.metaDescription,
      path: '/',
      origin,
      ...(import.meta.env.SSR && banner ? { image: pictureAddress(banner, origin ?? '') } : {}),
    }),
    ...(!root
      ? []
      : import.meta.env.SSR
        ? [organizationJsonLd(origin, root.settings, root.stateName), websiteJsonLd(origin, root.settings.storeName)]
        : keptFromDocument(2)),
  ]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { categories } = useRoot()
  const { banners, featured, counts } = loaderData
  return (
    <>
      <Hero banners={banners} />
      <FeaturedCategories categories={categories.slice(0, 6)} counts={counts} />
      <div className="when-near">
        <FeaturedProducts products={featured} />
      </div>
      <div className="when-near">
        <WhyChooseUs example={featured} />
        <SocialLinks />
        <CallToAction />
      </div>
    </>
  )
}

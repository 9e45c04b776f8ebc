import type { ReactNode } from 'react'
import { data } from 'react-router'
import { shortRupees } from '#domain/money/short-rupees.ts'
import { readHome } from '#domain/shop/home.ts'
import type { HomeSection } from '#domain/shop/home.ts'
import * as say from '#words/home.tsx'
import type { Route } from './+types/route'
import { loadHome } from '../../data/shop/home.ts'
import { activeBanners } from '../../data/shop/banners.ts'
import { loadCategories } from '../../data/shop/categories.ts'
import { shopContext } from '../../data/api/context.ts'
import { countProducts, everything, featuredProducts } from '../../data/shop/products.ts'
import { NO_STORE, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { organizationJsonLd, websiteJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { CallToAction } from './call-to-action.tsx'
import { pictureAddress } from '../product/json-ld.ts'
import { FeaturedCategories, featuredCategories } from './featured-categories.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { HomeSections } from './home-sections.tsx'
import { SocialLinks } from './social-links.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

/** A section is empty if its data could not be read; the read itself logs the error (docs/rules.md#failed-reads). */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  const [home, banners, featured, categories, facets] = await Promise.all([
    loadHome(db).catch(() => null),
    activeBanners(db).catch(() => null),
    featuredProducts(db).catch(() => null),
    loadCategories(db).catch(() => null),
    countProducts(db, everything, { grouped: true }).catch(() => null),
  ])
  const whole = home !== null && banners !== null && featured !== null && categories !== null && facets !== null
  return data(
    {
      home: home ?? readHome(null),
      banners: banners ?? [],
      featured: featured ?? [],
      categories: featuredCategories(categories ?? [], facets?.category ?? {}),
      origin,
    },
    { headers: { 'cache-control': whole ? PUBLIC_PAGE : NO_STORE } },
  )
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const origin = loaderData?.origin
  const banner = loaderData?.banners[0]?.image_url
  return [
    ...pageMeta({
      matches,
      title: loaderData?.home.texts.heroTitle ?? say.headline,
      description: root && !root.settings.deliveryVaries ? say.metaDescription(shortRupees(root.settings.freeDeliveryFrom)) : say.headlineText,
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
  const { home, banners, featured, categories } = loaderData
  const { texts } = home
  const sections: Record<HomeSection, ReactNode> = {
    categories: <FeaturedCategories title={texts.categoriesTitle} categories={categories} />,
    products: <FeaturedProducts title={texts.productsTitle} products={featured} />,
    why: <WhyChooseUs texts={texts} example={featured} />,
    social: <SocialLinks />,
    account: <CallToAction title={texts.accountTitle} text={texts.accountText} />,
  }
  return (
    <>
      <Hero banners={banners} texts={texts} />
      <HomeSections places={home.sections} sections={sections} />
    </>
  )
}

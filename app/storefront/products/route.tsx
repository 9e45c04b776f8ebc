import { data } from 'react-router'
import * as say from '#words/products.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/api/context.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { BY_DEVICE, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { breadcrumbJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { useRoot } from '../shell/use-root.ts'
import { filtersPath, isWhole, readFilters } from './filters.ts'
import { flat, loadListing } from './listing.ts'
import { ListingView } from './listing-view.tsx'
import { SearchBox } from './search-box.tsx'
import { orKept } from './when-offline.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const filters = readFilters(new URL(request.url).searchParams)
  try {
    const listing = await loadListing(shop, filters)
    return data({ listing, filters, origin: shop.origin }, { headers: { 'cache-control': PUBLIC_PAGE, vary: BY_DEVICE } })
  } catch (error) {
    console.error('The listing could not be loaded', error)
    const failed = { ok: false as const, message: error instanceof Error ? error.message : String(error) }
    return data({ listing: failed, filters, origin: shop.origin }, { status: 503, headers: { 'cache-control': 'no-store' } })
  }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orKept(request, serverLoader)
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

/** The error panel's text when the data of this screen cannot be loaded. */
export const handle = { failed: say.loadFailed }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const filters = loaderData?.filters
  const only = filters?.category.length === 1 ? filters.category[0] : undefined
  const origin = loaderData?.origin
  // A list of one category is the same as the category's own page, which has more content.
  const category = flat(matches[0]?.loaderData?.categories ?? []).find(({ slug }) => slug === only)
  return [
    ...pageMeta({
      title: filters?.query ? say.searchedFor(filters.query) : only ? (category?.name ?? `${only.charAt(0).toUpperCase()}${only.slice(1)}`) : say.collection,
      description: say.metaDescription,
      path: filtersPath({ page: filters?.page }, category ? `/category/${category.id}` : undefined),
      origin,
      // Sorted and filtered lists repeat the same products, and search results are not worth indexing: crawlers follow their links but do not index them.
      index: filters !== undefined && isWhole(filters),
    }),
    ...(import.meta.env.SSR ? [breadcrumbJsonLd(origin, trail, '/products')] : keptFromDocument(1)),
  ]
}

const trail = [{ label: say.home, to: '/' }, { label: say.products }]

export default function Products({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const { categories } = useRoot()
  const names = new Map(flat(categories).map((node) => [node.slug, node.name]))
  return (
    <div className="wrap pb-14 lg:pb-[104px]">
      <Breadcrumbs trail={trail} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-5 lg:grid-cols-[minmax(0,1fr)_460px] lg:items-end lg:pb-9">
        <h1>{say.heading}</h1>
        <SearchBox key={filters.query} filters={filters} />
      </div>
      <ListingView loaded={loaderData} nameOf={(slug) => names.get(slug) ?? slug} />
    </div>
  )
}

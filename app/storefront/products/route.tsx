import type { ComponentType } from 'react'
import { data, replace } from 'react-router'
import * as say from '#words/products.tsx'
import type { Route } from './+types/route'
import { rememberedList } from '../../navigation/remembered-view.ts'
import { shopContext } from '../../data/api/context.ts'
import { flat } from '../../data/shop/categories.ts'
import { BY_DEVICE, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { breadcrumbJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { useRoot } from '../shell/use-root.ts'
import { type Filters, filtersPath, isWhole, readFilters } from './filters.ts'
import { loadListing } from './listing.ts'
import type { ViewProps } from './grid-page.tsx'
import gridChunks from './grid-page.tsx?chunk-addresses'
import listChunks from './list/trade-list.tsx?chunk-addresses'
import { orKept } from './when-offline.ts'

/**
 * Two screens at one address: cards, or the trade list of ?view=list. Each has code that the other never loads.
 * The screen of the opened page is there before React hydrates it, because this module waits for it; on the server the loader does.
 */
const views: { grid?: ComponentType<ViewProps>; list?: ComponentType<ViewProps> } = {}

async function loadView(list: boolean): Promise<void> {
  if (list) views.list ??= (await import('./list/trade-list.tsx')).default
  else views.grid ??= (await import('./grid-page.tsx')).default
}

if (!import.meta.env.SSR && location.pathname === '/products') await loadView(readFilters(new URLSearchParams(location.search)).list)

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const filters = readFilters(new URL(request.url).searchParams)
  try {
    const [listing] = await Promise.all([loadListing(shop, filters), loadView(filters.list)])
    return data({ listing, filters, origin: shop.origin }, { headers: { 'cache-control': PUBLIC_PAGE, vary: BY_DEVICE } })
  } catch (error) {
    console.error('The listing could not be loaded', error)
    await loadView(filters.list)
    const failed = { ok: false as const, message: error instanceof Error ? error.message : String(error) }
    return data({ listing: failed, filters, origin: shop.origin }, { status: 503, headers: { 'cache-control': 'no-store' } })
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const url = new URL(request.url)
  const list = rememberedList(url)
  // oxlint-disable-next-line typescript/only-throw-error -- how a loader redirects
  if (list !== null) throw replace(list)
  const [loaded] = await Promise.all([orKept(request, serverLoader), loadView(readFilters(url.searchParams).list)])
  return loaded
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const handle = {
  /** The error panel's text when the data of this screen cannot be loaded. */
  failed: say.loadFailed,
  /** For the server: the modules of the opened view, to be fetched together with the route's (app/start/modules.tsx). */
  modules: import.meta.env.SSR ? (loaded?: { filters: Filters }) => (loaded?.filters.list ? listChunks : gridChunks) : undefined,
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const filters = loaderData?.filters
  const only = filters?.category.length === 1 ? filters.category[0] : undefined
  const origin = loaderData?.origin
  // A list of one category is the same as the category's own page, which has more content.
  const category = flat(matches[0]?.loaderData?.categories ?? []).find(({ slug }) => slug === only)
  return [
    ...pageMeta({
      matches,
      title: filters?.query ? say.searchedFor(filters.query) : only ? (category?.name ?? `${only.charAt(0).toUpperCase()}${only.slice(1)}`) : say.collection,
      description: say.metaDescription,
      path: filtersPath({ page: filters?.list ? 1 : filters?.page }, category ? `/category/${category.id}` : undefined),
      origin,
      // Sorted and filtered lists repeat the same products, and search results are not worth indexing: crawlers follow their links but do not index them.
      index: filters !== undefined && isWhole(filters),
    }),
    ...(import.meta.env.SSR ? [breadcrumbJsonLd(origin, trail, '/products')] : keptFromDocument(1)),
  ]
}

const trail = [{ label: say.home, to: '/' }, { label: say.products }]

export default function Products({ loaderData }: Route.ComponentProps) {
  const { categories } = useRoot()
  const { list } = loaderData.filters
  const names = new Map(flat(categories).map((node) => [node.slug, node.name]))
  const View = list ? views.list : views.grid
  return View && <View loaded={loaderData} nameOf={(slug) => names.get(slug) ?? slug} trail={trail} />
}

import { data, Link } from 'react-router'
import * as say from '#words/categories.tsx'
import type { Route } from './+types/route'
import { type CategoryNode, countWithin, flat, idsWithin, loadCategories, pathTo } from '../../data/shop/categories.ts'
import { shopContext } from '../../data/api/context.ts'
import { Breadcrumbs, type Crumb } from '../../ui/page/breadcrumbs.tsx'
import { BY_DEVICE, PUBLIC_PAGE } from '../../data/api/caching.ts'
import { CategoryWindow } from '../category-window.tsx'
import { NotFound } from '../not-found/not-found.tsx'
import { breadcrumbJsonLd } from '../json-ld.ts'
import { keptFromDocument, missingPageMeta, pageMeta } from '../page-meta.ts'
import { filtersPath, isWhole, readFilters } from '../products/filters.ts'
import { loadListing } from '../products/listing.ts'
import { ListingView } from '../products/listing-view.tsx'
import { orKept } from '../products/when-offline.ts'

/** A category with its sub-categories and the same listing as /products, limited to it (docs/rules.md#categories). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const url = new URL(request.url)
  const filters = { ...readFilters(url.searchParams), list: false }
  const tree = await loadCategories(shop.db)
  const path = pathTo(tree, params.id)
  const category = path.at(-1)
  if (!category) {
    console.warn('Category not found', url.pathname)
    return data({ found: false as const }, { status: 404 })
  }
  try {
    const listing = await loadListing(shop, filters, idsWithin(category))
    return data(
      { found: true as const, listing, filters, category, path: path.map(({ id, name }) => ({ id, name })), origin: shop.origin },
      { headers: { 'cache-control': PUBLIC_PAGE, vary: BY_DEVICE } },
    )
  } catch (error) {
    console.error('The category could not be loaded', error)
    const listing = { ok: false as const, message: error instanceof Error ? error.message : String(error) }
    return data(
      { found: true as const, listing, filters, category, path: path.map(({ id, name }) => ({ id, name })), origin: shop.origin },
      { status: 503, headers: { 'cache-control': 'no-store' } },
    )
  }
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orKept(request, serverLoader)
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.found) return missingPageMeta(matches, say.notFoundTitle)
  const { category, filters, origin, path } = loaderData
  return [
    ...pageMeta({
      matches,
      title: category.name,
      description: category.description ?? say.categoryDescription(category.name),
      path: filtersPath({ page: filters.page }, `/category/${category.id}`),
      origin,
      index: isWhole(filters),
    }),
    ...(import.meta.env.SSR ? [breadcrumbJsonLd(origin, crumbsOf(path), `/category/${category.id}`)] : keptFromDocument(1)),
  ]
}

function crumbsOf(path: { id: string; name: string }[]): Crumb[] {
  return [
    { label: say.home, to: '/' },
    { label: say.categories, to: '/categories' },
    ...path.map(({ id, name }, place) => ({ label: name, to: place === path.length - 1 ? undefined : `/category/${id}` })),
  ]
}

export default function Category({ loaderData }: Route.ComponentProps) {
  if (!loaderData.found) return <NotFound />
  const { category, listing, path } = loaderData
  const here = `/category/${category.id}`
  const below = new Map(flat(category.subcategories).map((node) => [node.slug, node.name]))
  return (
    <div className="wrap pb-14 lg:pb-[104px]">
      <Breadcrumbs trail={crumbsOf(path)} />
      <header className="pb-6 lg:pb-9">
        <h1 className="flex flex-wrap items-baseline gap-x-4 text-4xl">
          {category.name}
          {category.name_hi === null ? null : (
            <span lang="hi" className="word-hi text-3xl leading-[1.3] text-rose-600">
              {category.name_hi}
            </span>
          )}
        </h1>
        {category.description === null ? null : <p className="mt-3 max-w-[60ch] text-lg text-ink-2">{category.description}</p>}
      </header>
      {category.subcategories.length === 0 ? null : (
        <SubCategories of={category} counts={listing.ok && !listing.facets.more?.counts ? listing.facets.category : null} />
      )}
      <ListingView loaded={loaderData} nameOf={(slug) => below.get(slug) ?? slug} path={here} categories={false} />
    </div>
  )
}

/** Windows if all sub-categories have their own pictures, otherwise plain text links. */
function SubCategories({ of: { subcategories }, counts }: { of: CategoryNode; counts: Record<string, number> | null }) {
  const pictured = subcategories.every((child) => child.image_url !== null)
  if (!pictured) {
    return (
      <ul aria-label={say.subCategories} className="no-bar -mx-5 mb-8 flex gap-[10px] overflow-x-auto px-5 md:mx-0 md:flex-wrap md:px-0">
        {subcategories.map((child) => (
          <li key={child.id} className="flex-none">
            <Link
              to={`/category/${child.id}`}
              prefetch="intent"
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-control bg-surface px-[18px] font-medium text-plum-700 hover:border-plum-600 hover:bg-plum-50"
            >
              {child.name}
              {counts === null ? null : <span className="num text-sm font-normal text-ink-2">{countWithin(child, counts)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul
      aria-label={say.subCategories}
      className="no-bar -mx-5 mb-10 grid snap-x auto-cols-[120px] grid-flow-col gap-4 overflow-x-auto px-5 md:mx-0 md:auto-cols-[136px] md:gap-6 md:px-0"
    >
      {subcategories.map((child) => (
        <li key={child.id} className="snap-start">
          <CategoryWindow category={child} count={counts === null ? 0 : countWithin(child, counts)} to={`/category/${child.id}`} />
        </li>
      ))}
    </ul>
  )
}

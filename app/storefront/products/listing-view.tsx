import { lazy, Suspense, useRef, ViewTransition } from 'react'
import { Link, NavigationType, useLocation, useNavigation, useNavigationType, useRevalidator } from 'react-router'
import * as say from '#words/products.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Pagination } from '../../ui/page/pagination.tsx'
import { ProductGrid } from '../../ui/product-card.tsx'
import { cardSkeletons } from '../../ui/page/skeleton.tsx'
import { Card } from '../card.tsx'
import { Chips } from './chips.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { FilterForm } from './filter-form.tsx'
import { useLate } from '../../ui/hooks/use-late.ts'
import { useWhenBackOnline } from '../../ui/hooks/use-when-back-online.ts'
import { chipsOf, cleared, filtersPath, readFilters, SEARCH_STEP } from './filters.ts'
import type { LoadedListing } from './listing.ts'
import { SortSelect } from './sort-select.tsx'
import { ViewSwitch } from './view-switch.tsx'
import { useFocusOnNextPage } from './use-focus-on-next-page.ts'
import { useKept } from './when-offline.ts'

// Loaded lazily, because most lists have products.
const NothingFound = lazy(() => import('./nothing-found.tsx'))

type ListingViewProps = {
  loaded: LoadedListing
  nameOf: (slug: string) => string
  path?: string
  categories?: boolean
}

const SKELETON_AFTER_MS = 250

/** Filters at the side, results with their count, chips, cards and pages. `path` is the address of the listing. */
export function ListingView({ loaded: all, nameOf, path = '/products', categories = true }: ListingViewProps) {
  const { listing, filters: loaded, stale = false } = all
  const { pathname, search } = useLocation()
  const navigation = useNavigation()
  const { revalidate, state } = useRevalidator()
  const results = useRef<HTMLElement>(null)
  // A click shows at once, before its results arrive.
  const coming = navigation.state === 'loading' && navigation.location.pathname === pathname
  const filters = coming || stale ? readFilters(new URLSearchParams(coming ? navigation.location.search : search)) : loaded
  // 'Show more' appends to the list; every other choice replaces it.
  const choice = filtersPath({ ...loaded, show: 0 }, path)
  const replacing = useLate(coming && filtersPath({ ...filters, show: 0 }, path) !== choice, SKELETON_AFTER_MS)
  // Back finds the page as it was left.
  const returns = useNavigationType() === NavigationType.Pop

  useFocusOnNextPage(results, loaded.page)
  useKept(all)
  useWhenBackOnline(stale, revalidate)

  if (!listing.ok) {
    return (
      <ErrorPanel
        title={say.loadFailed}
        text={say.loadFailedText}
        error={new Error(listing.message)}
        onRetry={state === 'loading' ? undefined : () => void revalidate()}
      />
    )
  }

  const { products, total, more, page, pages, facets, near } = listing
  const chips = chipsOf(filters, nameOf)
  // If there are no products at all, there is nothing to filter.
  const bare = total === 0 && chips.length === 0 && !coming
  const form = <FilterForm filters={filters} facets={facets} path={path} categories={categories} />
  return (
    <div className={`grid gap-x-12 ${bare ? '' : 'lg:grid-cols-[248px_minmax(0,1fr)]'}`}>
      {bare ? null : (
        <aside id="filters" aria-label={say.filters} className="filters hidden pb-8 target:block lg:block">
          {form}
        </aside>
      )}
      <section ref={results} tabIndex={-1} aria-label={say.products} aria-busy={coming} className="min-w-0 outline-none">
        {bare ? null : (
          <div className="listing-tools">
            <FilterDrawer count={chips.length} total={total} more={more} clear={filtersPath(cleared(filters), path)}>
              {form}
            </FilterDrawer>
            <SortSelect filters={filters} path={path} />
          </div>
        )}
        <div className="flex items-center gap-3 border-b border-line pb-[14px] max-lg:pt-1">
          <output className="mr-auto min-w-0 text-lg">
            {loaded.query === '' ? say.productCount(total, more) : say.foundResults(total, loaded.query, more)}
          </output>
          {bare ? null : <SortSelect filters={filters} path={path} labelled />}
          {bare || path !== '/products' ? null : (
            <>
              <Link to="/order-pad" className="link py-[10px] text-sm whitespace-nowrap max-[359px]:hidden">
                {say.orderPad}
              </Link>
              <ViewSwitch filters={filters} />
            </>
          )}
        </div>
        {stale ? (
          <div className="pt-4">
            <ErrorPanel title={say.choiceNotLoaded} text={say.choiceKept} onRetry={() => void revalidate()} />
          </div>
        ) : null}
        <Chips chips={chips} path={path} clear={filtersPath(cleared(filters), path)} />
        {products.length === 0 && !coming ? (
          <Suspense>
            <NothingFound filters={loaded} near={near} path={path} filtered={chips.length > 0} />
          </Suspense>
        ) : (
          <ViewTransition key={choice} default="none" enter={returns ? 'none' : 'list'} exit={coming ? 'list' : 'none'}>
            <ProductGrid waiting={coming}>
              {replacing
                ? cardSkeletons(Math.max(4, Math.min(products.length, 12)))
                : products.map((product, place) => <Card key={product.id} product={product} eager={place < 4} heading="h2" />)}
            </ProductGrid>
          </ViewTransition>
        )}
        {loaded.query !== '' && (products.length < total || more) ? (
          <div className="mt-11 grid justify-items-center gap-3">
            <p className="num text-ink-2">{say.shownOf(products.length, total, more)}</p>
            <Link
              to={filtersPath({ ...loaded, show: products.length + SEARCH_STEP }, path)}
              preventScrollReset
              replace
              className={buttonClass({ variant: 'second' })}
            >
              {say.showMoreResults}
            </Link>
          </div>
        ) : null}
        <Pagination page={page} pages={pages} to={(target) => filtersPath({ ...loaded, page: target }, path)} />
      </section>
    </div>
  )
}

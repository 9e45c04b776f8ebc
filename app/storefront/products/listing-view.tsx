import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation, useRevalidator } from 'react-router'
import * as say from '#words/products.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ProductGrid } from '../../ui/product-card.tsx'
import { CardSkeletons } from '../../ui/skeleton.tsx'
import { Card } from '../card.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { FilterForm } from './filter-form.tsx'
import { useLate } from '../../ui/use-late.ts'
import { useWhenBackOnline } from '../../ui/use-when-back-online.ts'
import { chipsOf, cleared, type Filters, filtersPath, readFilters, SEARCH_STEP } from './filters.ts'
import type { Listing } from './listing.ts'
import { SortSelect } from './sort-select.tsx'
import { useKept } from './when-offline.ts'

// Loaded lazily, because most lists have products.
const NothingFound = lazy(() => import('./nothing-found.tsx'))

type ListingViewProps = {
  /** `stale`: the chosen list could not be fetched, this is the previous one */
  loaded: { listing: Listing | { ok: false; message: string }; filters: Filters; stale?: boolean }
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
  const replacing = useLate(coming && filtersPath({ ...filters, show: 0 }) !== filtersPath({ ...loaded, show: 0 }), SKELETON_AFTER_MS)

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

  const { products, total, page, pages, facets, near } = listing
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
            <FilterDrawer count={chips.length} total={total} clear={filtersPath(cleared(filters), path)}>
              {form}
            </FilterDrawer>
            <SortSelect filters={filters} path={path} />
          </div>
        )}
        <div className="flex items-center gap-3 border-b border-line pb-[14px] max-lg:pt-1">
          <output className="mr-auto min-w-0 text-lg">{loaded.query === '' ? say.productCount(total) : say.foundResults(total, loaded.query)}</output>
          {bare ? null : <SortSelect filters={filters} path={path} labelled />}
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
          <ProductGrid waiting={coming}>
            {replacing ? (
              <CardSkeletons count={Math.max(4, Math.min(products.length, 12))} />
            ) : (
              products.map((product, place) => <Card key={product.id} product={product} eager={place < 4} heading="h2" />)
            )}
          </ProductGrid>
        )}
        {loaded.query !== '' && products.length < total ? (
          <div className="mt-11 grid justify-items-center gap-3">
            <p className="num text-ink-2">{say.shownOf(products.length, total)}</p>
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

/** After a change of page within the same list, the focus moves from the button at the bottom to the top of the list. */
function useFocusOnNextPage(results: React.RefObject<HTMLElement | null>, page: number): void {
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    const focused = document.activeElement
    // On the last page the clicked link disappears and the focus with it. Everywhere else, such as on a filter, the focus stays.
    if (focused === document.body || focused?.closest('nav')) results.current?.focus({ preventScroll: true })
  }, [results, page])
}

function Chips({ chips, path, clear }: { chips: ReturnType<typeof chipsOf>; path: string; clear: string }) {
  if (chips.length === 0) return <div className="h-6" />
  return (
    <ul
      aria-label={say.chosenFilters}
      className="no-bar flex items-center gap-2 pt-[14px] pb-[22px] max-md:-mx-5 max-md:overflow-x-auto max-md:px-5 md:flex-wrap"
    >
      {chips.map((chip) => (
        <li key={chip.label} className="flex-none">
          <Link
            to={filtersPath(chip.without, path)}
            preventScrollReset
            aria-label={say.remove(chip.label)}
            className="num inline-flex min-h-9 items-center gap-[6px] rounded-full border border-plum-100 bg-plum-50 pr-2 pl-[14px] text-sm font-medium text-plum-700 hover:border-plum-500"
          >
            {chip.label}
            <Icon name="close" size={16} />
          </Link>
        </li>
      ))}
      <li className="flex-none">
        <Link to={clear} preventScrollReset className="link ml-[6px] inline-block py-2 text-sm">
          {say.clearAll}
        </Link>
      </li>
    </ul>
  )
}

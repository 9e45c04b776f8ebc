import { lazy, Suspense, useRef } from 'react'
import { Link, useLocation, useNavigation, useRevalidator } from 'react-router'
import { othersInGroup } from '#domain/prices/tier-groups.ts'
import * as sayProducts from '#words/products.tsx'
import * as say from '#words/trade-list.tsx'
import type { ListedProduct } from '../../../data/shop/products.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { useLate } from '../../../ui/hooks/use-late.ts'
import { useWhenBackOnline } from '../../../ui/hooks/use-when-back-online.ts'
import { FilterDrawer } from '../filter-drawer.tsx'
import { chipsOf, cleared, filtersPath, readFilters } from '../filters.ts'
import { Chips } from '../chips.tsx'
import type { ViewProps } from '../grid-page.tsx'
import { SortSelect } from '../sort-select.tsx'
import { useFocusOnNextPage } from '../use-focus-on-next-page.ts'
import { useKept } from '../when-offline.ts'
import { ViewSwitch } from '../view-switch.tsx'
import { useRoot } from '../../shell/use-root.ts'
import { MoreRows } from './more-rows.tsx'
import { Row } from './row.tsx'
import { ScanButton } from './scan-button.tsx'
import { useTradeCart } from './use-trade-cart.ts'
import './trade-list.css'
import styles from './trade-list.css?inline'

const Counter = lazy(() => import('./counter.tsx'))
const Before = lazy(() => import('./before.tsx'))
const NothingFound = lazy(() => import('../nothing-found.tsx'))
// Behind its button; without scripts it is in the page.
const FilterForm = lazy(async () => ({ default: (await import('../filter-form.tsx')).FilterForm }))

const EAGER_ROWS = 6
const BUSY_AFTER_MS = 250

/** /products?view=list: one row a product, to order many of them with one press each. The cart is beside the rows, or in the dock of a phone. */
export default function TradeList({ loaded: all, nameOf }: ViewProps) {
  const { listing, filters: loaded, stale = false } = all
  const { categories } = useRoot()
  const { search, pathname } = useLocation()
  const navigation = useNavigation()
  const { revalidate, state } = useRevalidator()
  const results = useRef<HTMLElement>(null)
  const cart = useTradeCart()
  const coming = navigation.state === 'loading' && navigation.location.pathname === pathname
  const filters = coming || stale ? readFilters(new URLSearchParams(coming ? navigation.location.search : search)) : loaded
  // More rows are appended; every other choice replaces them.
  const waiting = useLate(coming && filtersPath({ ...filters, show: 0 }) !== filtersPath({ ...loaded, show: 0 }), BUSY_AFTER_MS)
  useFocusOnNextPage(results, loaded.page)
  useKept(all)
  useWhenBackOnline(stale, revalidate)

  const chips = chipsOf({ ...filters, category: filters.category.filter((slug) => !categories.some((node) => node.slug === slug)) }, nameOf)
  const clear = filtersPath(cleared(filters))
  const form = listing.ok ? (
    <Suspense>
      <FilterForm filters={filters} facets={listing.facets} path="/products" categories />
    </Suspense>
  ) : null
  const whole = chips.length === 0 && filters.category.length === 0 && filters.query === '' && filters.page === 1
  const bought = cart.bought ?? []
  const products = (listing.ok ? listing.products : []).filter(({ id }) => !whole || !bought.some(({ product }) => product.id === id))
  const rowsOf = (some: readonly ListedProduct[]) =>
    some.map((product, place) => (
      <Row
        key={product.id}
        product={cart.fresh(product)}
        quantity={cart.quantityOf(product.id)}
        others={othersInGroup(cart.items, product)}
        last={bought.find((one) => one.product.id === product.id)}
        note={cart.notes.get(product.id)}
        waits={cart.waits.has(product.id)}
        eager={place < EAGER_ROWS}
        onSet={cart.set}
      />
    ))
  // Where this device has a session, what was bought before has its room from the first paint (trade-list.css): the page itself is the same for every visitor.
  const room = <div className="trade-before" data-waiting="" />
  return (
    <div className="wrap trade">
      <style href="trade-list" precedence="screen">
        {import.meta.env.SSR ? styles : ''}
      </style>
      <header className="trade-head">
        <h1>{say.heading}</h1>
        <ScanButton />
        <ViewSwitch filters={loaded} />
      </header>
      <nav aria-label={say.categories} className="trade-rail no-bar">
        <Link to={filtersPath({ ...filters, category: [], page: 1, show: 0 })} aria-current={filters.category.length === 0 || undefined}>
          {say.all}
        </Link>
        {categories.map(({ id, slug, name }) => (
          <Link key={id} to={filtersPath({ ...filters, category: [slug], page: 1, show: 0 })} aria-current={filters.category.includes(slug) || undefined}>
            {name}
          </Link>
        ))}
        <Link to="/order-pad">{say.orderPad}</Link>
      </nav>
      <div className="trade-columns">
        <section ref={results} tabIndex={-1} aria-label={sayProducts.products} aria-busy={coming} className="min-w-0 outline-none">
          {!listing.ok ? (
            <ErrorPanel
              title={sayProducts.loadFailed}
              text={sayProducts.loadFailedText}
              error={new Error(listing.message)}
              onRetry={state === 'loading' ? undefined : () => void revalidate()}
            />
          ) : (
            <>
              <div className="trade-tools">
                <output className="num">
                  {loaded.query === ''
                    ? sayProducts.productCount(listing.total, listing.more)
                    : sayProducts.foundResults(listing.total, loaded.query, listing.more)}
                </output>
                <FilterDrawer count={chips.length} total={listing.total} more={listing.more} clear={clear}>
                  {form}
                </FilterDrawer>
                <SortSelect filters={filters} path="/products" />
              </div>
              <aside id="filters" aria-label={sayProducts.filters} className="filters hidden pb-8 target:block">
                <noscript>{form}</noscript>
              </aside>
              {stale ? <ErrorPanel title={sayProducts.choiceNotLoaded} text={sayProducts.choiceKept} onRetry={() => void revalidate()} /> : null}
              {chips.length > 0 ? <Chips chips={chips} path="/products" clear={clear} /> : null}
              {whole && !cart.known ? room : null}
              {whole && bought.length > 0 ? (
                <Suspense fallback={room}>
                  <Before bought={bought} rowsOf={rowsOf} />
                </Suspense>
              ) : null}
              {products.length === 0 && listing.products.length === 0 && !coming ? (
                <Suspense>
                  <NothingFound filters={loaded} near={listing.near} path="/products" filtered={chips.length + loaded.category.length > 0} />
                </Suspense>
              ) : (
                <ul className="trade-rows" data-waiting={waiting || undefined}>
                  {rowsOf(products)}
                </ul>
              )}
              <MoreRows listing={listing} filters={loaded} />
            </>
          )}
        </section>
        <aside aria-label={say.yourCart} className="trade-cart">
          {cart.signedIn ? (
            <Suspense fallback={<CartRoom />}>
              <Counter cart={cart} />
            </Suspense>
          ) : (
            <CartRoom />
          )}
        </aside>
      </div>
    </div>
  )
}

/** The cart of a visitor, and its room while the customer's own loads. */
function CartRoom() {
  return (
    <div className="trade-panel">
      <h2>{say.yourCart}</h2>
      <p>{say.cartSignedOut}</p>
      <Link to="/login" className="link">
        {say.login}
      </Link>
    </div>
  )
}

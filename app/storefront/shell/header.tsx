import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import * as say from '#words/shell.tsx'
import { useSession } from '../../data/session/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Wordmark } from '../../ui/page/wordmark.tsx'
import { CartLink } from './cart-link.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchField } from './search-field.tsx'
import { toolClass } from './tool.tsx'
import { useRoot } from './use-root.ts'

// Visitors do not download what only customers see.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const NotificationPopover = lazy(async () => ({ default: (await import('./notification-popover.tsx')).NotificationPopover }))

const SHADOW_AFTER_PX = 10
const TOP_CATEGORIES = 6

/**
 * Sticky, with a shadow once the page has scrolled. On a phone only the search stays: the row of the name scrolls away. The items of
 * signed-in customers appear in reserved room.
 */
export function Header() {
  const { settings } = useRoot()
  const { status } = useSession()
  const scrolled = useScrolledPast(SHADOW_AFTER_PX)
  return (
    <header className={`site-header ${scrolled ? 'border-transparent shadow-1' : 'border-line'}`}>
      <div className="wrap header-row">
        <MobileMenu />
        <Link to="/" className="header-name">
          <Wordmark name={settings.storeName} logo={settings.logo} />
        </Link>
        <SearchField />
        <div className="header-tools">
          {status === 'signed-in' ? (
            <Suspense fallback={<span className={toolClass} />}>
              <NotificationPopover />
            </Suspense>
          ) : (
            <span className="bell-room" />
          )}
          <CartLink />
          <div className="session-room hidden justify-end pl-2 md:flex">
            {status === 'signed-in' ? (
              <Suspense fallback={<span className="size-10" />}>
                <AccountMenu />
              </Suspense>
            ) : (
              <Link to="/login" className={buttonClass({ variant: 'second', className: 'min-h-11! px-[14px]! text-sm' })}>
                {say.login}
              </Link>
            )}
          </div>
        </div>
      </div>
      <div className="header-links">
        <div className="wrap no-bar">
          <nav aria-label={say.main}>
            <NavItem to="/" end>
              {say.home}
            </NavItem>
            <NavItem to="/products">{say.products}</NavItem>
            <span className="customer-links">
              {status === 'signed-in' ? (
                <>
                  <NavItem to="/my-orders">{say.orders}</NavItem>
                  <NavItem to="/dashboard">{say.dashboard}</NavItem>
                </>
              ) : null}
            </span>
          </nav>
          <TopCategories />
        </div>
      </div>
    </header>
  )
}

function TopCategories() {
  const { categories } = useRoot()
  const { pathname, search } = useLocation()
  const chosen = new URLSearchParams(pathname === '/products' ? search : '').getAll('category')
  if (categories.length === 0) return null
  return (
    <nav aria-label={say.departments}>
      {categories.slice(0, TOP_CATEGORIES).map(({ id, slug, name }) => (
        <Link
          key={id}
          to={`/products?category=${slug}`}
          prefetch="intent"
          aria-current={pathname === `/category/${id}` || (chosen.length === 1 && chosen[0] === slug) ? 'page' : undefined}
          className="nav-item"
        >
          {name}
          <span aria-hidden="true" className="bindi" />
        </Link>
      ))}
    </nav>
  )
}

function NavItem({ to, end = false, children }: { to: string; end?: boolean; children: string }) {
  return (
    <NavLink to={to} end={end} prefetch="intent" className="nav-item">
      {children}
      <span aria-hidden="true" className="bindi" />
    </NavLink>
  )
}

function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const read = () => setPast(window.scrollY > pixels)
    read()
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [pixels])
  return past
}

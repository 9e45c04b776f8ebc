import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import * as say from '#words/shell.tsx'
import { useCartCount } from '../../data/cart/cart.ts'
import { useSession } from '../../data/session/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { CountBadge, toolClass } from './tool.tsx'
import { useRoot } from './use-root.ts'

// Visitors do not download what only customers see.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const NotificationPopover = lazy(async () => ({ default: (await import('./notification-popover.tsx')).NotificationPopover }))

const SHADOW_AFTER_PX = 10

/** Sticky, with a shadow once the page has scrolled. The items of signed-in customers appear in reserved space. */
export function Header() {
  const { settings } = useRoot()
  const { status } = useSession()
  const scrolled = useScrolledPast(SHADOW_AFTER_PX)
  return (
    <header className={`sticky top-0 z-20 border-b bg-ground transition-shadow ${scrolled ? 'border-transparent shadow-1' : 'border-line'}`}>
      <div className="wrap grid h-16 grid-cols-[1fr_auto_1fr] items-center gap-2 md:h-[84px]">
        <div className="flex items-center">
          <MobileMenu />
          <SearchLink className="md:hidden" />
          <nav aria-label={say.main} className="hidden gap-4 text-md md:flex lg:gap-8 lg:text-base">
            <NavItem to="/" end>
              {say.home}
            </NavItem>
            <NavItem to="/products">{say.products}</NavItem>
            {status === 'signed-in' ? (
              <>
                <NavItem to="/my-orders">{say.orders}</NavItem>
                <NavItem to="/dashboard">{say.dashboard}</NavItem>
              </>
            ) : null}
          </nav>
        </div>
        <Link to="/">
          <Wordmark name={settings.storeName} />
        </Link>
        <div className="-mr-2 flex items-center justify-end md:mr-0 lg:gap-[6px]">
          {status === 'signed-in' ? (
            <Suspense fallback={<span className={toolClass} />}>
              <NotificationPopover />
            </Suspense>
          ) : null}
          <SearchLink className="max-md:hidden" />
          <CartLink />
          <div className="session-room hidden justify-end pl-2 md:flex">
            {status === 'signed-in' ? (
              <Suspense fallback={<span className="size-10" />}>
                <AccountMenu />
              </Suspense>
            ) : (
              <Link to="/login" className={buttonClass({ variant: 'second', className: 'min-h-10! px-[14px]! text-sm' })}>
                {say.login}
              </Link>
            )}
          </div>
        </div>
      </div>
    </header>
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

/** On phones it is beside the menu: with the bell, two icons on each side keep the name centred. */
function SearchLink({ className }: { className: string }) {
  return (
    <Link to="/products" aria-label={say.searchProducts} className={`${toolClass} ${className}`}>
      <Icon name="search" />
    </Link>
  )
}

function CartLink() {
  const count = useCartCount()
  return (
    <Link to="/cart" aria-label={count === 1 ? say.cartOne : say.cartMany(count)} className={toolClass}>
      <Icon name="bag" />
      <CountBadge count={count} className="-right-1 top-0 ring-2 ring-ground" />
    </Link>
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

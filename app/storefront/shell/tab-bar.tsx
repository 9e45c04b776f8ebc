import { Link, useLocation } from 'react-router'
import * as say from '#words/shell.tsx'
import { useCartCount } from '../../data/cart/cart.ts'
import { useSession } from '../../data/session/session.ts'
import { Icon, type IconName } from '../../ui/pictures/icon.tsx'
import { CountBadge } from './tool.tsx'

type Tab = { label: string; icon: IconName; to: string; on: (path: string) => boolean }

/** Below 768 px: five tabs at the bottom of the screen instead of a footer. Orders and Account ask a visitor to sign in. */
export default function TabBar() {
  const { pathname } = useLocation()
  const { status } = useSession()
  const count = useCartCount()
  // While the session is read, and in the page as it is sent, the pages themselves: they ask a visitor to sign in, and lead back.
  const signedOut = status === 'signed-out'
  const tabs: Tab[] = [
    { label: say.home, icon: 'home', to: '/', on: (path) => path === '/' },
    { label: say.products, icon: 'brush', to: '/products', on: (path) => path.startsWith('/products') || path.startsWith('/categor') },
    { label: say.cart, icon: 'bag', to: '/cart', on: (path) => path === '/cart' },
    {
      label: say.orders,
      icon: 'parcel',
      to: signedOut ? '/login' : '/my-orders',
      on: (path) => /^\/(my-orders|orders|order-confirmation|invoice)\b/.test(path),
    },
    {
      label: say.account,
      icon: 'person',
      to: signedOut ? '/login' : '/dashboard',
      on: (path) => path === '/dashboard' || path === '/profile' || path === '/wishlist',
    },
  ]
  return (
    <nav aria-label={say.shop} className="tabs-below">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          aria-current={tab.on(pathname) ? 'page' : undefined}
          aria-label={tab.label === 'Cart' && count > 0 ? say.cartMany(count) : undefined}
          className="tab"
        >
          <span className="relative">
            <Icon name={tab.icon} size={23} />
            {tab.label === 'Cart' ? <CountBadge count={count} className="ring-surface" /> : null}
          </span>
          <span>{tab.label}</span>
        </Link>
      ))}
    </nav>
  )
}

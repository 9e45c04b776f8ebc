import * as say from '#words/admin-shell.ts'
import type { AdminIconName } from './ui/admin-icon.tsx'

/** `key`: the second key after G. */
export type Section = { to: string; label: string; icon: AdminIconName; key: string }

/** The nine links of the sidebar. */
export const sections: readonly Section[] = [
  { to: '/admin', label: say.dashboard, icon: 'dashboard', key: 'd' },
  { to: '/admin/products', label: say.products, icon: 'products', key: 'p' },
  { to: '/admin/orders', label: say.orders, icon: 'orders', key: 'o' },
  { to: '/admin/orders/create', label: say.createManualOrder, icon: 'create', key: 'n' },
  { to: '/admin/customers', label: say.customers, icon: 'customers', key: 'c' },
  { to: '/admin/banners', label: say.banners, icon: 'banners', key: 'b' },
  { to: '/admin/discounts', label: say.discounts, icon: 'discounts', key: 'i' },
  { to: '/admin/settings', label: say.settings, icon: 'settings', key: 't' },
  { to: '/admin/sales-analytics', label: say.salesAnalytics, icon: 'analytics', key: 'a' },
]

/** The section of an address: a single order belongs to Orders, the page for creating one does not. */
export function sectionOf(pathname: string): Section | undefined {
  const nearestFirst = sections.toSorted((a, b) => b.to.length - a.to.length)
  return nearestFirst.find(({ to }) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`)))
}

import type { Permission } from '#domain/shop/staff.ts'

/** The permission that each screen needs; the longest matching prefix of the address applies. */
const SCREENS: readonly [string, Permission][] = [
  ['/admin', 'panel'],
  ['/admin/orders', 'orders.read'],
  ['/admin/orders/create', 'orders.create'],
  ['/admin/orders/bank-statement', 'payments.manage'],
  ['/admin/orders/to-collect', 'payments.manage'],
  ['/admin/orders/remittances', 'payments.manage'],
  ['/admin/products', 'catalogue.write'],
  ['/admin/customers', 'customers.read'],
  ['/admin/banners', 'marketing.write'],
  ['/admin/discounts', 'marketing.write'],
  ['/admin/settings', 'settings.write'],
  ['/admin/settings/mail', 'owner.settings'],
  ['/admin/settings/people', 'staff.manage'],
  ['/admin/settings/api-keys', 'staff.manage'],
  ['/admin/sales-analytics', 'analytics.read'],
  ['/admin/sales-analytics/ledgers', 'gst.read'],
  ['/admin/complaints', 'complaints.write'],
  ['/admin/returns', 'orders.read'],
  ['/admin/mails', 'mails.read'],
  ['/admin/audit-log', 'audit.read'],
]
const nearestFirst = SCREENS.toSorted(([a], [b]) => b.length - a.length)

/** @param to an address of the back office, with or without its query and hash */
export function neededFor(to: string): Permission {
  const [pathname = ''] = to.split(/[?#]/)
  return nearestFirst.find(([beginning]) => pathname === beginning || pathname.startsWith(`${beginning}/`))?.[1] ?? 'panel'
}

import type { Permission } from '#domain/shop/staff.ts'
import * as say from '#words/admin-palette.ts'
import type { Found } from '../../data/admin/search.ts'
import { customerPath, orderPath, editProductPath } from '../paths.ts'
import { neededFor } from '../screen-permissions.ts'
import { sections } from '../sections.ts'
import type { AdminIconName } from '../ui/admin-icon.tsx'

export type Group = keyof typeof say.groups
/** A line of the palette: it opens a page or runs a command. */
export type Entry = {
  id: string
  group: Group
  title: string
  detail?: string
  icon: AdminIconName
  keys?: string
  found?: Found
  to?: string
  run?: () => void
}

const GROUPS: readonly Group[] = ['screen', 'order', 'product', 'customer', 'command']
const ICONS = { order: 'orders', product: 'products', customer: 'customers' } as const
const PLACES: Record<Found['kind'], (id: string) => string> = { order: orderPath, product: editProductPath, customer: customerPath }

/** Every word of the query must start a word of the title: 'man or' finds Create Manual Order. */
export function fits(query: string, title: string): boolean {
  const words = title.toLowerCase().split(/\s+/)
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** The nine screens and other places that match and that the user may open. */
export function screenEntries(query: string, may: (permission: Permission) => boolean): Entry[] {
  const beside: Entry[] = [
    { id: 'categories', group: 'screen', title: say.categories, icon: 'products', to: '/admin/products/categories' },
    { id: 'expiry', group: 'screen', title: say.expiry, icon: 'products', to: '/admin/products/expiry' },
    { id: 'add-product', group: 'screen', title: say.addProduct, icon: 'products', to: '/admin/products/add' },
    { id: 'bank-statement', group: 'screen', title: say.bankStatement, icon: 'orders', to: '/admin/orders/bank-statement' },
    { id: 'remittances', group: 'screen', title: say.remittances, icon: 'orders', to: '/admin/orders/remittances' },
    { id: 'to-collect', group: 'screen', title: say.toCollect, icon: 'orders', to: '/admin/orders/to-collect' },
    { id: 'returns', group: 'screen', title: say.returns, icon: 'orders', to: '/admin/returns' },
    { id: 'complaints', group: 'screen', title: say.complaints, icon: 'complaint', to: '/admin/complaints' },
    { id: 'mails', group: 'screen', title: say.failedMails, icon: 'mail', to: '/admin/mails' },
    { id: 'people', group: 'screen', title: say.people, icon: 'customers', to: '/admin/settings/people' },
    { id: 'opening', group: 'screen', title: say.opening, icon: 'store', to: '/admin/settings/opening' },
    { id: 'brand', group: 'screen', title: say.brand, icon: 'settings', to: '/admin/settings/brand' },
    { id: 'home', group: 'screen', title: say.home, icon: 'settings', to: '/admin/settings/home' },
    { id: 'delivery-rates', group: 'screen', title: say.deliveryRates, icon: 'settings', to: '/admin/settings/delivery' },
    { id: 'numbers', group: 'screen', title: say.numbers, icon: 'settings', to: '/admin/settings/numbers' },
    { id: 'mail-setup', group: 'screen', title: say.mailSetup, icon: 'settings', to: '/admin/settings/mail' },
    { id: 'messages', group: 'screen', title: say.messages, icon: 'settings', to: '/admin/settings/messages' },
    { id: 'pages', group: 'screen', title: say.pages, icon: 'settings', to: '/admin/settings/pages' },
    { id: 'own-pages', group: 'screen', title: say.ownPages, icon: 'settings', to: '/admin/settings/own-pages' },
    { id: 'api-keys', group: 'screen', title: say.apiKeys, icon: 'settings', to: '/admin/settings/api-keys' },
    { id: 'webhooks', group: 'screen', title: say.webhooks, icon: 'settings', to: '/admin/settings/webhooks' },
    { id: 'health', group: 'screen', title: say.health, icon: 'settings', to: '/admin/settings/health' },
    { id: 'audit', group: 'screen', title: say.auditLog, icon: 'history', to: '/admin/audit-log' },
  ]
  const nine = sections.map(({ to, label, icon, key }): Entry => ({ id: to, group: 'screen', title: label, icon, keys: `g ${key}`, to }))
  return [...nine, ...beside].filter(({ title, to }) => fits(query, title) && may(neededFor(to ?? '/admin')))
}

export function foundEntries(found: readonly Found[]): Entry[] {
  return found.map((thing) => ({
    id: `${thing.kind}-${thing.id}`,
    group: thing.kind,
    title: thing.title,
    detail: thing.detail,
    icon: ICONS[thing.kind],
    found: thing,
    to: PLACES[thing.kind](thing.id),
  }))
}

/** In display order, so that the arrow keys follow what is visible. */
export function grouped(entries: readonly Entry[]): { group: Group; entries: Entry[] }[] {
  return GROUPS.map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) })).filter((part) => part.entries.length > 0)
}

/** The next place for an arrow key, wrapping around. */
export function moved(place: number, by: number, count: number): number {
  return count === 0 ? 0 : (place + by + count) % count
}

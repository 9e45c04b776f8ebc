import type { ListedOrder } from '../../data/orders/orders.ts'

/** Orders whose id, status or name contains the text, ignoring case, sorted by the day they were placed. */
export function findOrders(orders: readonly ListedOrder[], text: string, newestFirst: boolean): ListedOrder[] {
  const wanted = text.trim().replace(/^#/, '').toLowerCase()
  const found = orders.filter((order) => [order.id, order.status, order.full_name].some((field) => field.toLowerCase().includes(wanted)))
  const direction = newestFirst ? -1 : 1
  return found.toSorted((a, b) => direction * (Date.parse(a.created_at) - Date.parse(b.created_at)))
}

import { readOrderNumber } from '#domain/orders/order-number.ts'
import type { ListedOrder } from '../../data/orders/orders.ts'

/** Orders whose id, number, status or name contains the text, ignoring case, sorted by the day they were placed. */
export function findOrders(orders: readonly ListedOrder[], text: string, newestFirst: boolean): ListedOrder[] {
  const wanted = text.trim().replace(/^#/, '').toLowerCase()
  const number = readOrderNumber(text)
  const found = orders.filter(
    (order) => order.order_number === number || [order.id, order.status, order.full_name].some((field) => field.toLowerCase().includes(wanted)),
  )
  const direction = newestFirst ? -1 : 1
  return found.toSorted((a, b) => direction * (Date.parse(a.created_at) - Date.parse(b.created_at)))
}

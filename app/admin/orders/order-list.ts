/** The filters of the list of orders, as encoded in its address (docs/decisions/0025). */
import { ORDER_STATUSES, PAYMENT_STATES, paymentBadge, statusBadge } from '#domain/orders/order-status.ts'
import { STATES, findState } from '#domain/addresses/states.ts'
import { PAYMENT_METHOD_NAMES } from '#domain/orders/payment-methods.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-orders.ts'
import type { OrderFilters, OrderList, QueueCounts } from '../../data/admin/orders/orders.ts'
import { readList } from '../ui/list-url.ts'
import type { Filter } from '../ui/list-url.ts'
import { VIEW } from './views.ts'

export const FILTERS: readonly Filter[] = [
  { name: 'status', label: say.status, options: ORDER_STATUSES.map((value) => ({ value, label: statusBadge(value).text })) },
  { name: 'payment', label: say.payment, options: PAYMENT_STATES.map((value) => ({ value, label: paymentBadge(value).text })) },
  { name: 'method', label: say.method, options: Object.entries(PAYMENT_METHOD_NAMES).map(([value, label]) => ({ value, label })) },
  { name: 'state', label: say.state, options: STATES.map(({ name }) => ({ value: name, label: name })) },
]
export const SORTS = ['placed', 'total'] as const
/** Other filters: days, and those that other screens link with. */
export const NARROWED = ['customer', 'product', 'category'] as const
export const MORE = ['from', 'to', 'sales', 'waiting', ...NARROWED]

/** A day in the format of the address; null if invalid. */
export function dayOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const moment = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text ? null : text
}

/** Parses the address; invalid values are ignored. Other screens may name a State by its GST code. */
export function readOrders(params: URLSearchParams): OrderList & { cursor: string | null; narrowed: boolean } {
  const named = new URLSearchParams(params)
  const states = (params.get('state') ?? '').split(',').map((state) => findState(state)?.name ?? state)
  if (params.has('state')) named.set('state', states.join(','))
  const { search, filters: chosen, sort, cursor } = readList(named, FILTERS, SORTS)
  const filters: OrderFilters = {}
  if (search !== '') filters.search = search
  for (const name of ['status', 'payment', 'method', 'state'] as const) {
    const values = chosen[name]
    if (values) filters[name] = values
  }
  for (const name of ['from', 'to'] as const) {
    const day = dayOf(params.get(name))
    if (day !== null) filters[name] = day
  }
  for (const name of NARROWED) {
    const id = params.get(name)
    if (isUuid(id)) filters[name] = id.toLowerCase()
  }
  if (params.get('sales') === 'yes') filters.sales = true
  if (params.get('waiting') === 'yes') filters.waiting = true
  return {
    filters,
    sort: sort ? { by: sort.by === 'total' ? 'total' : 'placed', ascending: sort.ascending } : { by: 'placed', ascending: false },
    cursor,
    narrowed: Object.keys(filters).length > 0,
  }
}

/** The predefined views of the list, with the number of waiting orders for those that are work queues. */
export const viewsOf = (queues: QueueCounts | undefined) => [
  { name: say.all, search: '' },
  { name: say.toAccept, search: VIEW.accept, count: queues?.accept },
  { name: say.toVerify, search: VIEW.verify, count: queues?.verify },
  { name: say.toShip, search: VIEW.ship, count: queues?.ship },
  { name: say.restToSend, search: VIEW.rest },
  { name: say.shipped, search: VIEW.shipped, count: queues?.shipped },
  { name: say.refundDue, search: VIEW.refund, count: queues?.refund },
  { name: say.cancelled, search: 'status=cancelled' },
]

/** The address of one order that includes the list it was opened from: for its neighbours there, and the way back. */
export const orderInList = (id: string, params: URLSearchParams): string => {
  const list = new URLSearchParams(params)
  list.delete('page')
  return `/admin/orders/${id}?${new URLSearchParams({ list: list.toString() }).toString()}`
}

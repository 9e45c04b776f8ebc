import { VIEW } from './orders/views.ts'

/** The addresses of the back office's pages in one place: the palette, the dashboard and the log link to them. */
export const orderPath = (id: string): string => `/admin/orders/${id}`
export const editProductPath = (id: string): string => `/admin/products/edit/${id}`
export const familyPath = (id: string): string => `/admin/products/families/${id}`
export const customerPath = (id: string): string => `/admin/customers/${id}`

/** The lists behind each figure of the dashboard. */
export const QUEUE_PATHS = {
  verify: `/admin/orders?${VIEW.verify}`,
  accept: `/admin/orders?${VIEW.accept}`,
  ship: `/admin/orders?${VIEW.ship}`,
  collect: '/admin/orders/to-collect',
  refund: `/admin/orders?${VIEW.refund}`,
  stock: '/admin/products?status=active&stock=short',
  mails: '/admin/mails',
  complaints: '/admin/complaints?status=open',
  returns: '/admin/returns?state=requested%2Creceived&sort=since.asc',
} as const

/** The list of orders behind a figure: Indian days on which they were placed, both included; `sales`: only orders that count as sales (docs/decisions/0023). */
export type OrdersBehind = {
  from: string
  to: string
  status?: string
  payment?: string
  method?: string
  state?: string
  customer?: string
  product?: string
  category?: string
  sales?: boolean
}
export const ordersPath = ({ sales, ...filters }: OrdersBehind): string =>
  `/admin/orders?${new URLSearchParams({ ...filters, ...(sales ? { sales: 'yes' } : {}) }).toString()}`

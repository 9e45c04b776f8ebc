import { VIEW } from './orders/views.ts'

/** Where the back office's things live, in one place: the palette, the dashboard and the log lead there. */
export const orderPlace = (id: string): string => `/admin/orders/${id}`
export const productPlace = (id: string): string => `/admin/products/edit/${id}`
export const customerPlace = (id: string): string => `/admin/customers/${id}`

/** The rows behind each figure of the dashboard. */
export const PILES = {
  verify: `/admin/orders?${VIEW.verify}`,
  accept: `/admin/orders?${VIEW.accept}`,
  ship: `/admin/orders?${VIEW.ship}`,
  refund: `/admin/orders?${VIEW.refund}`,
  stock: '/admin/products?status=active&stock=out,low',
  mails: '/admin/mails',
  complaints: '/admin/complaints?status=open',
} as const

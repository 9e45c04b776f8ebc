/** Where the back office's things live, in one place: the palette, the dashboard and the log lead there. */
export const orderPlace = (id: string, status: string | null = null): string =>
  // One order has no screen of its own yet: the list of its status shows it.
  `/admin/orders?${new URLSearchParams({ ...(status ? { status } : {}), order: id }).toString()}`
export const productPlace = (id: string): string => `/admin/products/edit/${id}`
export const customerPlace = (id: string): string => `/admin/customers?customer=${id}`

/** The rows behind each figure of the dashboard. */
export const PILES = {
  verify: '/admin/orders?status=pending&payment=awaiting_verification',
  accept: '/admin/orders?status=pending',
  ship: '/admin/orders?status=processing',
  refund: '/admin/orders?status=cancelled&payment=refund_due',
  stock: '/admin/products?status=active&stock=out,low',
  mails: '/admin/mails',
  complaints: '/admin/complaints?status=open',
} as const

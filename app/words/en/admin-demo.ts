/** Removing the demo under Settings. */

export const title = 'Remove the demo'
export const text = 'Before you sell: takes away what the demo brought, and leaves what is your own.'
export const failed = 'The demo was not removed, and nothing was changed.'
export const open = 'Remove the demo…'
export const confirm = 'Remove the demo'
export const cancel = 'Keep it'
export const dialogTitle = (store: string) => `Remove the demo from ${store}?`
export const goes = 'Removed for good:'
const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`
export const going = ({ products, categories, banners, customers, orders, documents }: Record<string, number>) => [
  `${many(products ?? 0, 'product', 'products')} with pictures and stock movements, also those you changed`,
  `${many(categories ?? 0, 'category', 'categories')} that no product of yours is in, and ${many(banners ?? 0, 'banner', 'banners')}`,
  `${many(customers ?? 0, 'customer', 'customers')}, ${many(orders ?? 0, 'order', 'orders')} and ${many(documents ?? 0, 'document', 'documents')}`,
  'The address, GSTIN, contact and UPI address of the demo, where you did not replace them',
]
export const stays = 'Stays:'
export const staying = ({ own_products, own_orders, own_documents }: Record<string, number>) => [
  `${many(own_products ?? 0, 'product', 'products')} of your own`,
  `${many(own_orders ?? 0, 'order', 'orders')} placed since, with ${many(own_documents ?? 0, 'document', 'documents')}, also of demo products`,
]
export const numbersRestart = 'Invoice numbers begin with 1 again.'
export const numbersGoOn = 'Invoice numbers go on, because documents of your own have numbers. The numbers that the demo used are not used again.'
export const thenClosed = 'The shop is then closed to the public until you open it.'
export const done = 'The demo was removed.'
export const filesLeft = (count: number) => `${many(count, 'picture', 'pictures')} could not be removed yet. Remove the demo once more later.`
export const refusals: Record<string, string> = {
  OPEN_ORDERS: 'A demo customer has an open order that you placed since. Deliver or cancel it first.',
  NO_DEMO: 'There is no demo in this shop any more.',
}
export const filesOnly = 'The demo was removed, except for some pictures.'

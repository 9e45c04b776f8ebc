/** What follows a sale, in the back office: its boxes and dialogs fit every width, and axe finds nothing in them. */
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { moveOrder, orderOf, payOrder } from '../support/orders.ts'
import { dropProducts } from '../support/products.ts'
import { withoutWorker } from '../support/without-worker.ts'
import { afterSaleScreens } from './after-sale-screens.ts'
import { LONG_PRODUCT } from './long-names.ts'
import { crawl } from './screen.ts'
import { expect, test } from './staffed.ts'

test.use(withoutWorker('it would fetch every page of the crawl a second time'))

const invoicePerParcel = (invoice_per_parcel: boolean) =>
  serviceClient(shopKeys()).from('settings').update({ invoice_per_parcel }).not('store_name', 'is', null).throwOnError()
test.afterEach(() => invoicePerParcel(false))

test('e-way bills, invoices of parcels, returns, exchanges and store credit fit every width', async ({ page, staffed }) => {
  test.setTimeout(300_000)
  const { buyer } = staffed
  // A cart with sold-out goods cannot be ordered.
  await buyer.client.from('cart_items').delete().eq('user_id', buyer.id).throwOnError()
  const there = { state: 'Karnataka', city: 'Bengaluru', pincode: '560038' }
  const heavy = await orderOf(buyer, { product: { name: `Chair ${LONG_PRODUCT}`, price: 30_000, hsn: '94021010' }, quantity: 2, to: there, method: 'upi' })
  await moveOrder(heavy.id, 'processing')
  await invoicePerParcel(true)
  const parcels = await orderOf(buyer, { of: buyer.long, quantity: 3 })
  await moveOrder(parcels.id, 'processing')
  await invoicePerParcel(false)
  const sent = await orderOf(buyer, { of: buyer.long })
  await moveOrder(sent.id, 'delivered')
  // Goods that are not paid for are not exchanged.
  await payOrder(buyer.orders.delivered)
  expect(await crawl(page, afterSaleScreens, { ...staffed, heavy: heavy.id, parcels: parcels.id, sent: sent.id })).toEqual({})
  await dropProducts(heavy.product.id)
})

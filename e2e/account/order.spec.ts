/** /order-confirmation/{id}: the order, its cancellation, its tracking and reordering (docs/rules.md#cancellation). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { addToCart, serviceClient, shipping } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { hold } from '../support/held.ts'
import { withoutLiveNews } from '../support/live.ts'
import { changeOrder, moveOrder, orderNumber, orderOf } from '../support/orders.ts'
import { changeProduct, dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)
const open = (page: Page, id: string) => page.goto(`/order-confirmation/${id}`)
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('an order shows its number, status, shipping information, date, total and every line', async ({ page, customer }) => {
  const { id, short, product } = await orderOf(customer, { quantity: 3, product: { price: 250 } })
  await open(page, id)
  await expect(page.getByRole('heading', { level: 1, name: `Order #${short}` })).toBeVisible()
  const ownNumber = await orderNumber(id)
  await expect(page.getByText(`No. ${ownNumber}`)).toBeVisible()
  const ship = section(page, 'Shipping information')
  for (const text of Object.values(shipping)) await expect(ship).toContainText(text)
  const facts = section(page, 'Payment and invoice')
  await expect(facts).toContainText(/Order date[A-Z][a-z]{2} \d{1,2}, 20\d\d \d{1,2}:\d\d [AP]M/)
  await expect(facts).toContainText(`Order number${await orderNumber(id)}`)
  await expect(facts).toContainText('Total amount₹850.00')
  await expect(facts).toContainText(/StatusPending/i)
  const table = page.getByRole('table', { name: 'Items of the order' })
  await expect(table.getByRole('columnheader')).toHaveText(['Product', 'Quantity', 'Total'])
  await expect(table.getByRole('row').nth(1)).toHaveText(new RegExp(`${product.name}.*3.*₹750\\.00`))
  await expect(page.getByRole('button', { name: 'Download Invoice' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Need help with this order?' })).toHaveAttribute('href', `/contact?order=${id}`)
  await page.getByRole('link', { name: 'Back to My Orders' }).click()
  await expect(page).toHaveURL(/\/my-orders$/)
  // the help link opens the complaint form with this order selected
  await page.goto(`/contact?order=${id}`)
  await expect(page.getByRole('combobox', { name: /order/i })).toHaveValue(id)
})

test('Cancel Order asks with the agreed text, can be dismissed, and cancels with a history row', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await open(page, id)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toContainText('This action cannot be undone. This will permanently cancel your order.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'No, keep my order' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeFocused()

  await page.keyboard.press('Enter')
  const { release } = await hold(page, '**/rest/v1/orders?*', (request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Yes, cancel order' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancelling...' })).toBeVisible()
  release()
  await expect(messages(page).getByText('Order cancelled successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Cancelled' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect
    .poll(
      async () => (await serviceClient(shopKeys()).from('order_status_history').select('notes, created_by').eq('order_id', id).eq('status', 'cancelled')).data,
    )
    .toEqual([{ notes: 'Order cancelled by customer', created_by: customer.id }])
  // the badge of the bell was refreshed
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
})

test('an order accepted in the meantime is not cancelled, and the page shows its current status', async ({ page, customer }) => {
  await withoutLiveNews(page)
  const { id } = await orderOf(customer)
  await open(page, id)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await moveOrder(id, 'processing')
  await page.getByRole('button', { name: 'Yes, cancel order' }).click()
  await expect(messages(page).getByText('Order cannot be cancelled. It may already be processed.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Being packed' })).toBeVisible()
})

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/rest\/v1\/orders/] })
  test('a cancellation says Failed to cancel order, and a read Failed to fetch order', async ({ page, customer }) => {
    const { id, short } = await orderOf(customer)
    await open(page, id)
    await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible()
    await page.route('**/rest/v1/orders?*', (route) => route.fulfill({ status: 500, json: { message: 'down', code: 'XX000', details: null, hint: null } }))
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await page.getByRole('button', { name: 'Yes, cancel order' }).click()
    await expect(messages(page).getByText('Failed to cancel order')).toBeVisible()
    // the loaded content stays although the reload failed
    await expect(page.getByRole('heading', { level: 1, name: `Order #${short}` })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Failed to fetch order. Please try again.')).toBeVisible()
    await page.unroute('**/rest/v1/orders?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(section(page, 'Shipping information')).toBeVisible()
  })
})

test('the timeline of a shipped order has dates, courier, tracking number, and the steps to come', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await moveOrder(id, 'shipped')
  await open(page, id)
  const steps = section(page, 'On its way to you').getByRole('listitem')
  await expect(steps).toHaveText([
    /^Order placed.*20\d\d/,
    /^Accepted and packed.*20\d\d.*Invoice INV\//,
    /^Shipped.*20\d\d.*Blue Dart, tracking number BD4410052291/,
    /^Delivered \(still to come\)Expected [A-Z][a-z]{2} \d.* – .* [A-Z][a-z]{2}$/,
  ])
  await expect(section(page, 'Payment and invoice').getByRole('link', { name: /^INV\// })).toHaveAttribute('href', `/invoice/${id}`)
})

test.describe('the parcel', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
  test('is tracked at a known courier, and its number can be copied for any other', async ({ page, customer }) => {
    const { id } = await orderOf(customer)
    await moveOrder(id, 'shipped')
    await open(page, id)
    const link = page.getByRole('link', { name: 'Track at Blue Dart (opens in a new tab)' })
    await expect(link).toHaveAttribute('href', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=BD4410052291')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    expect(await violations(page)).toEqual([])
    await changeOrder(id, { courier: 'Speed Post', tracking_number: 'EM123456789IN' })
    await page.reload()
    await expect(page.getByRole('link', { name: 'Track at India Post (opens in a new tab)' })).toHaveAttribute('href', 'https://www.indiapost.gov.in/')
    await expect(page.getByText('Copy the number and enter it there.')).toBeVisible()
    await changeOrder(id, { courier: 'My cousin’s van', tracking_number: 'Van 7' })
    await page.reload()
    await page.getByRole('button', { name: 'Copy tracking number' }).click()
    await expect(messages(page).getByText('Copied', { exact: true })).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Van 7')
    await expect(page.getByRole('link', { name: /^Track at/ })).toHaveCount(0)
  })
})

test('an unknown order or an invalid id shows the agreed texts', async ({ page }) => {
  for (const id of [randomUUID(), 'not-an-id']) {
    await open(page, id)
    await expect(page.getByRole('heading', { level: 1, name: 'Order Not Found' })).toBeVisible()
    await expect(page.getByText("We couldn't find an order with this ID. Please check the order ID or contact support.")).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Back to My Orders' }).last()).toHaveAttribute('href', '/orders')
  }
  expect(await violations(page)).toEqual([])
})

test('an order without lines says so', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await page.route('**/rest/v1/order_items?*', (route) => route.fulfill({ json: [] }))
  await open(page, id)
  await expect(page.getByText('No items found for this order.')).toBeVisible()
})

test('Re-order adds the same items to the cart with one click', async ({ page, customer }) => {
  const { id, product } = await orderOf(customer, { quantity: 3 })
  await open(page, id)
  await page.getByRole('button', { name: 'Re-order' }).click()
  const report = page.getByRole('region', { name: '1 product added to cart' })
  await expect(report).toBeFocused()
  await expect(report).toContainText('Everything as you bought it, at the same prices.')
  await expect(report.getByRole('listitem')).toHaveText(`${product.name}3 added`)
  await report.getByRole('link', { name: 'View Cart' }).click()
  await expect(page.getByRole('textbox', { name: `Quantity of ${product.name}` })).toHaveValue('3')
})

test('Re-order reports what changed in every line: price, minimum, stock, sold out, gone; nothing is dropped silently', async ({ page, customer }) => {
  const names = ['pricier', 'more', 'few', 'none', 'gone'] as const
  const [pricier, more, few, none, gone] = await Promise.all(names.map((name) => makeProduct({ name: `Balm ${name} ${randomUUID().slice(0, 6)}` })))
  if (!pricier || !more || !few || !none || !gone) throw new Error('five products were made')
  for (const product of [pricier, more, few, none]) await addToCart(customer, product.id, 2)
  const { id } = await orderOf(customer, { of: gone })
  await changeProduct(pricier.id, { price: 120 })
  await changeProduct(more.id, { min_order_quantity: 6 })
  await changeProduct(few.id, { stock: 1 })
  await changeProduct(none.id, { stock: 0 })
  await dropProducts(gone.id)
  await open(page, id)
  await page.getByRole('button', { name: 'Re-order' }).click()
  const report = page.getByRole('region', { name: '3 products added to cart' })
  await expect(report).toContainText('Some things have changed since you bought them:')
  await expect(report.getByRole('listitem').filter({ hasText: pricier.name })).toContainText('₹100.00 each before, ₹120.00 now')
  await expect(report.getByRole('listitem').filter({ hasText: more.name })).toContainText('Minimum Order: 6 units6 added (you bought 2)')
  await expect(report.getByRole('listitem').filter({ hasText: few.name })).toContainText('Only 1 left1 added (you bought 2)')
  await expect(report.getByRole('listitem').filter({ hasText: none.name })).toContainText('Out of Stocknone of 2 added')
  await expect(report.getByRole('listitem').filter({ hasText: gone.name })).toContainText('No longer for salenone of 2 added')
  expect(await violations(page)).toEqual([])
  await expect
    .poll(
      async () =>
        new Map(
          (await customer.client.from('cart_items').select('product_id, quantity').eq('user_id', customer.id)).data?.map((row) => [
            row.product_id,
            row.quantity,
          ]),
        ),
    )
    .toEqual(
      new Map([
        [pricier.id, 2],
        [more.id, 6],
        [few.id, 1],
      ]),
    )
  await report.getByRole('button', { name: 'Close' }).click()
  await expect(report).toHaveCount(0)
})

for (const [name, screen] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${name}`, () => {
    test.use(screen)
    test('axe finds nothing, and nothing is wider than the screen', async ({ page, customer }) => {
      const { id } = await orderOf(customer)
      await open(page, id)
      await expect(section(page, 'Shipping information')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  })
}

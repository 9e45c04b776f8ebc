/** A purchase on a mid-range phone over slow 4G: 150 ms round trip, 1.6 Mbit/s down, a quarter of the processor's speed. */
import { SLOW_4G, SLOWDOWN } from '../../scripts/slow-phone.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { placeButton, toReview } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'

test.use(phone)

test('a customer buys on a slow phone, everything by touch', async ({ page }) => {
  test.setTimeout(150_000)
  const customer = await newCustomer(shopKeys())
  const product = await makeProduct({ price: 200, min_order_quantity: 3 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })

  await page.goto('/')
  await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Products' }).tap()
  const box = page.getByRole('banner').locator('input[name=q]')
  await box.fill(product.name)
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  // The newest product is in the list before the search as well, and the address changes before the list does: a tap while React replaces
  // the list may meet neither.
  await expect(page.getByText('Found 1 results for')).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(/\?q=/)
  await page.getByRole('article').getByRole('link', { name: product.name }).tap()
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: /^Add to Cart · 3 for/ }).tap()
  await page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: 'Login' }).tap()
  await expect(page.getByText('We saved the product you wanted.')).toBeVisible({ timeout: 20_000 })
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 30_000 })
  await page
    .getByRole('navigation', { name: 'Shop' })
    .getByRole('link', { name: /^Cart, 3 items/ })
    .tap({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Checkout' }).tap({ timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 2, name: 'Where should it go?' })).toBeVisible({ timeout: 30_000 })
  await toReview(page)
  await placeButton(page).tap()
  await expect(page).toHaveURL(/\/order-confirmation\//, { timeout: 30_000 })
  await expect
    .poll(async () =>
      (await serviceClient(shopKeys()).from('orders').select('total_amount').eq('user_id', customer.id)).data?.map((order) => order.total_amount),
    )
    .toEqual([700])
})

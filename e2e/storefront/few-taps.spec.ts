/** How much a buyer has to do, on a phone, with the service worker active: from a product to a placed order. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { counter } from '../support/counted.ts'
import { test as visitorTest } from '../support/fixtures.ts'
import { scanLink } from '../support/mailed-link.ts'
import { workerReady } from '../support/offline.ts'
import { orderOf } from '../support/orders.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(phone)
visitorTest.use(phone)

test('a returning buyer places an order with 4 taps and types nothing', async ({ page, customer }) => {
  const before = await orderOf(customer)
  const product = await makeProduct({ price: 250 })
  await page.goto('/')
  await workerReady(page)
  await page.goto(product.path)
  const buyer = counter()
  await buyer.tap(page.getByRole('button', { name: /^Add to Cart/ }))
  await buyer.tap(page.getByRole('link', { name: 'View Cart' }).first())
  await buyer.tap(page.getByRole('link', { name: 'Checkout' }))
  await expect(page.getByRole('region', { name: 'Deliver to' })).toContainText('12 Hill Road, Bandra')
  await expect(page.getByRole('region', { name: 'Pay with' })).toContainText('Cash on delivery')
  await buyer.tap(page.getByRole('button', { name: /^Place order/ }))
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you, Meera Nair' })).toBeVisible()
  await expect(page.getByText(/^Expected [A-Z][a-z]{2} \d/).first()).toBeVisible()
  await expect(page.getByText('Please have ₹350.00 ready for the courier.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happens next' }).getByRole('listitem')).toHaveCount(4)
  // A pending order has no invoice yet.
  await expect(page.getByRole('button', { name: 'Download Invoice' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect(buyer.taps).toBeLessThanOrEqual(4)
  expect(buyer.fields).toBe(0)
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('orders').select('payment_method, address').eq('user_id', customer.id).neq('id', before.id)).data)
    .toEqual([{ payment_method: 'cod', address: '12 Hill Road, Bandra' }])
})

test('who restocks places the same order again from the dashboard with 3 taps and types nothing', async ({ page, customer }) => {
  const before = await orderOf(customer, { quantity: 6 })
  await page.goto('/dashboard')
  await workerReady(page)
  const buyer = counter()
  await buyer.tap(page.getByRole('button', { name: /^Add it/ }))
  await buyer.tap(page.getByRole('link', { name: 'Review order' }))
  await buyer.tap(page.getByRole('button', { name: /^Place order/ }))
  await expect(page).toHaveURL(/\/order-confirmation\//)
  expect(buyer.taps).toBeLessThanOrEqual(4)
  expect(buyer.fields).toBe(0)
  await expect
    .poll(
      async () =>
        (await serviceClient(shopKeys()).from('orders').select('order_items(product_id, quantity)').eq('user_id', customer.id).neq('id', before.id)).data,
    )
    .toEqual([{ order_items: [{ product_id: before.product.id, quantity: 6 }] }])
})

visitorTest('a new buyer registers on the way, confirms in another tab, and orders with 8 taps and 6 fields', async ({ page, context }) => {
  const product = await makeProduct({ price: 250 })
  const email = `new-${randomUUID().slice(0, 8)}@looks.example`
  await page.goto('/')
  await workerReady(page)
  await page.goto(product.path)
  const buyer = counter()
  await buyer.tap(page.getByRole('button', { name: /^Add to Cart/ }))
  await buyer.tap(page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: 'Login' }))
  await buyer.tap(page.getByRole('button', { name: 'Order as a new customer' }))
  await buyer.type(page.getByLabel('Full name'), 'Meera Nair')
  await buyer.type(page.getByLabel('Email'), email)
  await buyer.type(page.getByLabel('Password', { exact: true }), 'a long enough password')
  expect(await violations(page)).toEqual([])
  await buyer.tap(page.getByRole('button', { name: 'Create Account' }))
  await expect(page.getByText('Registration successful! Please check your email to confirm your account.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
  await expect(page).toHaveURL(/\/login$/)
  await buyer.type(page.getByLabel('PIN code', { exact: true }), '411004')
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Maharashtra')
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Pune')
  await buyer.type(page.getByLabel('Address', { exact: true }), '7 Fergusson Road')
  await buyer.type(page.getByLabel('Mobile number', { exact: true }), '98200 12345')
  await expect(page.getByText('Your address is complete')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const link = linkIn(await waitForMail(path.join(shopDataDir(), 'outbox'), email, /confirm/i), shopUrl())
  await scanLink(link)
  const tab = await context.newPage()
  await tab.goto(link)
  await buyer.tap(tab.getByRole('button', { name: 'Confirm my email' }))
  await expect(tab).toHaveURL(/\/checkout$/)
  await expect(tab.getByRole('region', { name: 'Deliver to' })).toContainText('7 Fergusson Road')
  await expect(tab.getByRole('region', { name: 'Review your order' })).toContainText(product.name)
  await buyer.tap(tab.getByRole('radio', { name: /Cash on delivery/ }))
  await buyer.tap(tab.getByRole('button', { name: /^Place order/ }))
  await expect(tab).toHaveURL(/\/order-confirmation\//)
  await expect(tab.getByRole('heading', { level: 1, name: 'Thank you, Meera Nair' })).toBeVisible()
  expect(buyer.taps).toBeLessThanOrEqual(8)
  expect(buyer.fields).toBeLessThanOrEqual(6)
  await expect.poll(() => tab.evaluate(() => JSON.stringify(localStorage))).not.toContain('Fergusson')
  // The tab that waited for the mail has noticed the sign-in.
  await expect(page).toHaveURL(/\/checkout$/)
})

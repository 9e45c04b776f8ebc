/** What /dashboard begins with for who restocks: a list, orders on their way, buy again, orders to repeat. */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { addToCart, serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { test as visitorTest } from '../support/fixtures.ts'
import { hold } from '../support/held.ts'
import { hydrated } from '../support/hydrated.ts'
import { changeOrder, moveOrder, orderOf } from '../support/orders.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

const rows = (page: Page, part: string) => section(page, part).getByRole('listitem')
const row = (page: Page, part: string, text: string) => rows(page, part).filter({ hasText: text })

async function storedCart({ id }: Customer): Promise<Record<string, number>> {
  const { data } = await serviceClient(shopKeys()).from('cart_items').select('product_id, quantity').eq('user_id', id).throwOnError()
  return Object.fromEntries(data.map((item) => [item.product_id, item.quantity]))
}

test('buy again: last quantity and today’s price in a row, one press adds all, a second adds nothing', async ({ page, customer }) => {
  const balm = await makeProduct({ price: 100, pricing_tiers: [{ min_quantity: 10, discount_percent: 10 }] })
  const [soap, gone] = [await makeProduct({ price: 50 }), await makeProduct({ price: 30 })]
  await orderOf(customer, { of: balm, quantity: 12 })
  await addToCart(customer, soap.id, 3)
  await addToCart(customer, gone.id, 2)
  await orderOf(customer, { of: balm, quantity: 20 })
  await changeProduct(soap.id, { price: 60 })
  await changeProduct(gone.id, { stock: 0 })
  await page.goto('/dashboard')
  await expect(rows(page, 'Buy again')).toHaveCount(3)
  await expect(rows(page, 'Buy again').first()).toContainText(balm.name)
  await expect(row(page, 'Buy again', balm.name)).toContainText(/last 20, [A-Z][a-z]{2} \d{1,2} · in 2 orders/)
  await expect(row(page, 'Buy again', balm.name)).toContainText('₹90.00 each')
  await expect(row(page, 'Buy again', soap.name)).toContainText('₹60.00 each was ₹50.00')
  await expect(row(page, 'Buy again', gone.name).getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
  expect(await violations(page)).toEqual([])

  // The balm has 18 units left.
  await page.getByRole('button', { name: 'Add all 2 · ₹1,800.00' }).press('Enter')
  await expect(row(page, 'Buy again', balm.name).getByRole('link', { name: '18 in cart' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Review order' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Add all/ })).toHaveCount(0)
  await expect.poll(() => storedCart(customer)).toEqual({ [balm.id]: 18, [soap.id]: 3 })
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Review order' }).press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
})

test('a row is added alone, and what is in the cart already is not added again', async ({ page, customer }) => {
  const [soap, balm] = [await makeProduct({ price: 50 }), await makeProduct({ price: 100 })]
  await addToCart(customer, soap.id, 3)
  await orderOf(customer, { of: balm, quantity: 5 })
  await addToCart(customer, soap.id, 9)
  await page.goto('/dashboard')
  await expect(row(page, 'Buy again', soap.name).getByRole('link', { name: '9 in cart' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add it · ₹500.00' })).toBeVisible()
  await page.getByRole('button', { name: `Add 5 of ${balm.name}` }).press('Enter')
  await expect(row(page, 'Buy again', balm.name).getByRole('link', { name: '5 in cart' })).toBeFocused()
  await expect.poll(() => storedCart(customer)).toEqual({ [soap.id]: 9, [balm.id]: 5 })
})

test('orders on their way: the payment to make first, each with its state and what is awaited; live', async ({ page, customer }) => {
  const unpaid = await orderOf(customer, { method: 'upi', quantity: 3 })
  const shipped = await orderOf(customer)
  await moveOrder(shipped.id, 'shipped')
  const pending = await orderOf(customer)
  await page.goto('/dashboard')
  const names = [unpaid, pending, shipped].map(({ id }) => `#${id.slice(0, 6)}`)
  await expect(rows(page, 'On the way').getByRole('link', { name: '#' })).toHaveText(names)
  const first = rows(page, 'On the way').first()
  await expect(first).toContainText(/Held until [A-Z][a-z]{2} \d/)
  await expect(first.getByRole('link', { name: /^Pay ₹400\.00 by UPI/ })).toHaveAttribute('href', `/order-confirmation/${unpaid.id}`)
  await expect(row(page, 'On the way', names[2] ?? '')).toContainText('shipped')
  await expect(row(page, 'On the way', names[2] ?? '')).toContainText(/Expected [A-Z][a-z]{2} \d{1,2}( [A-Z][a-z]{2})? – /)
  await changeOrder(pending.id, { status: 'cancelled' })
  await expect(rows(page, 'On the way')).toHaveCount(2)
})

test('Re-order in the row puts the order into the cart, with the report', async ({ page, customer }) => {
  const { short, product } = await orderOf(customer, { quantity: 6 })
  await page.goto('/dashboard')
  await section(page, 'Repeat an order')
    .getByRole('button', { name: `Re-order order ${short}` })
    .press('Enter')
  const report = page.getByRole('region', { name: '1 product added to cart' })
  await expect(report).toBeFocused()
  expect(await violations(page)).toEqual([])
  await report.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(row(page, 'Buy again', product.name).getByRole('link', { name: '6 in cart' })).toBeVisible()
  await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 6 })
})

test('a pasted list is checked by the order pad', async ({ page }) => {
  const product = await makeProduct()
  await page.goto('/dashboard')
  const field = page.getByRole('textbox', { name: 'Order from a list' })
  await field.fill(`${product.name}, 12\nno such thing, 3`)
  await field.press('Control+Enter')
  await expect(page).toHaveURL(/\/order-pad$/)
  await expect(page.getByRole('heading', { level: 2, name: '2 rows' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your list' })).toHaveValue(`${product.name}, 12\nno such thing, 3`)
})

test('what is typed while the session is read stays, with the focus', async ({ page, customer }) => {
  await orderOf(customer)
  const { release } = await hold(page, '**/rest/v1/rpc/my_counter*')
  await page.goto('/dashboard')
  const field = page.getByRole('textbox', { name: 'Order from a list' })
  await field.pressSequentially('soap 12')
  release()
  await expect(section(page, 'Buy again')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('soap 12')
})

visitorTest.describe('before the scripts', () => {
  visitorTest.use({ javaScriptEnabled: false })
  visitorTest('the list is a plain form that leads to the order pad', async ({ page }) => {
    await page.goto('/dashboard')
    await page.getByRole('textbox', { name: 'Order from a list' }).fill('soap 12')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page).toHaveURL(/\/order-pad\?list=soap\+12$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order pad')
  })
})

visitorTest('the order pad takes a list from the shop’s own form, and none from another site', async ({ page }) => {
  const list = page.getByRole('textbox', { name: 'Your list' })
  await page.goto('/order-pad?list=soap+12', { referer: `${shopUrl()}/dashboard` })
  await expect(list).toHaveValue('soap 12')
  await expect(page).toHaveURL(/\/order-pad$/)
  await page.goto('/order-pad?list=evil+99', { referer: 'https://elsewhere.example/' })
  await hydrated(page)
  await expect(page).toHaveURL(/\/order-pad$/)
  await expect(list).toHaveValue('soap 12')
})

test('without an order it says what helps then', async ({ page }) => {
  await page.goto('/dashboard')
  const part = section(page, 'Nothing to restock yet')
  await expect(part.getByRole('link', { name: 'Open the trade list' })).toHaveAttribute('href', '/products?view=list')
  await expect(part.getByRole('link', { name: 'Paste a list' })).toHaveAttribute('href', '/order-pad')
  await expect(section(page, 'Recent Orders').getByText('No recent orders found.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test.describe('without a connection', () => {
  test('it is what this device read last, with its time, and an added row waits', async ({ page, customer, context }) => {
    const { product } = await orderOf(customer, { quantity: 6 })
    await page.goto('/dashboard')
    await expect(rows(page, 'Buy again')).toHaveCount(1)
    // A new page: what is shown then is not what this one remembers.
    await page.goto('/order-pad')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('status').filter({ hasText: /^You are offline\. This is how it was on / })).toBeVisible()
    await page.getByRole('button', { name: `Add 6 of ${product.name}` }).click()
    await expect(row(page, 'Buy again', product.name).getByRole('link', { name: '6 in cart' })).toBeVisible()
    await context.setOffline(false)
    await expect.poll(() => storedCart(customer), { timeout: 20_000 }).toEqual({ [product.id]: 6 })
  })
})

test.describe('when it cannot be read', () => {
  test.use({ expectedErrors: [/rpc\/my_counter/] })
  test('the block says so, the overview remains, and it is read again', async ({ page, customer }) => {
    await orderOf(customer)
    await page.route('**/rest/v1/rpc/my_counter*', (route) => route.abort())
    await page.goto('/dashboard')
    await expect(page.getByText('Your orders and products could not be read.')).toBeVisible()
    await expect(rows(page, 'Recent Orders')).toHaveCount(1)
    await page.unroute('**/rest/v1/rpc/my_counter*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page, 'Buy again')).toHaveCount(1)
  })
})

for (const [name, screen] of Object.entries({ phone, tablet: { viewport: { width: 768, height: 1024 } }, laptop })) {
  test.describe(`on a ${name}`, () => {
    test.use(screen)
    test('the dashboard does not shift while it loads, without orders and with them', async ({ page, customer }) => {
      await customer.client.from('profiles').update({ company_name: 'Looks by Meera' }).eq('id', customer.id).throwOnError()
      await page.addInitScript(() => {
        const shifts: { value: number; nodes: string }[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
            const nodes = shift.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : '')).join(' | ')
            if (!shift.hadRecentInput) shifts.push({ value: shift.value, nodes })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const shift = async () => {
        const { release } = await hold(page, '**/rest/v1/rpc/my_counter*')
        await page.goto('/dashboard')
        await expect(page.locator('.bone').first()).toBeVisible()
        release()
        await expect(page.locator('.bone')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; nodes: string }[] }).shifts)
        return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts: JSON.stringify(shifts, null, 1) }
      }
      const before = await shift()
      expect(before.sum, before.shifts).toBeLessThan(0.05)
      await orderOf(customer, { method: 'upi' })
      const after = await shift()
      expect(after.sum, after.shifts).toBeLessThan(0.05)
    })
  })
}

/** Restocking by the trade list on a phone: thirty products on slow 4G, and a connection that breaks. */
import type { Locator } from '@playwright/test'
import { SLOW_4G } from '../../scripts/slow-phone.ts'
import { placeButton, typeAddress } from '../support/checkout.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect } from '../support/fixtures.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { test } from '../support/signed-in.ts'
import { row, storedCart } from '../support/trade-list.ts'

test.describe('a shopkeeper who restocks, on slow 4G', () => {
  test.use(phone)

  test('orders 30 products with 30 presses, and five more from the dock to the order', async ({ page, customer }) => {
    test.setTimeout(180_000)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    let presses = 0
    const press = async (target: Locator) => {
      presses += 1
      await target.tap({ timeout: 30_000 })
    }
    // A first order above ₹25,000 cannot be paid on delivery.
    await page.goto('/products?view=list&sort=price_asc')
    const dock = page.getByRole('region', { name: 'Your cart' })
    const add = page.getByRole('region', { name: 'Products' }).getByRole('button', { name: /^Add \d+ of/ })
    for (let count = 1; count <= 30; count += 1) {
      await press(add.first())
      if (count === 1) await expect(dock).toContainText('1 product', { timeout: 30_000 })
    }
    // Shown before the shop has saved them.
    await expect(dock).toContainText('30 products')
    expect(presses).toBe(30)
    await expect.poll(async () => Object.keys(await storedCart(customer)).length, { timeout: 30_000 }).toBe(30)
    await press(dock.getByRole('link', { name: 'Review' }))
    await expect(page).toHaveURL(/\/checkout$/, { timeout: 30_000 })
    await expect(page.getByLabel('PIN code', { exact: true })).toBeVisible({ timeout: 30_000 })
    await typeAddress(page)
    await press(page.getByRole('button', { name: 'Continue to payment' }))
    await page.getByRole('radio', { name: /Cash on delivery/ }).check()
    presses += 1
    await press(page.getByRole('button', { name: 'Review your order' }))
    await press(placeButton(page))
    await expect(page).toHaveURL(/\/order-confirmation\//, { timeout: 30_000 })
    expect(presses).toBe(35)
    await expect
      .poll(async () =>
        (await serviceClient(shopKeys()).from('orders').select('order_items(id)').eq('user_id', customer.id)).data?.map((order) => order.order_items.length),
      )
      .toEqual([30])
  })
})

test.describe('a customer whose line is cut', () => {
  test.use(phone)

  test('goes on adding; everything is saved once the shop answers', async ({ page, context, customer }) => {
    const mark = `Line ${Date.now()}`
    const [balm, comb] = [await makeProduct({ name: `${mark} balm` }), await makeProduct({ name: `${mark} comb` })]
    await page.goto(`/products?view=list&q=${encodeURIComponent(mark)}`)
    await row(page, balm.name)
      .getByRole('button', { name: /^Add 1/ })
      .click()
    await expect.poll(() => storedCart(customer)).toEqual({ [balm.id]: 1 })
    await context.setOffline(true)
    await row(page, comb.name)
      .getByRole('button', { name: /^Add 1/ })
      .click()
    await row(page, balm.name)
      .getByRole('button', { name: /^More of/ })
      .click()
    await expect(row(page, comb.name).getByRole('textbox')).toHaveValue('1')
    await expect(row(page, comb.name)).toContainText('Saved when you are online again')
    await expect.poll(() => storedCart(customer)).toEqual({ [balm.id]: 1 })
    await context.setOffline(false)
    await expect.poll(() => storedCart(customer)).toEqual({ [balm.id]: 2, [comb.id]: 1 })
    await expect(row(page, comb.name)).not.toContainText('Saved when you are online again')
  })
})

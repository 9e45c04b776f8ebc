/** Offers that apply automatically, from the cart to the order (docs/decisions/0021). */
import { randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { placeButton, toReview } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { addToCart, serviceClient } from '../support/customers.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(phone)

test('an offer is named and counted in the cart, at review and on the order; a coupon that gives less is not used, one that combines adds to it', async ({
  page,
  customer,
}) => {
  const mark = randomUUID().slice(0, 6)
  const [balm, kajal] = [await makeProduct({ price: 236 }), await makeProduct({ price: 118 })]
  await addToCart(customer, balm.id, 1)
  await addToCart(customer, kajal.id, 2)
  const offer = { kind: 'percent' as const, value: 10, product_ids: [balm.id, kajal.id] }
  const { error } = await serviceClient(shopKeys())
    .from('discounts')
    .insert([
      { ...offer, title: `Festive tenth ${mark}`, code: null, combines: false },
      { ...offer, title: `Kajal week ${mark}`, code: null, value: 20, product_ids: [kajal.id], combines: false },
      { ...offer, title: null, code: `LESS-${mark.toUpperCase()}`, value: 5, combines: false },
      { ...offer, title: null, code: `MORE-${mark.toUpperCase()}`, value: 50, product_ids: [balm.id], combines: true },
    ])
  if (error) throw error

  await page.goto('/cart')
  await expect(page.getByText(`Festive tenth ${mark}: you save ₹23.60`)).toBeVisible()
  await expect(page.getByText(`Kajal week ${mark}: you save ₹47.20`)).toBeVisible()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('You save ₹70.80')
  await expect(summary).toContainText('₹501.20') // 236 − 23.60 + 236 − 47.20 + 100 delivery
  expect(await violations(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await summary.getByRole('link', { name: 'Checkout' }).click()
  await toReview(page)
  await expect(placeButton(page)).toHaveText('Place order · ₹501.20')
  await page.getByLabel('Have a coupon?').fill(`LESS-${mark}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText("This coupon doesn't lower your total, so it hasn't been used.")).toBeVisible()
  await page.getByLabel('Have a coupon?').fill(`MORE-${mark}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'is applied' })).toContainText('₹106.20 off') // half of 212.40
  await expect(placeButton(page)).toHaveText('Place order · ₹395.00')
  expect(await violations(page)).toEqual([])
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  for (const text of [`Festive tenth ${mark}`, `Kajal week ${mark}`, `Coupon MORE-${mark.toUpperCase()}`, 'less ₹129.80 by offers']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('orders').select('discount_total, total_amount').eq('user_id', customer.id).single()).data)
    .toEqual({ discount_total: 177, total_amount: 395 })
})

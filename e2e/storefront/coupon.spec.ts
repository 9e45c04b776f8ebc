/** A coupon at the checkout: entered, validated, included in every amount, rejected with its reason (docs/rules.md#discounts). */
import { randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { placeButton, toReview } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { addToCart, serviceClient } from '../support/customers.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(phone)

async function makeCoupon(columns: Record<string, unknown> = {}): Promise<string> {
  const code = `T-${randomUUID().slice(0, 8).toUpperCase()}`
  const { error } = await serviceClient(shopKeys())
    .from('discounts')
    .insert({ code, kind: 'percent', value: 10, description: 'A tenth off', ...columns })
  if (error) throw error
  return code
}

test('a code gives its discount, survives a reload, and is stored with the order', async ({ page, customer }) => {
  const product = await makeProduct({ price: 118 })
  await addToCart(customer, product.id, 2)
  const code = await makeCoupon()
  await page.goto('/checkout')
  await toReview(page)
  await expect(placeButton(page)).toHaveText('Place order · ₹336.00')

  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Enter a coupon code')).toBeVisible()
  await page.getByLabel('Have a coupon?').fill('no-such-code')
  await page.keyboard.press('Enter')
  await expect(page.getByText('There is no coupon with this code.')).toBeVisible()
  await expect(page.getByLabel('Have a coupon?')).toHaveAttribute('aria-invalid', 'true')
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Have a coupon?').fill(` ${code.toLowerCase()}`)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('status').filter({ hasText: `Coupon ${code} is applied` })).toContainText('₹23.60 off · A tenth off')
  await expect(placeButton(page)).toHaveText('Place order · ₹312.40')
  expect(await violations(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.getByRole('button', { name: `Remove coupon ${code}` }).click()
  await expect(page.getByLabel('Have a coupon?')).toBeFocused()
  await expect(placeButton(page)).toHaveText('Place order · ₹336.00')
  await page.getByLabel('Have a coupon?').fill(code)
  await page.keyboard.press('Enter')
  await expect(placeButton(page)).toHaveText('Place order · ₹312.40')
  await page.reload()
  await expect(placeButton(page)).toHaveText('Place order · ₹312.40')
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect(page.getByText('less ₹23.60 by coupon')).toBeVisible()
  await expect(page.getByText(`Coupon ${code}`)).toBeVisible()
  await expect
    .poll(
      async () => (await serviceClient(shopKeys()).from('orders').select('coupon_code, discount_total, total_amount').eq('user_id', customer.id).single()).data,
    )
    .toEqual({ coupon_code: code, discount_total: 23.6, total_amount: 312.4 })
})

test.describe('refused at the last moment', () => {
  test.use({ expectedErrors: [/status of 400/] })
  test('says why, orders nothing, and continues without the coupon', async ({ page, customer }) => {
    const product = await makeProduct({ price: 118 })
    await addToCart(customer, product.id, 1)
    const code = await makeCoupon({ usage_limit: 1 })
    await page.goto('/checkout')
    await toReview(page)
    await page.getByLabel('Have a coupon?').fill(code)
    await page.keyboard.press('Enter')
    await expect(placeButton(page)).toHaveText('Place order · ₹206.20')
    await serviceClient(shopKeys())
      .from('discounts')
      .update({ ends_at: new Date(Date.now() - 1000).toISOString(), starts_at: '2020-01-01' })
      .eq('code', code)
    await placeButton(page).click()
    await expect(page.getByRole('alert').first()).toContainText("We couldn't apply the coupon, so your order wasn't placed. This coupon has expired.")
    await expect(placeButton(page)).toHaveText('Place order · ₹218.00')
    await placeButton(page).click()
    await expect(page).toHaveURL(/\/order-confirmation\//)
  })
})

test('a coupon for a larger cart says what is missing', async ({ page, customer }) => {
  const product = await makeProduct({ price: 100 })
  await addToCart(customer, product.id, 2)
  const code = await makeCoupon({ minimum_goods: 500 })
  await page.goto('/checkout')
  await toReview(page)
  await page.getByLabel('Have a coupon?').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Add ₹300.00 more of eligible products to use this coupon.')).toBeVisible()
  await expect(placeButton(page)).toHaveText('Place order · ₹300.00')
})

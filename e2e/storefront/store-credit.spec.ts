/** A customer spends their store credit at the checkout, in part and whole (docs/rules.md#store-credit). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { expectReview, placeButton, typeAddress } from '../support/checkout.ts'
import { addToCart, serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { makeProduct } from '../support/products.ts'
import { phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'
import { giveStoreCredit, storeCreditOf } from '../support/store-credit.ts'

test.use(phone)

const service = () => serviceClient(shopKeys())
let before: string | null
test.beforeAll(async () => {
  before = (await service().from('settings').select('upi_vpa').single()).data?.upi_vpa ?? null
  await service().from('settings').update({ upi_vpa: 'shringar@okbank' }).not('store_name', 'is', null)
})
test.afterAll(async () => void (await service().from('settings').update({ upi_vpa: before }).not('store_name', 'is', null)))

/** The checkout with two pieces (₹236 and ₹100 delivery) and the address typed; the payment is open. */
async function atPayment(page: Page, customer: Customer, credit: number): Promise<void> {
  const product = await makeProduct({ price: 118, stock: 20 })
  await addToCart(customer, product.id, 2)
  await giveStoreCredit(customer, credit)
  await page.goto('/checkout')
  await typeAddress(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
}
const payments = async (customer: Customer) => {
  const { data } = await service().from('payments').select('method, state, amount, orders!inner(user_id)').eq('orders.user_id', customer.id).order('method')
  return (data ?? []).map(({ method, state, amount }) => ({ method, state, amount }))
}
const placed = (page: Page) => expect(page).toHaveURL(/\/order-confirmation\/[0-9a-f-]{36}/, { timeout: 20_000 })
const review = async (page: Page) => {
  await page.getByRole('button', { name: 'Review your order' }).click()
  await expectReview(page)
}
const box = (page: Page, of: string) => page.getByRole('checkbox', { name: new RegExp(`^Use your store credit of ${of.replace('.', '\\.')}`) })
/** A row of the totals: its label and its amount. */
const row = (page: Page, label: string) => page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }).locator('xpath=..') // prettier-ignore

test('store credit pays a part of the order, and UPI asks for the rest', async ({ page, customer }) => {
  await atPayment(page, customer, 150)
  await expect(box(page, '₹150.00')).toBeChecked()
  await expect(page.getByText('₹150.00 of it pays for this order.')).toBeVisible()
  await expect(placeButton(page)).toHaveText('Place order · ₹186.00')
  await page.getByRole('radio', { name: /UPI/ }).check()
  expect(await violations(page)).toEqual([])
  await review(page)
  await expect(page.getByText(/UPI.*, and ₹150\.00 store credit/)).toBeVisible()
  await expect(row(page, 'Store credit')).toContainText('−₹150.00')
  await expect(row(page, 'Left to pay')).toContainText('₹186.00')
  expect(await violations(page)).toEqual([])
  await placeButton(page).click()
  await placed(page)

  const pay = section(page, 'Pay by UPI')
  await expect(pay.getByRole('link', { name: 'Open a UPI app' })).toHaveAttribute('href', /am=186\.00&cu=INR/)
  await expect(row(page, 'Store credit')).toContainText('−₹150.00')
  await expect(row(page, 'Left to pay')).toContainText('₹186.00')
  expect(await violations(page)).toEqual([])
  await expect
    .poll(() => payments(customer))
    .toEqual([
      { method: 'credit', state: 'paid', amount: 150 },
      { method: 'upi', state: 'awaiting_payment', amount: 186 },
    ])
  await expect.poll(() => storeCreditOf(customer)).toBe(0)
  await page.goto('/dashboard')
  await expect(section(page, 'Store credit')).toContainText('It is all spent.')
})

test('of an order with cash on delivery the courier collects the rest, and a cancellation gives the credit back', async ({ page, customer }) => {
  await atPayment(page, customer, 36)
  await page.getByRole('radio', { name: /Cash on delivery/ }).check()
  await review(page)
  await expect(placeButton(page)).toHaveText('Place order · ₹300.00')
  await placeButton(page).click()
  await placed(page)
  await expect
    .poll(() => payments(customer))
    .toEqual([
      { method: 'cod', state: 'cod_pending', amount: 300 },
      { method: 'credit', state: 'paid', amount: 36 },
    ])
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The ₹36.00 of store credit is yours again at once.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect.poll(() => storeCreditOf(customer)).toBe(36)
})

test('store credit pays a whole order: no other method is asked for, and what is left stays', async ({ page, customer }) => {
  await atPayment(page, customer, 400)
  await expect(page.getByText('It pays the whole order. There is nothing left to pay.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Cash on delivery|UPI/ })).toHaveCount(0)
  await expect(placeButton(page)).toHaveText('Place order · ₹0.00')
  expect(await violations(page)).toEqual([])
  await review(page)
  await expect(row(page, 'Left to pay')).toContainText('₹0.00')
  await placeButton(page).click()
  await placed(page)
  await expect(page.getByRole('heading', { name: 'Pay by UPI' })).toHaveCount(0)
  await expect(row(page, 'Store credit')).toContainText('−₹336.00')
  expect(await violations(page)).toEqual([])
  await expect.poll(() => payments(customer)).toEqual([{ method: 'credit', state: 'paid', amount: 336 }])
  await expect.poll(() => storeCreditOf(customer)).toBe(64)
})

test('a customer who keeps their store credit pays all of the order', async ({ page, customer }) => {
  await atPayment(page, customer, 400)
  await box(page, '₹400.00').uncheck()
  await expect(page.getByText('It stays for another order.')).toBeVisible()
  await expect(placeButton(page)).toHaveText('Place order · ₹336.00')
  await page.getByRole('radio', { name: /Cash on delivery/ }).check()
  await review(page)
  await placeButton(page).click()
  await placed(page)
  await expect.poll(() => payments(customer)).toEqual([{ method: 'cod', state: 'cod_pending', amount: 336 }])
  await expect.poll(() => storeCreditOf(customer)).toBe(400)
})

/** A customer exchanges one of three shades, and staff give store credit (docs/rules.md#exchanges, docs/rules.md#store-credit). */
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { addToCart, newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { moveOrder, orderOf, payOrder } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { storedSession } from '../support/signed-in.ts'

test.use(laptop)
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const service = () => serviceClient(shopKeys())
const stockOf = async (id: string) => (await service().from('products').select('stock').eq('id', id).single()).data?.stock

/** Three shades of one family at 118 rupees. */
async function threeShades() {
  const shades = await Promise.all(['Ruby', 'Coral', 'Plum'].map((shade) => makeProduct({ name: `Lipstick ${shade}`, price: 118 })))
  const [ruby, coral, plum] = shades
  if (!ruby || !coral || !plum) throw new Error('Three shades are needed')
  const name = `Lipstick ${crypto.randomUUID().slice(0, 6)}`
  const family = await service()
    .from('product_families')
    .insert({ name, options: ['Shade'] })
    .select('id')
    .single()
  if (!family.data) throw new Error('No family', { cause: family.error })
  for (const [position, shade] of [ruby, coral, plum].entries()) {
    const value = await service()
      .from('product_family_values')
      .insert({ family_id: family.data.id, option: 1, position: position + 1, name: ['Ruby', 'Coral', 'Plum'][position] ?? '' })
      .select('id')
      .single()
    if (!value.data) throw new Error('No value', { cause: value.error })
    const moved = await service().from('products').update({ family_id: family.data.id, value_1: value.data.id }).eq('id', shade.id)
    if (moved.error) throw new Error('Not in the family', { cause: moved.error })
  }
  return { name, ruby, coral, plum }
}

test('one of three shades is exchanged for another shade: asked for, received, and settled with a new order', async ({ page, browser }) => {
  const customer = await newCustomer(shopKeys())
  const { name, ruby, coral, plum } = await threeShades()
  for (const shade of [ruby, coral]) await addToCart(customer, shade.id, 1)
  const order = await orderOf(customer, { of: plum, quantity: 1 })
  await moveOrder(order.id, 'delivered')
  await payOrder(order.id)
  const before = await stockOf(coral.id)

  // the customer
  const theirs = await (await browser.newContext({ storageState: await storedSession(customer), baseURL: shopUrl() })).newPage()
  await theirs.goto(`/order-confirmation/${order.id}`)
  const returns = section(theirs, 'Returns')
  await returns.getByRole('button', { name: 'Return goods…' }).click()
  const dialog = theirs.getByRole('dialog', { name: 'Return goods' })
  await dialog.getByRole('textbox', { name: /Plum: pieces to return/ }).fill('1')
  await dialog.getByLabel('Reason').selectOption('Another reason')
  await dialog.getByLabel('What would you like?').selectOption('An exchange')
  await dialog.getByLabel('What is wrong?').fill('Too dark')
  await dialog.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose what it is exchanged for')
  await dialog.getByLabel(/Plum: I would like instead/).selectOption(`${name} – Coral`)
  expect(await violations(theirs)).toEqual([])
  await dialog.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(messages(theirs).getByText('Your return is with us')).toBeVisible()
  await expect(returns).toContainText('You asked for: exchange')

  // the shop
  await page.goto(`/admin/orders/${order.id}`)
  const box = page.getByRole('region', { name: 'Returns' })
  await expect(box).toContainText('Wish of the customer: Exchange')
  await box.getByRole('button', { name: 'Approve Return 1' }).click()
  await box.getByRole('button', { name: 'Receive… Return 1' }).click()
  await page.getByRole('dialog', { name: 'What came back?' }).getByRole('button', { name: 'Book the goods' }).click()
  await box.getByRole('button', { name: 'Settle… Return 1' }).click()
  const settle = page.getByRole('dialog', { name: 'Settle this return' })
  await expect(settle.getByLabel('The customer gets')).toHaveValue('exchange')
  await expect(settle.getByLabel(/Plum: exchange for/)).toHaveValue(coral.id)
  await settle.getByRole('button', { name: 'Show the amounts' }).click()
  await expect(settle.getByRole('status')).toContainText('Left to pay₹0.00')
  expect(await violations(page)).toEqual([])
  await settle.getByRole('button', { name: 'Exchange' }).click()
  await expect(messages(page).getByText('The return is exchanged, and the new order is made')).toBeVisible()
  await expect.poll(() => stockOf(coral.id)).toBe(Number(before) - 1)
  await box.getByRole('link', { name: /^#/ }).click()
  await expect(page.getByText('Exchange for return 1 of order')).toBeVisible()
  await expect(page.getByRole('link', { name: `#${order.id.slice(0, 8)}` })).toBeVisible()

  // the customer again
  await theirs.reload()
  await returns.getByRole('link', { name: /^#/ }).click()
  await expect(theirs.getByText('Exchange for return 1 of order')).toBeVisible()
  await expect(theirs.getByText(`${name} – Coral`).first()).toBeVisible()
  await theirs.context().close()
})

test('staff give store credit on the customer’s card, and the customer sees it', async ({ page, browser }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto(`/admin/customers/${customer.id}`)
  const card = page.getByRole('region', { name: 'Store credit' })
  await expect(card).toContainText('No store credit')
  await card.getByRole('button', { name: 'Change…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Store credit of/ })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter an amount')
  await dialog.getByLabel('Amount, ₹').fill('50.50')
  await dialog.getByLabel('Reason for the customer').fill('The parcel was late')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(messages(page).getByText('The store credit is now ₹50.50')).toBeVisible()
  await expect(card).toContainText('+₹50.50')

  const theirs = await (await browser.newContext({ storageState: await storedSession(customer), baseURL: shopUrl() })).newPage()
  await theirs.goto('/dashboard')
  const own = section(theirs, 'Store credit')
  await expect(own).toContainText('₹50.50')
  await own.getByText('Where it came from').click()
  await expect(own).toContainText('The parcel was late')
  expect(await violations(theirs)).toEqual([])
  await theirs.context().close()
})

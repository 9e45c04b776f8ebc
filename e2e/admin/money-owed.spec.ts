/** Money that is still due: UPI payments that customers reported for cancelled orders, and orders that were accepted before payment. */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { changeOrder, moveOrder, orderNumber, orderOf } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const service = () => serviceClient(shopKeys())
let before: string | null
test.beforeAll(async () => {
  before = (await service().from('settings').select('upi_vpa').single()).data?.upi_vpa ?? null
  await service().from('settings').update({ upi_vpa: 'shringar@okbank' }).not('store_name', 'is', null)
})
test.afterAll(async () => void (await service().from('settings').update({ upi_vpa: before }).not('store_name', 'is', null)))

test.use(laptop)
const rows = (page: Page) => page.getByRole('table').locator('tbody tr[data-key]')
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)
const view = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
const reference = () => String(randomInt(10 ** 11, 10 ** 12 - 1))

test('a reported payment stays to verify when its order is cancelled, is found, and is refunded', async ({ page, customer }) => {
  const order = await orderOf(customer, { method: 'upi' })
  await customer.client.rpc('claim_payment', { p_order: order.id, p_reference: reference() })
  await changeOrder(order.id, { status: 'cancelled', cancelled_by: customer.id })

  await page.goto('/admin/orders')
  await view(page, /^To verify/).click()
  const row = rows(page).filter({ hasText: order.short })
  await expect(row).toContainText('cancelled')
  await row.getByRole('button', { name: `Verify payment order ${order.short}` }).click()
  const money = page.getByRole('dialog', { name: 'Did the money arrive?' })
  await expect(money).toContainText('This order is cancelled.')
  await money.getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(page, 'Payment recorded, refund due')).toBeVisible()
  await view(page, /^Refund due/).click()
  await row.getByRole('button', { name: `Record refund order ${order.short}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record refund' }).click()
  await expect(toast(page, 'Refund recorded')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a payment that is found for an order the clock had cancelled opens it again', async ({ page, customer }) => {
  const order = await orderOf(customer, { method: 'upi' })
  await changeOrder(order.id, { status: 'cancelled' })
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('region', { name: 'Payment' }).getByRole('button', { name: 'Record payment' }).click()
  const money = page.getByRole('dialog', { name: 'Did the money arrive?' })
  await money.getByLabel('UTR').fill(reference())
  await money.getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(page, 'Payment recorded, order reopened')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Accept' })).toBeVisible()
})

test('an unpaid amount is shown before goods are shipped, and stays to collect until it is paid', async ({ page, customer }) => {
  const unpaid = await orderOf(customer, { method: 'upi' })
  const claimed = await orderOf(customer, { method: 'upi' })
  const cod = await orderOf(customer)
  await customer.client.rpc('claim_payment', { p_order: claimed.id, p_reference: reference() })

  await page.goto(`/admin/orders?customer=${customer.id}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Select all on this page').check()
  await page
    .getByRole('button', { name: /^Accept/ })
    .last()
    .click()
  const accept = page.getByRole('dialog', { name: 'Accept 3 orders?' })
  const unpaidNote = accept.getByRole('note').filter({ hasText: 'Not paid' })
  await expect(unpaidNote).toContainText('Not paid: 2 of 3, ₹600.00 in total.')
  await expect(unpaidNote.getByRole('listitem')).toHaveCount(2)
  await expect(unpaidNote).not.toContainText(cod.short)
  await expect(accept.getByRole('note').filter({ hasText: 'Cash on delivery: 1 of 3, ₹300.00 in total.' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await accept.getByRole('button', { name: 'Accept 3' }).click()
  await expect(toast(page, '3 orders accepted')).toBeVisible()

  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: /^Ship/ }).last().click()
  await expect(page.getByRole('dialog', { name: 'Ship 3 orders' }).getByRole('note').filter({ hasText: 'Not paid' })).toContainText(
    'Not paid: 2 of 3, ₹600.00 in total.',
  )
  await page.keyboard.press('Escape')

  await page.goto(`/admin/orders/${unpaid.id}`)
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('It stays under To collect until the payment is recorded.')
  await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Hand it to the courier?' }).getByRole('note')).toContainText('Not paid: ₹300.00, awaiting payment.')
  await page.keyboard.press('Escape')
  await changeOrder(unpaid.id, { status: 'shipped', courier: 'Blue Dart', tracking_number: 'BD4410052291' })

  await page.goto('/admin')
  await page.getByRole('link', { name: /Money to collect/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'To collect' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open amounts by age' })).toContainText('Awaited')
  await page.getByRole('searchbox').fill(unpaid.short)
  const row = rows(page).filter({ hasText: await orderNumber(unpaid.id) })
  await expect(row).toContainText('Blue Dart')
  await expect(row).toContainText('₹300.00')
  await expect(rows(page)).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await row.getByRole('button', { name: /Record payment/ }).click()
  const money = page.getByRole('dialog', { name: 'Did the money arrive?' })
  await money.getByLabel('UTR').fill(reference())
  await money.getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('delivered cash stays with the courier until it is recorded, in part or in full', async ({ page, customer }) => {
  const order = await orderOf(customer)
  await moveOrder(order.id, 'shipped')
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Mark delivered' }).click()
  const delivered = page.getByRole('dialog', { name: 'Was it delivered?' })
  await expect(delivered.getByRole('note')).toContainText('Cash on delivery: ₹300.00. Blue Dart has it')
  await expect(delivered.getByRole('checkbox')).toHaveCount(0)
  await delivered.getByRole('button', { name: 'Mark delivered' }).click()
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('Cash with courier')
  await payment.getByRole('button', { name: 'Record payment' }).click()
  const money = page.getByRole('dialog', { name: 'Did the money arrive?' })
  await expect(money).toContainText('₹300.00 in cash on delivery')
  await money.getByLabel('Amount received').fill('300.01')
  await money.getByRole('button', { name: 'Record payment' }).click()
  await expect(money.getByRole('alert')).toContainText('Enter an amount up to ₹300.00')
  await money.getByLabel('Amount received').fill('120.50')
  await money.getByRole('button', { name: 'Record payment' }).click()
  await expect(payment).toContainText('₹179.50')
  await expect(payment).toContainText('Cash with courier')

  await page.goto(`/admin/orders/to-collect?q=${order.short}`)
  const row = rows(page).filter({ hasText: await orderNumber(order.id) })
  await expect(row).toContainText('₹179.50')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Cash is here' }).click()
  await page.getByRole('dialog', { name: 'Is the cash of this order here?' }).getByRole('button', { name: 'Record ₹179.50' }).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto(`/admin/orders/${order.id}`)
  await expect(payment).toContainText('Paid')
})

test('what the shop delivers itself is delivered and paid in one step, or stays to collect', async ({ page, customer }) => {
  for (const cash of [true, false]) {
    const order = await orderOf(customer)
    await moveOrder(order.id, 'processing')
    await changeOrder(order.id, { status: 'shipped' })
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('main').getByRole('button', { name: 'Mark delivered' }).click()
    const dialog = page.getByRole('dialog', { name: 'Was it delivered?' })
    await expect(dialog.getByLabel('The cash is here: record ₹300.00 as paid')).toBeChecked()
    if (!cash) await dialog.getByLabel('The cash is here').uncheck()
    await dialog.getByRole('button', { name: 'Mark delivered' }).click()
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText(cash ? 'Paid' : 'Cash to collect')
  }
})

/** A payment recorded for the wrong order is undone, and money that fits no open payment is owed back (docs/rules.md#corrected-payments). */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { changeOrder, moveOrder, orderOf, payOrder } from '../support/orders.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { storedSession } from '../support/signed-in.ts'

test.use(laptop)
const reference = () => String(randomInt(10 ** 11, 10 ** 12 - 1))
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)
const box = (page: Page) => page.getByRole('region', { name: 'Payment' })
const payments = (page: Page) => box(page).getByRole('list', { name: 'Payments' })

async function record(page: Page, utr: string): Promise<void> {
  await box(page).getByRole('button', { name: 'Record payment' }).click()
  const money = page.getByRole('dialog', { name: 'Did the money arrive?' })
  await money.getByLabel('How it came').selectOption('Bank transfer')
  await money.getByLabel('UTR').fill(utr)
  await money.getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(page, 'Payment recorded').last()).toBeVisible()
}

test('a payment of the wrong order is undone, and pays the right one', async ({ page, browser, customer: staff }) => {
  const buyer = await newCustomer(shopKeys())
  const [wrong, right] = [await orderOf(buyer), await orderOf(buyer)]
  for (const { id } of [wrong, right]) {
    await moveOrder(id, 'processing')
    await moveOrder(id, 'shipped')
  }
  const utr = reference()
  const service = serviceClient(shopKeys())

  await page.goto(`/admin/orders/${wrong.id}`)
  await record(page, utr)
  await expect(payments(page)).toContainText(`₹300.00 · Bank transfer`)
  await expect(payments(page)).toContainText(`Reference ${utr}`)

  // who only works on orders sees the payment and does nothing about it
  await service.from('user_roles').update({ role: 'orders' }).eq('user_id', staff.id).throwOnError()
  await page.reload()
  await expect(payments(page)).toBeVisible()
  await expect(box(page).getByRole('button')).toHaveCount(0)
  await service.from('user_roles').update({ role: 'manager' }).eq('user_id', staff.id).throwOnError()
  await page.reload()

  await payments(page).getByRole('button', { name: 'Undo… ₹300.00, Bank transfer' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo the payment of ₹300.00?' })
  await expect(undo).toContainText('₹300.00 is open again')
  await expect(undo).toContainText(`Reference ${utr} can be recorded for another order.`)
  await undo.getByRole('button', { name: 'Undo the payment' }).click()
  await expect(undo.getByRole('alert')).toContainText('Enter why the payment is undone')
  expect(await violations(page)).toEqual([])
  await undo.getByLabel('Reason').fill('It was for the order beside it')
  await undo.getByRole('button', { name: 'Undo the payment' }).click()
  await expect(toast(page, 'Payment undone')).toBeVisible()
  await expect(payments(page)).toContainText('₹300.00 · Bank transfer · Undone')
  await expect(payments(page).getByRole('button')).toHaveCount(0)
  await expect(box(page)).toContainText('It is collected at the door.')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText(`Payment undone: ₹300.00, Bank transfer, reference ${utr}`)
  await expect(timeline).toContainText('It was for the order beside it')
  expect(await violations(page)).toEqual([])

  await page.goto(`/admin/orders/${right.id}`)
  await record(page, utr)
  await expect(payments(page)).toContainText(`Reference ${utr}`)

  // the customer reads nothing of it
  const theirs = await (await browser.newContext({ storageState: await storedSession(buyer), baseURL: shopUrl() })).newPage()
  await theirs.goto(`/order-confirmation/${wrong.id}`)
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(theirs.getByRole('main')).not.toContainText('It was for the order beside it')
  await theirs.context().close()
})

test('more than is open pays the order; money for a cancelled order is owed back, or undone', async ({ page, customer }) => {
  const order = await orderOf(customer)
  await page.goto(`/admin/orders/${order.id}`)
  await box(page).getByRole('button', { name: 'Record other money…' }).click()
  const other = page.getByRole('dialog', { name: 'Record other money' })
  await expect(other).toContainText('₹300.00 is collected on delivery.')
  await other.getByLabel('How it came').selectOption('Cash')
  await other.getByLabel('Amount received').fill('300')
  await other.getByRole('button', { name: 'Record money' }).click()
  await expect(other.getByRole('alert')).toContainText('Enter more than ₹300.00')
  await other.getByLabel('Amount received').fill('320')
  await other.getByRole('button', { name: 'Record money' }).click()
  await expect(toast(page, 'Money recorded, refund due')).toBeVisible()
  await expect(payments(page)).toContainText('₹20.00 of it is owed back')
  await expect(box(page)).toContainText('Still to refund₹20.00')

  await payments(page).getByRole('button', { name: 'Undo… ₹320.00, Cash' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo the payment of ₹320.00?' })
  await expect(undo).toContainText('₹300.00 is open again')
  await expect(undo).toContainText('The refund of ₹20.00 is no longer due.')
  await undo.getByLabel('Reason').fill('Counted twice')
  await undo.getByRole('button', { name: 'Undo the payment' }).click()
  await expect(toast(page, 'Payment undone')).toBeVisible()

  await changeOrder(order.id, { status: 'cancelled', cancel_reason: 'Sold out' })
  await page.reload()
  await box(page).getByRole('button', { name: 'Record other money…' }).click()
  await expect(other).toContainText('It is owed back')
  await other.getByLabel('How it came').selectOption('Cash')
  await other.getByLabel('Amount received').fill('75')
  await other.getByRole('button', { name: 'Record money' }).click()
  await expect(box(page)).toContainText('Refund due')
  await payments(page).getByRole('button', { name: 'Undo… ₹75.00, Cash' }).click()
  const last = page.getByRole('dialog', { name: 'Undo the payment of ₹75.00?' })
  await last.getByLabel('Reason').fill('It was for another shop')
  await last.getByRole('button', { name: 'Undo the payment' }).click()
  await expect(payments(page)).toContainText('₹75.00 · Cash · Undone')
  await expect(box(page)).not.toContainText('Refund due')
})

test.describe('what is refused', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('an order that someone else has changed is not changed by an old dialog', async ({ page, customer }) => {
    const order = await orderOf(customer)
    await payOrder(order.id)
    await page.goto(`/admin/orders/${order.id}`)
    await payments(page).getByRole('button', { name: 'Undo… ₹300.00, Cash on delivery' }).click()
    const undo = page.getByRole('dialog', { name: 'Undo the payment of ₹300.00?' })
    await changeOrder(order.id, { status: 'processing' })
    await undo.getByLabel('Reason').fill('Of another order')
    await undo.getByRole('button', { name: 'Undo the payment' }).click()
    await expect(toast(page, 'This order was changed in the meantime. Check it and try again.')).toBeVisible()
    await expect(undo).toHaveCount(0)
    await expect(payments(page)).not.toContainText('Undone')
  })

  test('a second transfer is recorded, listed as a refund that is due, and sent back', async ({ page, browser }) => {
    const buyer = await newCustomer(shopKeys())
    const order = await orderOf(buyer)
    await payOrder(order.id)
    const utr = reference()
    await page.goto(`/admin/orders/${order.id}`)
    await box(page).getByRole('button', { name: 'Record other money…' }).click()
    const other = page.getByRole('dialog', { name: 'Record other money' })
    await other.getByRole('button', { name: 'Record money' }).click()
    await expect(other.getByRole('alert')).toContainText('Enter an amount, such as 250 or 250.50')
    await expect(other.getByRole('alert')).toContainText('Enter the UTR of the payment')
    expect(await violations(page)).toEqual([])
    await other.getByLabel('Amount received').fill('250.50')
    await other.getByLabel('UTR').fill(utr)
    await other.getByRole('button', { name: 'Record money' }).click()
    await expect(toast(page, 'Money recorded, refund due')).toBeVisible()
    await expect(payments(page)).toContainText('₹250.50 · UPI')
    await expect(payments(page)).toContainText('Owed back as a whole')
    await expect(box(page)).toContainText('Still to refund₹250.50')
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Received and owed back: ₹250.50')
    expect(await violations(page)).toEqual([])

    await box(page).getByRole('button', { name: 'Record other money…' }).click()
    await other.getByLabel('Amount received').fill('10')
    await other.getByLabel('UTR').fill(utr)
    await other.getByRole('button', { name: 'Record money' }).click()
    await expect(other.getByRole('alert')).toContainText('This UTR is already recorded for another payment.')
    await page.keyboard.press('Escape')

    await page.goto(`/admin/orders?payment=refund_due&customer=${buyer.id}`)
    await page.getByRole('link', { name: `Refunds order ${order.short}` }).click()
    await box(page).getByRole('button', { name: 'Mark refunded… ₹250.50, Paid too much' }).click()
    const settle = page.getByRole('dialog', { name: 'Did you send ₹250.50 back?' })
    await settle.getByLabel('Reference (UTR)').fill(reference())
    await settle.getByRole('button', { name: 'Record refund' }).click()
    await expect(toast(page, 'Refund recorded')).toBeVisible()
    await expect(box(page)).toContainText('Paid')

    const theirs = await (await browser.newContext({ storageState: await storedSession(buyer), baseURL: shopUrl() })).newPage()
    await theirs.goto(`/order-confirmation/${order.id}`)
    await expect(section(theirs, 'Refunds')).toContainText('You paid more than the order costs')
    await theirs.context().close()
  })
})

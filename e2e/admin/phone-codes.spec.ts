/** A telephone buyer takes over their orders with a code of the shop (docs/decisions/0098). */
import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { changeOrder, orderOf } from '../support/orders.ts'
import { phone as small } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(small)

/** The phone of a customer with a new account. */
async function customerAt(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...small, storageState: await storedSession(await newCustomer(shopKeys())) })
  return context.newPage()
}
const form = (page: Page) => page.getByRole('form', { name: 'Orders placed by telephone' })

async function enter(page: Page, number: string, code: string): Promise<void> {
  await form(page).getByRole('textbox', { name: 'Phone number' }).fill(number)
  await form(page).getByRole('textbox', { name: 'Code' }).fill(code)
  await form(page).getByRole('button', { name: 'Add orders' }).click()
}

test('staff create a code on the card of a telephone buyer, who enters it with the number and finds the orders in My Orders', async ({
  page,
  customer,
  browser,
}) => {
  const mark = randomUUID().slice(0, 8)
  const number = `98450${randomInt(10_000, 99_999)}`
  const orders = [await orderOf(customer), await orderOf(customer)]
  for (const { id } of orders) await changeOrder(id, { user_id: null, full_name: `Farida ${mark}`, phone: number, email: '' })
  const card = await serviceClient(shopKeys()).from('customers').select('id').eq('phone', number).single().throwOnError()

  await page.goto(`/admin/customers/${card.data.id}`)
  await page.getByRole('button', { name: 'Code for their account…' }).click()
  const dialog = page.getByRole('dialog', { name: `Code for Farida ${mark}` })
  await expect(dialog).toContainText(`Call ${number} yourself`)
  await dialog.getByRole('button', { name: 'Create code' }).click()
  const shown = dialog.getByRole('group', { name: 'Code' })
  await expect(shown).toBeFocused()
  await expect(shown).toContainText(/\d{4} \d{4}/)
  await expect(shown).toContainText('Valid until')
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await violations(page), theme).toEqual([])
  }
  const code = /\d{4} \d{4}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy code' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Copied')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code.replace(' ', ''))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${card.data.id}$`)) // nothing of the code is in the address
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText('added a code for telephone orders')
  await page.getByRole('button', { name: 'Code for their account…' }).click()
  await expect(page.getByRole('dialog')).toContainText('A new one replaces it.')
  await expect(page.getByRole('dialog')).not.toContainText(code)

  const theirs = await customerAt(browser)
  await theirs.goto('/my-orders')
  await expect(theirs.getByText("You haven't placed any orders yet.")).toBeVisible()
  await theirs.getByRole('button', { name: 'Enter code' }).click()
  await enter(theirs, '', '123')
  await expect(form(theirs).getByText('Enter the phone number of those orders.')).not.toHaveCount(0)
  await expect(form(theirs).getByText('Enter the 8 digits of the code.')).not.toHaveCount(0)
  expect(await violations(theirs)).toEqual([])
  await enter(theirs, number, String((Number(code.replace(' ', '')) + 1) % 1e8).padStart(8, '0'))
  await expect(form(theirs).getByRole('alert')).toContainText('Number and code do not match')
  await enter(theirs, `+91 ${number}`, code)
  await expect(theirs.getByText('2 orders were added to your account.')).toBeVisible()
  for (const { short } of orders) await expect(theirs.getByRole('link', { name: `#${short}`, exact: true })).toBeVisible()
  expect(await violations(theirs)).toEqual([])

  // once alone, and not for the shop's own people
  const anothers = await customerAt(browser)
  await anothers.goto('/my-orders')
  await anothers.getByRole('button', { name: 'Enter code' }).click()
  await enter(anothers, number, code)
  await expect(form(anothers).getByRole('alert')).toContainText('Number and code do not match')
  await page.goto('/my-orders')
  await page.getByRole('button', { name: 'Enter code' }).click()
  await enter(page, number, code)
  await expect(form(page).getByRole('alert')).toContainText('This account cannot take over orders.')
})

test('the accountant opens the card and creates no code', async ({ page, customer }) => {
  const number = `98450${randomInt(10_000, 99_999)}`
  const { id } = await orderOf(customer)
  await changeOrder(id, { user_id: null, full_name: 'Farida', phone: number, email: '' })
  const service = serviceClient(shopKeys())
  const card = await service.from('customers').select('id').eq('phone', number).single().throwOnError()
  await service.from('user_roles').update({ role: 'accounts' }).eq('user_id', customer.id).throwOnError()
  await page.goto(`/admin/customers/${card.data.id}`)
  await expect(page.getByRole('link', { name: `Call ${number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Code for their account…' })).toHaveCount(0)
})

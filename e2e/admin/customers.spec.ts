/** /admin/customers and /admin/settings/people: a day's work with customers, and the permissions of staff (docs/decisions/0027). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { newCustomer, placeOrder, serviceClient, addToCart, visitorClient } from '../support/customers.ts'
import { hold } from '../support/held.ts'
import { changeOrder, orderOf } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { giveStoreCredit, storeCreditOf } from '../support/store-credit.ts'

test.use(laptop)

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text)
const admins = () => serviceClient(shopKeys()).from('user_roles')

/** A customer with a name that no other test uses. */
async function namedCustomer(name: string, changes: Record<string, unknown> = {}) {
  const customer = await newCustomer(shopKeys())
  const { error } = await serviceClient(shopKeys())
    .from('profiles')
    .update({ full_name: name, ...changes })
    .eq('id', customer.id)
  expect(error).toBeNull()
  return customer
}

async function inBothThemes(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await violations(page), theme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a customer is found, filtered and exported; their page has orders, figures, products and notes; a late edit is reported', async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  const buyer = await namedCustomer(`Kavitha ${mark}`, { company_name: `Kavi Studio ${mark}`, gstin: '29ABCDE1234F1ZW', phone: '9845000127' })
  await namedCustomer(`Zeenat ${mark}`)
  const first = await orderOf(buyer, { quantity: 2 })
  await changeOrder(first.id, { status: 'processing' })
  const second = await orderOf(buyer, { quantity: 1 })

  await page.goto('/admin/customers?sort=name.asc')
  await page.getByRole('searchbox', { name: 'Name, company, phone, GSTIN' }).fill(mark)
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row').nth(1)).toContainText(`Kavitha ${mark}`)
  await expect(table.getByRole('row').nth(1)).toContainText('Maharashtra')
  await expect(table.getByRole('row').nth(2)).toContainText('Never')
  await expect(page.getByText(buyer.email), 'a plain admin sees no addresses').toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Phone', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Last order', exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Never ordered' }).check()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText(`Zeenat ${mark}`)
  await page.getByRole('button', { name: 'Remove filter Last order: Never ordered' }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
  const downloads = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await downloads).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`Kavitha ${mark},Kavi Studio ${mark},29ABCDE1234F1ZW,9845000127,Maharashtra,1,`)
  expect(lines[0]).not.toContain('Email')
  await inBothThemes(page)

  await page.getByRole('link', { name: `Kavitha ${mark}` }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${buyer.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: `Kavitha ${mark}` })).toBeVisible()
  const orders = page.getByRole('region', { name: 'Order history' })
  await expect(orders.getByRole('link', { name: `#${second.short}` })).toBeVisible()
  await expect(orders.getByRole('link', { name: `#${first.short}` })).toHaveAttribute('href', new RegExp(first.id))
  const figures = page.getByRole('region', { name: 'What this customer bought' })
  await expect(figures.getByRole('definition').first()).toContainText('1')
  await expect(page.getByRole('link', { name: first.product.name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New order' })).toHaveAttribute('href', `/admin/orders/create?customer=${buyer.id}`)
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/919845000127')
  await expect(page.getByText(buyer.email)).toHaveCount(0)

  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('Note').fill('Asks for Suresh at the gate')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Asks for Suresh at the gate')
  await notes.getByRole('button', { name: /^Delete note of/ }).click()
  await page.getByRole('button', { name: 'Delete note', exact: true }).click()
  await expect(notes.getByText('No notes yet.')).toBeVisible()

  // another admin saves first
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Edit Kavitha ${mark}` })
  await dialog.getByLabel('GSTIN').fill('29ABCDE1234F1ZX')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('GSTIN')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('GSTIN').fill('')
  await dialog.getByLabel('Full name').fill(`Kavitha Reddy ${mark}`)
  await serviceClient(shopKeys()).from('profiles').update({ phone: '9845000128' }).eq('id', buyer.id)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'changed this while you were editing' })).toContainText('9845000128')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save my changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Kavitha Reddy ${mark}` })).toBeVisible()
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('profiles').select('full_name,gstin,phone').eq('id', buyer.id).single()).data)
    .toEqual({ full_name: `Kavitha Reddy ${mark}`, gstin: null, phone: '9845000128' }) // the customer's new name, and what the other admin changed
  await inBothThemes(page)

  // an order by telephone begins with the caller
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue(`Kavitha Reddy ${mark}`)
  await expect(page.getByRole('combobox', { name: 'Add a product' })).toBeFocused()
})

test('a note that is being typed stays when the notes arrive and when one is added', async ({ page }) => {
  const buyer = await namedCustomer(`Noted ${randomUUID().slice(0, 8)}`)
  const reads = await hold(page, '**/rest/v1/customer_notes?**', (request) => request.method() === 'GET')
  await page.goto(`/admin/customers/${buyer.id}`)
  const notes = page.getByRole('region', { name: 'Notes' })
  const box = notes.getByRole('textbox', { name: 'Note' })
  await box.fill('Pays by the tenth')
  reads.release()
  await expect(notes.getByText('No notes yet.')).toBeVisible()
  await expect(box).toHaveValue('Pays by the tenth')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Pays by the tenth')
  await expect(box).toHaveValue('')
})

test.describe('store credit', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('what was given since the dialog opened is shown before more is given', async ({ page }) => {
    const mark = randomUUID().slice(0, 8)
    const buyer = await namedCustomer(`Credited ${mark}`)
    await page.goto(`/admin/customers/${buyer.id}`)
    await page.getByRole('region', { name: 'Store credit' }).getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog', { name: `Store credit of Credited ${mark}` })
    await giveStoreCredit(buyer, 50)
    await dialog.getByLabel('Amount, ₹').fill('50')
    await dialog.getByLabel('Reason for the customer').fill('Late parcel')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The store credit is ₹50.00 now')
    await expect(dialog.getByLabel('Amount, ₹')).toHaveValue('50')
    await expect.poll(() => storeCreditOf(buyer)).toBe(50)
    await dialog.getByLabel('Amount, ₹').fill('20')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'The store credit is now ₹70.00')).toBeVisible()
    await expect.poll(() => storeCreditOf(buyer)).toBe(70)
  })
})

test('a blocked customer is locked out at once: no order, no new token, no sign-in, and a clear message; after unblocking they can sign in again', async ({
  page,
  browser,
}) => {
  const mark = randomUUID().slice(0, 8)
  const buyer = await namedCustomer(`Blocked ${mark}`)
  const { product } = await orderOf(buyer)
  await addToCart(buyer, product.id, 1)
  const before = (await buyer.client.auth.getSession()).data.session

  await page.goto(`/admin/customers/${buyer.id}`)
  await page.getByRole('button', { name: 'Block…' }).click()
  const dialog = page.getByRole('dialog', { name: `Block Blocked ${mark}?` })
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('Five orders refused at the door')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByRole('note')).toContainText('Five orders refused at the door')
  await expect(toast(page, `Blocked ${mark} is blocked`)).toBeVisible()

  // the access token is still valid, but the database rejects it
  const placed = await placeOrder(buyer)
  expect(placed).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
  const changed = await buyer.client.from('cart_items').update({ quantity: 2 }).eq('user_id', buyer.id)
  expect(changed.error).toMatchObject({ message: 'Your account is blocked. Please write to us if this is a mistake.' })
  const renewed = await buyer.client.auth.refreshSession({ refresh_token: before?.refresh_token ?? '' })
  expect(renewed.error?.status).toBe(400)
  const known = await buyer.client.auth.getUser()
  expect(known.error).not.toBeNull()
  const { error } = await visitorClient(shopKeys()).auth.signInWithPassword(buyer)
  expect(error).toMatchObject({ status: 400, code: 'user_banned', message: 'User is banned' })

  const theirs = await (await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: shopUrl() })).newPage()
  await theirs.goto('/login')
  await theirs.getByLabel(/^Email/).fill(buyer.email)
  await theirs.getByLabel('Password', { exact: true }).fill(buyer.password)
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(theirs.getByRole('alert')).toContainText('This account is blocked. If this is a mistake, please contact us.')

  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('note')).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(theirs).toHaveURL(/\/dashboard$/)
  await theirs.context().close()
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText('the block')
})

test.describe('roles', () => {
  // a rejected password is an answer that the browser logs
  test.use({ expectedErrors: [/status of 403/] })

  test('an owner sees emails, changes and removes a role after the password; it takes effect at once', async ({ page, customer, browser }) => {
    await admins().update({ role: 'owner' }).eq('user_id', customer.id)
    const mark = randomUUID().slice(0, 8)
    const clerk = await namedCustomer(`Clerk ${mark}`)
    await page.goto(`/admin/customers?q=${mark}`)
    await expect(page.getByRole('table').getByText(clerk.email)).toBeVisible()
    await page.getByRole('searchbox').fill(clerk.email.slice(0, 20))
    await expect(page.getByRole('table').getByText(clerk.email)).toBeVisible()

    await admins().insert({ user_id: clerk.id, role: 'catalogue' })
    await page.goto('/admin/settings/people')
    const row = page.getByRole('row', { name: `Clerk ${mark}` })
    await row.getByRole('button', { name: /^Change role/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('manager')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expect(dialog.getByRole('alert')).toBeFocused()
    await dialog.getByLabel('Your own password').fill('not it at all')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Wrong password.')
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Your own password').fill(customer.password)
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expect(row).toContainText('Manager')
    await expect
      .poll(async () => (await admins().select('role,granted_by').eq('user_id', clerk.id)).data)
      .toEqual([{ role: 'manager', granted_by: customer.id }])
    await inBothThemes(page)

    const theirs = await (await browser.newContext({ storageState: await storedSession(clerk), baseURL: shopUrl() })).newPage()
    await theirs.goto('/admin/settings/people')
    await expect(theirs.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    await theirs.context().close()

    await row.getByRole('button', { name: /^Remove/ }).click()
    await dialog.getByLabel('Your own password').fill(customer.password)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('row', { name: `Clerk ${mark}` })).toHaveCount(0)
    await expect.poll(async () => (await admins().select('role').eq('user_id', clerk.id)).data).toEqual([])
  })
})

/** Staff: what each role sees, and how a person joins and leaves (docs/decisions/0037). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { laptop } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-owner.ts'

test.use(laptop)

type Role = 'manager' | 'catalogue' | 'orders' | 'accounts'
const SECTIONS: Record<Role, string[]> = {
  manager: ['Dashboard', 'Products', 'Orders', 'Create Manual Order', 'Customers', 'Banners', 'Discounts', 'Settings', 'Sales Analytics'],
  catalogue: ['Dashboard', 'Products', 'Banners', 'Discounts'],
  orders: ['Dashboard', 'Orders', 'Create Manual Order'],
  accounts: ['Dashboard', 'Orders', 'Customers', 'Sales Analytics'],
}
/** Written by hand, independent of the code. */
const DENIED: Record<Role, string[]> = {
  manager: ['/admin/settings/people', '/admin/settings/api-keys', '/admin/settings/mail'],
  catalogue: ['/admin/orders', '/admin/customers', '/admin/sales-analytics', '/admin/settings'],
  orders: ['/admin/products', '/admin/customers', '/admin/sales-analytics', '/admin/audit-log'],
  accounts: ['/admin/products/add', '/admin/orders/create', '/admin/settings', '/admin/banners'],
}

for (const role of ['manager', 'catalogue', 'orders', 'accounts'] as const) {
  test(`${role} signs in and sees exactly the screens of the role`, async ({ browser, baseURL }) => {
    const person = await newCustomer(shopKeys())
    await serviceClient(shopKeys()).from('user_roles').insert({ user_id: person.id, role }).throwOnError()
    const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] }, ...(baseURL === undefined ? {} : { baseURL }) })).newPage()
    await page.goto('/admin')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
    await expect(links).toHaveText(SECTIONS[role])
    for (const name of SECTIONS[role].slice(1)) {
      await links.filter({ hasText: name }).first().click()
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByText('You don’t have access to this page')).toHaveCount(0)
      await expect(page.getByText(/could not be read/)).toHaveCount(0)
    }
    for (const denied of DENIED[role]) {
      await page.goto(denied)
      await expect(page.getByRole('heading', { name: 'You don’t have access to this page' }), denied).toBeVisible()
    }
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })
}

test('an invited person joins by email, works, and is locked out at once when removed', async ({ page, customer, browser, baseURL }) => {
  const email = `packer-${randomUUID().slice(0, 8)}@shop.example`
  await page.goto('/admin/settings/people')
  await page.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Role').selectOption('orders')
  await dialog.getByLabel('Your own password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('region', { name: 'Open invitations' }).getByText(email)).toBeVisible()
  expect(await violations(page)).toEqual([])

  const mail = await waitForMail(path.join(shopDataDir(), 'outbox'), email, /^You are invited to /)
  const theirs = await (await browser.newContext({ storageState: { cookies: [], origins: [] }, ...(baseURL === undefined ? {} : { baseURL }) })).newPage()
  await openMailedLink(theirs, linkIn(mail, shopUrl()))
  await theirs.getByLabel('Your name').fill('Kiran Packer')
  await theirs.getByLabel('Choose a password').fill('a password of one’s own')
  await theirs.getByRole('button', { name: 'Start working' }).click()
  await expect(theirs.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(theirs.getByText('Kiran Packer')).toBeVisible()
  await theirs.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Orders' }).click()
  await expect(theirs.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()

  await page.reload()
  const row = page.getByRole('row', { name: 'Kiran Packer' })
  await expect(row).toContainText('Orders')
  await row.getByRole('button', { name: /^Remove/ }).click()
  await dialog.getByLabel('Your own password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
  await theirs.goto('/admin/orders')
  await expect(theirs).toHaveURL(/\/admin\/login/)
  await theirs.context().close()
})

test.describe('a role that is taken away', () => {
  test.use({ expectedErrors: [/status of 40[13]/] })
  test('closes the screens at the next response while the person works', async ({ browser, baseURL }) => {
    const person = await newCustomer(shopKeys())
    const roles = () => serviceClient(shopKeys()).from('user_roles')
    await roles().insert({ user_id: person.id, role: 'manager' }).throwOnError()
    const page = await (await browser.newContext({ storageState: await storedSession(person), ...(baseURL === undefined ? {} : { baseURL }) })).newPage()
    await page.goto('/admin/orders')
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    await roles().update({ role: 'catalogue' }).eq('user_id', person.id).throwOnError()
    await page.getByRole('searchbox').fill('Asha')
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Back office' }).getByRole('link')).toHaveText(SECTIONS.catalogue)
    await page.context().close()
  })
})

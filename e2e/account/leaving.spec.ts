/** Exporting one's own data and deleting the account (docs/india.md#personal-data). */
import { readFile } from 'node:fs/promises'
import { violations } from '../support/axe.ts'
import { serviceClient, visitorClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { changeOrder, moveOrder, orderOf } from '../support/orders.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)
test.use({ expectedErrors: [/functions\/v1\/(delete-my-account|export-my-data)/] })

test('Export my data saves one JSON file with everything; a lost line says so', async ({ page, customer }) => {
  const { id, product } = await orderOf(customer)
  await page.goto('/profile')
  const data = section(page, 'Your data')
  await page.route('**/functions/v1/export-my-data', (route) => route.abort())
  await data.getByRole('button', { name: 'Export my data' }).click()
  await expect(page.getByText("We couldn't prepare your data")).toBeVisible()
  await page.unroute('**/functions/v1/export-my-data')
  const download = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Export my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^shringar-my-data-\d{4}-\d\d-\d\d\.json$/)
  await expect(page.getByText('Your data was downloaded')).toBeVisible()
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    account: { id: customer.id, email: customer.email },
    profile: { full_name: 'Meera Nair' },
    orders: [{ id, items: [{ product_name: product.name }], history: [{ status: 'pending' }], payments: [{ method: 'cod' }] }],
    notifications: [{ title: 'Order placed' }],
  })
})

test('Delete my account says what is kept, asks for the password, is refused while orders are open, and then deletes everything else', async ({
  page,
  customer,
}) => {
  const [open, invoiced] = [await orderOf(customer), await orderOf(customer)]
  await moveOrder(invoiced.id, 'delivered')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('GST law requires us to keep invoices unchanged for 72 months.')
  expect(await violations(page)).toEqual([])
  const end = dialog.getByRole('button', { name: 'Delete permanently' })
  const password = dialog.getByLabel('Your password')
  await end.click()
  await expect(dialog.getByText('Enter your password')).toBeVisible()
  await password.fill('not my password')
  await end.click()
  await expect(dialog.getByText('This is not your password')).toBeVisible()
  await password.fill(customer.password)
  await end.click()
  await expect(dialog.getByRole('alert')).toContainText('You still have an open order, payment or refund')
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText([`#${open.short}`])
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)

  await changeOrder(open.id, { status: 'cancelled' })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await password.fill(customer.password)
  await end.click()
  await expect(page.getByText('Your account was deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /^sb-|-my-/.test(key))))
    .toEqual([])

  const service = serviceClient(shopKeys())
  await expect.poll(async () => (await service.auth.admin.getUserById(customer.id)).data.user).toBeNull()
  await expect
    .poll(
      async () =>
        new Map(
          (await service.from('orders').select('id, user_id, full_name, email, phone').in('id', [open.id, invoiced.id])).data?.map(({ id, ...rest }) => [
            id,
            rest,
          ]),
        ),
    )
    .toEqual(
      new Map([
        [open.id, { user_id: null, full_name: 'Deleted customer', email: '', phone: '' }],
        [invoiced.id, { user_id: null, full_name: 'Meera Nair', email: '', phone: '' }],
      ]),
    )
  const visitor = visitorClient(shopKeys())
  const refused = await visitor.auth.signInWithPassword({ email: customer.email, password: customer.password })
  expect(refused.error?.code).toBe('invalid_credentials')
  // the address is free again for a new account
  const made = await service.auth.admin.createUser({ email: customer.email, password: customer.password, email_confirm: true })
  expect(made.data.user?.id).not.toBe(customer.id)
  await visitor.auth.signInWithPassword({ email: customer.email, password: customer.password })
  await expect.poll(async () => (await visitor.from('orders').select('id')).data).toEqual([])
})

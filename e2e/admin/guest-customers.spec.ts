/** People who ordered by telephone are customers too, and an account made later takes their orders over (docs/decisions/0086). */
import { randomInt, randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient, visitorClient } from '../support/customers.ts'
import { changeOrder, orderOf } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

test('a telephone buyer is found, has a card, and their account takes the order over once its address is confirmed', async ({ page, customer }) => {
  const mark = randomUUID().slice(0, 8)
  const email = `farida-${mark}@shringar.example`
  const phone = `98450${randomInt(10_000, 99_999)}`
  const order = await orderOf(customer)
  await changeOrder(order.id, { user_id: null, full_name: `Farida ${mark}`, company_name: `Farida Salon ${mark}`, gstin: '27AAPFU0939F1ZV', phone, email })

  await page.goto('/admin/customers')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Without an account' }).click()
  await page.getByRole('searchbox', { name: 'Name, company, phone, GSTIN' }).fill(mark)
  await expect(page).toHaveURL(new RegExp(`q=${mark}`)) // the list may have had this one row before
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row').nth(1)).toContainText('27AAPFU0939F1ZV')
  await expect(page.getByText(email), 'e-mail addresses are for the owner').toHaveCount(0)
  await table.getByRole('link', { name: `Farida ${mark}` }).click()

  await expect(page.getByRole('heading', { level: 1, name: `Farida ${mark}` })).toBeVisible()
  await expect(page.getByRole('main').getByText('No account')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order history' }).getByRole('link', { name: `#${order.short}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `Call ${phone}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await violations(page), theme).toEqual([])
  }
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('main')).toContainText(`Farida ${mark}`)
  await expect(page.getByRole('main')).toContainText(phone)

  // an account with this address: the shop knows that it is theirs
  const password = randomUUID()
  const made = await serviceClient(shopKeys()).auth.admin.createUser({ email, password, email_confirm: true })
  expect(made.error).toBeNull()
  const { data, error } = await visitorClient(shopKeys()).auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  const owner = async () => (await serviceClient(shopKeys()).from('orders').select('user_id').eq('id', order.id).single()).data?.user_id
  await expect.poll(owner).toBe(data.user?.id)
  await page.goto(`/admin/customers/${data.user?.id}`)
  await expect(page.getByRole('definition').filter({ hasText: '27AAPFU0939F1ZV' })).toContainText('from orders')
})

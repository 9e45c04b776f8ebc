/** /admin/discounts: created, tested before customers see them, switched off and on (docs/decisions/0021-discounts.md). */
import { randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

test('an offer is created, previewed on a sample cart, refused with its errors or when someone else saved first, announced to customers, and switched off with Undo', async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 6)
  const product = await makeProduct({ name: `Offer balm ${mark}`, price: 118 })
  await page.goto('/admin/discounts')
  await page.getByRole('link', { name: 'New discount' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New discount' })).toBeVisible()
  await expect(page.getByText('Fill in the discount to see what a buyer would pay.')).toBeVisible()
  await page.getByLabel('Percent', { exact: true }).fill('120')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').first()).toBeFocused()
  await expect(page.getByLabel('Percent', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Title').fill(`Balm week ${mark}`)
  await page.getByLabel('Percent', { exact: true }).fill('25')
  await page.getByLabel('Add a product').fill(`balm ${mark}`)
  await page.getByRole('list', { name: 'Products found' }).getByRole('button').click()
  await expect(page.getByRole('button', { name: `Remove Offer balm ${mark}` })).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('row', { name: `Offer balm ${mark}` })).toContainText('−₹177.00') // a quarter of 6 × 118
  await expect(preview).toContainText('Saves ₹177.00.')
  await preview.getByLabel('Sample cart').selectOption('1')
  await expect(preview.getByRole('row', { name: `Offer balm ${mark}` })).toContainText('−₹29.50')
  await page.getByLabel('Minimum order value').fill('500')
  await expect(preview).toContainText('No discount here: ₹382.00 short of the minimum.')
  await page.getByLabel('Total uses').fill('50')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(`Balm week ${mark} saved`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/discounts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: `Balm week ${mark}` })).toBeVisible()
  const row = async () =>
    (
      await serviceClient(shopKeys())
        .from('discounts')
        .select('code,kind,value,minimum_goods,usage_limit,is_active,product_ids')
        .eq('title', `Balm week ${mark}`)
        .single()
    ).data
  await expect
    .poll(() => row())
    .toEqual({ code: null, kind: 'percent', value: 25, minimum_goods: 500, usage_limit: 50, is_active: true, product_ids: [product.id] })

  // one more edit, then one that is too late
  await page.getByLabel('Percent', { exact: true }).fill('30')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await expect.poll(async () => (await row())?.value).toBe(30)
  const { error } = await serviceClient(shopKeys()).from('discounts').update({ value: 25 }).eq('title', `Balm week ${mark}`)
  if (error) throw error
  await page.getByLabel('Percent', { exact: true }).fill('35')
  await page.getByRole('button', { name: 'Save' }).click()
  const stale = page.getByRole('alert').filter({ hasText: 'changed this while you were editing' })
  await expect(stale.getByRole('row', { name: 'Value' })).toContainText('35')
  await expect.poll(async () => (await row())?.value).toBe(25)
  expect(await violations(page)).toEqual([])
  await stale.getByRole('button', { name: 'Use the current version' }).click()
  await expect(page.getByLabel('Percent', { exact: true })).toHaveValue('25')
  await page.getByRole('button', { name: 'Announce' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Announce' }).click()
  await expect(page.getByText(/customers? (was|were) notified$/)).toBeVisible()
  await expect(page.getByText(/^Announced to customers on /)).toBeVisible()

  await page.getByRole('link', { name: 'Back to Discounts' }).click()
  const listed = page.getByRole('row', { name: new RegExp(`Balm week ${mark}`) })
  await expect(listed).toContainText('25% off, 1 product')
  await expect(listed).toContainText('0 of 50')
  await listed.getByRole('button', { name: `Switch off Balm week ${mark}` }).click()
  await expect(listed).toContainText('Off')
  await expect(page.getByText(`Balm week ${mark} is switched off`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(listed).toContainText('Live')
  await expect.poll(async () => (await row())?.is_active).toBe(true)
})

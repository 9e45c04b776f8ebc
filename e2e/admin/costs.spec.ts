/** Cost prices and margins: who sees them on screens and in files (docs/decisions/0076-further-columns-of-products.md). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

const COST = 'Cost price excluding GST'
const service = () => serviceClient(shopKeys())
const exported = async (page: Page) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  return readFile(await file.path(), 'utf8')
}
const importing = async (page: Page, text: string) => {
  await page.goto('/admin/products/import')
  await page.getByLabel('Price list as Excel or CSV').setInputFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

test('a manager sees cost and margin in list, export and import; a price list changes a cost', async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  const balm = await makeProduct({ name: `Balm ${mark}`, sku: `COST-${mark}`, price: 118 })
  await service().from('product_costs').insert({ product_id: balm.id, cost: 60 }).throwOnError()
  await page.goto(`/admin/products?q=${mark}`)
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const column of ['Cost', 'Margin']) await page.getByRole('checkbox', { name: column, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toContainText('₹60.00')
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toContainText('₹40.00 40.0%')
  const csv = await exported(page)
  expect(csv.split('\r\n')[0]).toContain(COST)

  await importing(page, csv)
  await expect(page.getByLabel(`${COST} is`)).toHaveValue('cost')
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await expect(page.getByRole('button', { name: 'Unchanged 1', exact: true })).toBeVisible()
  await importing(page, `SKU,Purchase rate\nCOST-${mark},"₹ 64.50"\n`)
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByRole('button', { name: 'Updates 1', exact: true }).click()
  await expect(page.getByRole('cell', { name: /₹60\.00/ })).toContainText('₹64.50')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
  await expect.poll(async () => (await service().from('product_costs').select('cost').eq('product_id', balm.id).throwOnError()).data).toEqual([{ cost: 64.5 }])
  await dropProducts(balm.id)
})

test('catalogue staff edit, export and import the same product without its cost', async ({ browser, baseURL }) => {
  const mark = randomUUID().slice(0, 8)
  const balm = await makeProduct({ name: `Balm ${mark}`, sku: `COST-${mark}`, price: 118 })
  await service().from('product_costs').insert({ product_id: balm.id, cost: 61.25 }).throwOnError()
  const person = await newCustomer(shopKeys())
  await service().from('user_roles').insert({ user_id: person.id, role: 'catalogue' }).throwOnError()
  const context = await browser.newContext({ storageState: await storedSession(person), ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (/\/rest\/v1\//.test(response.url())) answers.push(response.text().catch(() => ''))
  })
  await page.goto(`/admin/products/edit/${balm.id}`)
  await page.getByLabel('Brand').fill('Noor')
  await expect(page.getByLabel(`${COST}, ₹`)).toHaveCount(0)
  await expect(page.getByLabel('Margin', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(`${balm.name} saved`)).toBeVisible()

  await page.goto(`/admin/products?q=${mark}`)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('checkbox', { name: 'MRP', exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Margin', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const csv = await exported(page)
  expect(csv).not.toContain(COST)
  expect(csv).not.toContain('61.25')
  await importing(page, `SKU,Name,Purchase rate\nCOST-${mark},Balm ${mark},5\n`)
  await expect(page.getByLabel('Purchase rate is')).toHaveValue('')
  await expect(page.getByRole('option', { name: COST })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await expect(page.getByRole('button', { name: 'Unchanged 1', exact: true })).toBeVisible()
  const received = await Promise.all(answers)
  expect(received.filter((text) => text.includes('61.25'))).toEqual([])
  await expect.poll(async () => (await service().from('product_costs').select('cost').eq('product_id', balm.id).throwOnError()).data).toEqual([{ cost: 61.25 }])
  await context.close()
  await dropProducts(balm.id)
})

/** /admin/products/import: rows whose SKU is empty, as in many exports of Shopify. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { dropProducts } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

const check = async (page: Page, list: string) => {
  await page.getByLabel('Price list as Excel or CSV').setInputFiles({ name: 'products_export.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await page.getByRole('button', { name: 'Check 3 rows' }).click()
}

test('one decision makes SKUs for the rows without one, and the same list again finds the same products', async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  const list = [
    'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Status',
    `lip-${mark},Lipstick ${mark},Noor,Shade,Ruby,,449.00,12,active`,
    `lip-${mark},,,,Coral,,449.00,5,`,
    `comb-${mark},Comb ${mark},Noor,Title,Default Title,C-${mark},50.00,9,active`,
  ].join('\n')
  const service = serviceClient(shopKeys())
  const imported = async () => (await service.from('products').select('id,sku,name,stock').like('name', `%${mark}%`).order('name').throwOnError()).data
  try {
    await page.goto('/admin/products/import')
    await check(page, list)
    await expect(page.getByRole('button', { name: 'No SKU: 2 rows' })).toBeVisible()
    await page.getByRole('button', { name: 'Make SKUs for these 2 rows' }).click()
    await expect(page.getByRole('button', { name: 'New 3', exact: true })).toBeVisible()
    await expect(page.getByText('Rows without a SKU get one that starts with PE-')).toBeVisible()
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await expect(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
    await expect
      .poll(() => imported())
      .toMatchObject([
        { name: `Comb ${mark}`, sku: `C-${mark}` },
        { name: `Lipstick ${mark} – Coral`, sku: expect.stringMatching(/^PE-[0-9A-F]{10}$/), stock: 5 },
        { name: `Lipstick ${mark} – Ruby`, sku: expect.stringMatching(/^PE-[0-9A-F]{10}$/), stock: 12 },
      ])
    await page.getByRole('button', { name: 'Import another file' }).click()
    await check(page, list)
    await page.getByRole('button', { name: 'Make SKUs for these 2 rows' }).click()
    await expect(page.getByRole('button', { name: 'Unchanged 3', exact: true })).toBeVisible()
  } finally {
    const products = await imported()
    await dropProducts(...products.map(({ id }) => id))
    await service.from('product_families').delete().like('name', `%${mark}%`).throwOnError()
  }
})

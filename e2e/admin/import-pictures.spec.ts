/** Pictures that a list names by their address (docs/decisions/0074-pictures-by-address.md). Downloads that succeed: server/pictures. */
import { randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

test('are queued by the import; what cannot be downloaded is shown with its product and dismissed', async ({ page }) => {
  const mark = `P${randomUUID().slice(0, 7).toUpperCase()}`
  const list = [
    'SKU,Name,Price,MRP,Image 1,Image 2',
    `${mark}-1,Rose ${mark},90,100,http://127.0.0.1/rose.jpg,http://127.0.0.1/rose-2.jpg`,
    `${mark}-2,Lily ${mark},90,100,lily.jpg,`,
  ].join('\n')
  await page.goto('/admin/products/import')
  await page.getByLabel('Price list as Excel or CSV').setInputFiles({ name: 'pictures.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await expect(page.getByLabel('Image 2 is')).toHaveValue('pictures')
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await expect(page.getByText('2 pictures in the file: the shop downloads them after the import.')).toBeVisible()
  await page.getByRole('button', { name: 'Warnings 1', exact: true }).click()
  await expect(page.getByRole('button', { name: /A picture is not a web address, and is left out/ })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 pictures are downloaded now.')).toBeVisible()

  const downloads = page.getByRole('region', { name: 'Pictures from addresses' })
  const failures = downloads.getByRole('listitem').filter({ hasText: mark })
  await expect(failures).toHaveCount(2, { timeout: 20_000 })
  await expect(failures.first()).toContainText('This address is not on the public internet.')
  await expect(failures.first().getByRole('link', { name: `Rose ${mark}` })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  // They are still there on the first step, later and on a phone.
  await page.goto('/admin/products/import')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(failures).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await downloads.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failures).toHaveCount(0)

  const { error } = await serviceClient(shopKeys()).from('products').delete().like('sku', `${mark}-%`)
  expect(error).toBeNull()
})

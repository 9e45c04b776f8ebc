/** Batches with their expiry: noted at a product, listed by what expires first (docs/decisions/0076-further-columns-of-products.md). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { toast } from '../support/product-form.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)
test.use({ expectedErrors: [/status of 409/] }) // a number twice

/** A day from today in India as YYYY-MM-DD. */
const inDays = (days: number) => new Date(Date.now() + 19_800_000 + days * 86_400_000).toISOString().slice(0, 10)
const batches = async (id: string) =>
  (await serviceClient(shopKeys()).from('product_batches').select('batch,received,remaining').eq('product_id', id).order('expires_on').throwOnError()).data

test('a batch is noted, what is left of it is changed in place, and it is deleted with undo', async ({ page }) => {
  const serum = await makeProduct({ stock: 50 })
  await page.goto(`/admin/products/edit/${serum.id}`)
  const panel = page.getByRole('region', { name: 'Batches', exact: true })
  await expect(panel.getByText('No batch noted yet')).toBeVisible()
  await panel.getByRole('button', { name: 'Add batch' }).click()
  await expect(panel.getByText('Enter the batch number')).toBeVisible()
  await expect(panel.getByText('Enter a date', { exact: true })).toBeVisible()
  const add = async (batch: string, expires: string, received: string) => {
    await panel.getByLabel('Batch', { exact: true }).fill(batch)
    await panel.getByLabel('Pieces received').fill(received)
    await panel.getByLabel('Expires on').fill(expires)
    await panel.getByRole('button', { name: 'Add batch' }).click()
  }
  await add('KV26B', inDays(400), '36')
  await expect(toast(page, 'Batch KV26B added')).toBeVisible()
  await add('KV26A', inDays(20), '24')
  await expect(toast(page, 'Batch KV26A added')).toBeVisible()
  await add('KV26A', inDays(30), '1')
  await expect(panel.getByText('This product has a batch with this number')).toBeVisible()
  const rows = panel.getByRole('table', { name: 'Batches' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('KV26Asell first')
  await expect(rows.nth(2)).toContainText('KV26B')
  await expect(panel.getByText('60 pieces are noted as left; the stock is 50.')).toBeVisible()

  await panel.getByRole('button', { name: 'Change what is left of batch KV26A' }).click()
  const left = panel.getByLabel('Left of batch KV26A')
  await left.fill('25')
  await left.press('Enter')
  await expect(panel.getByText('Enter a whole number from 0 to 24')).toBeVisible()
  await left.fill('14')
  await left.press('Enter')
  await expect(toast(page, 'Batch KV26A changed')).toBeVisible()
  await expect(panel.getByText(/are noted as left/)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Delete batch KV26B' }).click()
  await expect(toast(page, 'Batch KV26B deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows).toHaveCount(3)
  await expect
    .poll(() => batches(serum.id))
    .toEqual([
      { batch: 'KV26A', received: 24, remaining: 14 },
      { batch: 'KV26B', received: 36, remaining: 36 },
    ])
  expect(await violations(page)).toEqual([])
  await dropProducts(serum.id)
})

test('the list has what expires within a period, counts it, leads to the product and is exported', async ({ page }) => {
  const mark = randomUUID().slice(0, 8)
  const cream = await makeProduct({ name: `Cream ${mark}`, sku: `EXP-${mark}` })
  await serviceClient(shopKeys())
    .from('product_batches')
    .insert(
      [
        { batch: `old ${mark}`, days: -40, remaining: 2 },
        { batch: `soon ${mark}`, days: 10, remaining: 7 },
        { batch: `empty ${mark}`, days: 10, remaining: 0 },
        { batch: `later ${mark}`, days: 75, remaining: 9 },
        { batch: `far ${mark}`, days: 300, remaining: 9 },
      ].map(({ batch, days, remaining }) => ({ product_id: cream.id, batch, expires_on: inDays(days), received: 12, remaining })),
    )
    .throwOnError()
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Expiry', exact: true }).click()
  const row = (batch: string) => page.getByRole('row').filter({ hasText: `${batch} ${mark}` })
  await expect(row('soon')).toContainText('10 days left')
  for (const other of ['old', 'empty', 'later', 'far']) await expect(row(other)).toHaveCount(0)
  await page.getByRole('link', { name: /^Within 90 days \d+$/ }).click()
  await expect(row('later')).toBeVisible()
  await expect(row('far')).toHaveCount(0)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(`Cream ${mark},EXP-${mark},soon ${mark},${inDays(10)},10,,12,7,50`)
  expect(csv).not.toContain(`far ${mark}`)
  await page.getByRole('link', { name: /^Expired \d+$/ }).click()
  await expect(row('old')).toContainText('expired 40 days ago')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  await row('old')
    .getByRole('link', { name: `Cream ${mark}` })
    .click()
  await expect(page.getByRole('region', { name: 'Batches', exact: true }).getByText(`old ${mark}`)).toBeVisible()
  await dropProducts(cream.id)
})

/** /admin/products/import (docs/decisions/0024-import-in-the-browser.md). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const service = () => serviceClient(shopKeys())
const choose = (page: Page, name: string, buffer: Buffer) => page.getByLabel('Price list as CSV').setInputFiles({ name, mimeType: 'text/csv', buffer })
const inBothThemes = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
}
/** 'New 3', 'Errors 2': the counts of the check. */
const counted = (page: Page, tab: string, count: string) => expect(page.getByRole('button', { name: `${tab} ${count}`, exact: true })).toBeVisible()
const result = (page: Page, what: string) => page.locator('dl > div').filter({ hasText: what }).locator('dd').first()
const ofMark = async (mark: string) =>
  (await service().from('products').select('sku,name,price,mrp,stock,status,gst_percent,hsn,category:categories(name)').like('sku', `${mark}-%`).order('sku'))
    .data ?? []
const clear = async (mark: string) => {
  const { error } = await service().from('products').delete().like('sku', `${mark}-%`)
  expect(error).toBeNull()
}

test.use(laptop)

test('a list of another program, with faults: columns are guessed, every fault is told, what was chosen is written, and the same file again changes nothing', async ({
  page,
}) => {
  const mark = `I${randomUUID().slice(0, 7).toUpperCase()}`
  const kept = await makeProduct({ name: `Kept ${mark}`, price: 50, mrp: 80, stock: 7 })
  const { data: known } = await service().from('products').select('sku').eq('id', kept.id).single()
  const rows = [
    'Item Code;Particulars;Item Group;M.R.P.;Rate;GST%;HSN/SAC;Closing Stock;Remarks',
    `${mark}-1;Crème “Rose” ${mark};Test ${mark};1,200;Rs. 999/-;18%;3304.99.10;12;x`,
    `${mark}-2;"=SUM(A1) <b>${mark}</b>\nline two";Test ${mark};100;90;5;3305;0;x`,
    `${mark}-3;Too dear;Test ${mark};100;120;18;3304;5;x`,
    `${mark}-4;No price;Test ${mark};100;one fifty;18;3304;5;x`,
    `${mark}-5;;Test ${mark};100;90;18;330;-5;x`,
    `${mark}-1;Another one;Test ${mark};100;90;18;3304;1;x`,
    `${String(known?.sku)};;;;60;;;;x`,
    `${mark}-6;Short`,
    '',
  ].join('\r\n')
  // Windows-1252 with semicolons, as Excel and Tally save it in India; its quotation marks are not valid UTF-8.
  const list = Buffer.from(rows.replaceAll('“', '\u0093').replaceAll('”', '\u0094'), 'latin1')

  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Import' }).click()
  await inBothThemes(page)
  await choose(page, 'stock.xlsx', Buffer.from('PK\u0003\u0004'))
  await expect(page.getByRole('alert')).toContainText('This is a workbook')
  await choose(page, 'stock.csv', list)
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible()
  await expect(page).toHaveURL(/step=columns/)
  await expect(page.getByText('stock.csv · 8 rows · Windows-1252')).toBeVisible()
  for (const [heading, field] of [
    ['Item Code', 'sku'],
    ['Particulars', 'name'],
    ['Item Group', 'category'],
    ['M.R.P.', 'mrp'],
    ['Rate', 'price'],
    ['GST%', 'gst_percent'],
    ['HSN/SAC', 'hsn'],
    ['Closing Stock', 'stock'],
    ['Remarks', ''],
  ] as const)
    await expect(page.getByLabel(`${heading} is`), heading).toHaveValue(field)
  await expect(page.getByText('1 category does not exist yet:')).toBeVisible()
  await page.getByLabel('Remarks is').selectOption('price')
  await expect(page.getByRole('alert')).toHaveText('Two columns are Price. Please choose one of them.')
  await page.getByLabel('Remarks is').selectOption('')
  await page.getByLabel('If the file has no status, they are').selectOption('active')
  await inBothThemes(page)

  await page.getByRole('button', { name: 'Check 8 rows' }).click()
  await expect(page).toHaveURL(/step=check/)
  for (const [tab, count] of [
    ['Errors', '5'],
    ['New', '2'],
    ['Updates', '1'],
    ['Unchanged', '0'],
  ] as const)
    await counted(page, tab, count)
  const fault = (row: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: row, exact: true }) })
  await expect(fault('4')).toContainText('at most ₹100.00: a price may not exceed the MRP')
  await expect(fault('5')).toContainText('an amount in rupees, like 1,249.50')
  await expect(fault('5')).toContainText('one fifty')
  await expect(fault('6')).toContainText('four, six or eight digits')
  await expect(fault('6')).toContainText('a whole number, 0 or more')
  await expect(fault('7')).toContainText('row 2 has it with other values')
  await expect(fault('9')).toContainText('as many cells as the heading has (9); this row has 2')
  await inBothThemes(page)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Rows with errors as CSV' }).click()])
  const csv = await readFile(await file.path(), 'utf8')
  expect(file.suggestedFilename()).toBe('stock-faulty-rows.csv')
  expect(csv.split('\r\n').filter(Boolean)).toHaveLength(1 + 7)
  expect(csv).toContain(`5,${mark}-4,No price,Price,one fifty,"an amount in rupees, like 1,249.50"`)

  // Nothing is written until the admin decides what happens to the invalid rows.
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByRole('alert')).toHaveText('Tick the box to skip the rows with errors, or fix the file.')
  expect(await ofMark(mark)).toEqual([])
  await page.getByLabel('Skip the 5 rows with errors').check()
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
  await expect(page).toHaveURL(/step=import/)
  await expect(result(page, 'Added')).toHaveText('2')
  await expect(result(page, 'Updated')).toHaveText('1')
  await expect(result(page, 'Skipped')).toHaveText('5')
  await inBothThemes(page)
  expect(await ofMark(mark)).toEqual([
    {
      sku: `${mark}-1`,
      name: `Crème “Rose” ${mark}`,
      price: 999,
      mrp: 1200,
      stock: 12,
      status: 'active',
      gst_percent: 18,
      hsn: '33049910',
      category: { name: `Test ${mark}` },
    },
    {
      sku: `${mark}-2`,
      name: `=SUM(A1) <b>${mark}</b> line two`,
      price: 90,
      mrp: 100,
      stock: 0,
      status: 'active',
      gst_percent: 5,
      hsn: '3305',
      category: { name: `Test ${mark}` },
    },
  ])
  // Columns that the row leaves empty keep their values.
  const { data: after } = await service().from('products').select('name,price,mrp,stock').eq('id', kept.id).single()
  expect(after).toEqual({ name: kept.name, price: 60, mrp: 80, stock: 7 })

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'stock.csv', list)
  await expect(page.getByText('as last time').first()).toBeVisible()
  await page.getByRole('button', { name: 'Check 8 rows' }).click()
  await counted(page, 'Unchanged', '3')
  await counted(page, 'New', '0')
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await clear(mark)
  await dropProducts(kept.id)
})

test.describe('while the line is cut', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/] })
  test('an import waits, goes on by itself, and stopped it says what is left', async ({ page }) => {
    const mark = `I${randomUUID().slice(0, 7).toUpperCase()}`
    const list = ['SKU,Name,Price', ...Array.from({ length: 600 }, (_, k) => `${mark}-${String(k).padStart(3, '0')},Thing ${k},${10 + k}`)].join('\n')
    await page.goto('/admin/products/import?step=check')
    await expect(page.getByText(/Reloading the page removed the file/)).toBeVisible()
    await choose(page, 'things.csv', Buffer.from(list))
    await page.getByRole('button', { name: 'Check 600 rows' }).click()
    await counted(page, 'New', '600')
    // The second chunk is written but its answer is lost; after that no request succeeds.
    let calls = 0
    await page.route('**/rpc/import_products', async (route) => {
      calls += 1
      if (calls === 1) return route.continue()
      if (calls === 2) await route.fetch()
      return route.abort('failed')
    })
    await page.getByRole('button', { name: 'Import 600 rows' }).click()
    await expect(page.getByText(/The connection is lost/)).toBeVisible()
    await expect(page.getByText('250 of 600 rows imported')).toBeVisible()
    await page.unroute('**/rpc/import_products')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
    await expect(result(page, 'Added')).toHaveText('600')
    expect(await ofMark(mark)).toHaveLength(600)

    const dearer = list.replace(/,(\d+)$/gm, (_, price: string) => `,${Number(price) + 1}`)
    await page.getByRole('button', { name: 'Import another file' }).click()
    await choose(page, 'things.csv', Buffer.from(dearer))
    await page.getByRole('button', { name: 'Check 600 rows' }).click()
    await counted(page, 'Updates', '600')
    await page.route('**/rpc/import_products', (route) => route.abort('failed'))
    await page.getByRole('button', { name: 'Import 600 rows' }).click()
    await expect(page.getByText(/The connection is lost/)).toBeVisible()
    // Leaving asks for confirmation; staying changes nothing.
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible()
    await expect(page.getByText(/600 rows were not sent\. Imported rows are safe\./)).toBeVisible()
    expect((await ofMark(mark))[0]).toMatchObject({ price: 10 })
    await clear(mark)
  })
})

/** /admin/products/import (docs/decisions/0024-import-in-the-browser.md). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { removeNewCategoriesAfterwards } from '../support/categories.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { workbook } from '../support/workbook.ts'

const service = () => serviceClient(shopKeys())
const choose = (page: Page, name: string, buffer: Buffer) => page.getByLabel('Price list as Excel or CSV').setInputFiles({ name, mimeType: 'text/csv', buffer })
const inBothThemes = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
}
/** 'New 3', 'Errors 2': the counts of the check. */
const counted = (page: Page, tab: string, count: string) => expect(page.getByRole('button', { name: `${tab} ${count}`, exact: true })).toBeVisible()
const result = (page: Page, what: string) => page.locator('dl > div').filter({ hasText: what }).locator('dd').first()
const ofMark = async (mark: string) => {
  const columns = 'sku,name,price,mrp,stock,status,gst_percent,hsn,category:categories(name)'
  return (await service().from('products').select(columns).like('sku', `${mark}-%`).order('sku').throwOnError()).data
}
const clear = (mark: string) => service().from('products').delete().like('sku', `${mark}-%`).throwOnError()

test.use(laptop)
removeNewCategoriesAfterwards()

test('a list from another program: columns are guessed, every error is shown, the chosen rows are written, and the same file again changes nothing', async ({
  page,
}) => {
  test.slow() // ten checks of axe on the way
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
  await expect(page.getByRole('alert')).toContainText('This workbook is damaged or incomplete')
  await choose(page, 'stock.csv', list)
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible()
  await expect(page).toHaveURL(/step=columns/)
  await expect(page.getByText('stock.csv · 8 rows · Windows-1252, semicolons')).toBeVisible()
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
  const errorRow = (row: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: row, exact: true }) })
  await expect(errorRow('4')).toContainText('at most ₹100.00: a price may not exceed the MRP')
  await expect(errorRow('5')).toContainText('an amount in rupees, like 1,249.50')
  await expect(errorRow('5')).toContainText('one fifty')
  await expect(errorRow('6')).toContainText('four, six or eight digits')
  await expect(errorRow('6')).toContainText('a whole number, 0 or more')
  await expect(errorRow('7')).toContainText('row 2 has it with other values')
  await expect(errorRow('9')).toContainText('as many cells as the heading has (9); this row has 2')
  await inBothThemes(page)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Rows with errors as CSV' }).click()])
  const csv = await readFile(await file.path(), 'utf8')
  expect(file.suggestedFilename()).toBe('stock-errors.csv')
  expect(csv.split('\r\n').filter(Boolean)).toHaveLength(1 + 7)
  expect(csv).toContain(`5,${mark}-4,No price,Price,one fifty,"an amount in rupees, like 1,249.50"`)

  // Nothing is written until the admin decides what happens to the invalid rows.
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByRole('alert')).toHaveText('Tick the box to skip the rows with errors, or fix the file.')
  await expect.poll(() => ofMark(mark)).toEqual([])
  await page.getByLabel('Skip the 5 rows with errors').check()
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
  await expect(page).toHaveURL(/step=import/)
  await expect(result(page, 'Added')).toHaveText('2')
  await expect(result(page, 'Updated')).toHaveText('1')
  await expect(result(page, 'Skipped')).toHaveText('5')
  await inBothThemes(page)
  await expect
    .poll(() => ofMark(mark))
    .toEqual([
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
  await expect
    .poll(async () => (await service().from('products').select('name,price,mrp,stock').eq('id', kept.id).single()).data)
    .toEqual({ name: kept.name, price: 60, mrp: 80, stock: 7 })

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

test('a workbook: the sheet and the headings below its titles are found and can be changed, and its numbers are read as its cells show them', async ({
  page,
}) => {
  const mark = `I${randomUUID().slice(0, 7).toUpperCase()}`
  const file = workbook({
    'Read me': [['How to fill in this list']],
    Stock: [
      ['Glow Traders, Pune'],
      ['Price list', '', 'November 2026'],
      ['Item Code', 'Item Name', 'M.R.P.', 'Rate', 'GST', 'HSN Code', 'Closing Stock'],
      [`${mark}-1`, `काजल ${mark}`, 250, 185.49999999999997, { percent: 0.18 }, 3304, 24],
      [`${mark}-2`, `Rose water ${mark}`, 99, 120, { percent: 0.05 }, 3304, 5],
      [],
      ['Grand Total', '', '', '', '', '', 29],
    ],
  })
  await page.goto('/admin/products/import')
  await choose(page, 'list.xlsx', file)
  await expect(page.getByText('list.xlsx · 2 rows · Excel')).toBeVisible()
  await expect(page.getByLabel('Sheet')).toHaveValue('1')
  await expect(page.getByLabel('Headings are in')).toContainText('Row 3: Item Code · Item Name')
  await expect(page.getByText('2 lines above the headings and the line of totals at the end are left out.')).toBeVisible()
  await inBothThemes(page)
  await page.getByLabel('Headings are in').selectOption({ index: 1 })
  await expect(page.getByLabel('November 2026 is')).toBeVisible()
  await page.getByLabel('Sheet').selectOption('Read me')
  await expect(page.getByRole('button', { name: 'Check 0 rows' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('There are no rows below these headings.')
  await page.getByLabel('Sheet').selectOption('Stock')
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await counted(page, 'New', '1')
  await counted(page, 'Errors', '1')
  await page.getByLabel('Skip the row with an error').check()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
  await expect(result(page, 'Added')).toHaveText('1')
  await expect
    .poll(() => ofMark(mark))
    .toMatchObject([{ sku: `${mark}-1`, name: `काजल ${mark}`, price: 185.5, mrp: 250, gst_percent: 18, hsn: '3304', stock: 24 }])
  await clear(mark)
})

test('an export of Shopify: rows of one handle become a family, its errors are shown, and the same file again changes nothing', async ({ page }) => {
  test.slow() // eight checks of axe on the way
  const mark = `I${randomUUID().slice(0, 7).toUpperCase()}`
  const list = [
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Qty,Image Src,Status',
    `lip-${mark},Lipstick ${mark},"<p>Our <b>Matte</b> &amp; more</p>",Noor,,Test ${mark},Shade,Ruby Red,${mark}-1,449.00,499.00,12,http://127.0.0.1/a.jpg,active`,
    `lip-${mark},,,,,,,Coral,${mark}-2,449.00,499.00,5,http://127.0.0.1/b.jpg,`,
    `lip-${mark},,,,,,,,,,,,http://127.0.0.1/c.jpg,`,
    `lip-${mark},,,,,,,Plum,${mark}-3,549.00,499.00,5,,`,
    `lip-${mark},,,,,,,coral,${mark}-4,449.00,499.00,5,,`,
    `comb-${mark},Comb ${mark},,Noor,,Test ${mark},Title,Default Title,${mark}-5,50.00,,9,,active`,
    `comb-${mark},,,,,,,,,,,,http://127.0.0.1/d.jpg,`,
  ].join('\n')
  await page.goto('/admin/products/import')
  await choose(page, 'products_export.csv', Buffer.from(list))
  await expect(page.getByText('An export of Shopify')).toBeVisible()
  await expect(page.getByLabel('Type is')).toHaveValue('category')
  await expect(page.getByLabel('Option1 Value is')).toHaveValue('value_1')
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Check 7 rows' }).click()
  await counted(page, 'New', '3')
  await counted(page, 'Errors', '2')
  await expect(page.getByText('2 rows have no product of their own')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `Lipstick ${mark} – coral` })).toContainText('row 3 of this family has the same values')
  await expect(page.getByRole('row').filter({ hasText: `Lipstick ${mark} – Plum` })).toContainText('a price may not exceed the MRP')
  // One decision for all rows with the same reason.
  await page.getByRole('button', { name: 'Same shade or size twice: 1 row' }).click()
  await expect(page.getByText('1 of 1 shown')).toBeVisible()
  await page.getByRole('button', { name: 'Sell this row at its MRP' }).click()
  await counted(page, 'Errors', '1')
  await page.getByRole('button', { name: 'Warnings 4', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Was above the MRP: sold at the MRP: 1 row' })).toBeVisible()
  await page.getByLabel('HSN for all rows without one').fill('33')
  await page.getByRole('button', { name: 'Set for these 4 rows' }).click()
  await expect(page.getByRole('alert')).toHaveText('Four, six or eight digits')
  await inBothThemes(page)
  await page.getByLabel('HSN for all rows without one').fill('3304')
  await page.getByRole('button', { name: 'Set for these 4 rows' }).click()
  await counted(page, 'Warnings', '1')
  await expect(page.getByText('HSN 3304 is set for rows without one.')).toBeVisible()
  await page.getByLabel('Skip the row with an error').check()
  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
  await expect(result(page, 'Added')).toHaveText('4')
  await expect(page.getByText('1 family of products has new members.')).toBeVisible()
  await inBothThemes(page)
  await expect
    .poll(async () => (await ofMark(mark)).map(({ name }) => name))
    .toEqual([`Lipstick ${mark} – Ruby Red`, `Lipstick ${mark} – Coral`, `Lipstick ${mark} – Plum`, `Comb ${mark}`])
  await expect
    .poll(
      async () => (await service().from('products').select('description,brand,hsn,family:product_families(name,options)').eq('sku', `${mark}-2`).single()).data,
    )
    .toEqual({ description: 'Our Matte & more', brand: 'Noor', hsn: '3304', family: { name: `Lipstick ${mark}`, options: ['Shade'] } })

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'products_export.csv', Buffer.from(list))
  await page.getByRole('button', { name: 'Check 7 rows' }).click()
  // That prices are capped is an option of lists like this one, so it is remembered.
  await counted(page, 'Unchanged', '4')
  await counted(page, 'Errors', '1')

  // The whole import is taken back; the family is deleted with its members.
  await page.goto('/admin/products/import')
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Undo the import of products_export.csv' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('The import is undone: 4 deleted, 0 as before.')).toBeVisible()
  await expect.poll(() => ofMark(mark)).toEqual([])
  await expect.poll(async () => (await service().from('product_families').select('id').eq('name', `Lipstick ${mark}`)).data).toEqual([])
})

test.describe('while the connection is down', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/] })
  test('an import waits, continues automatically, and says what is left when stopped', async ({ page }) => {
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
    await expect.poll(() => ofMark(mark)).toHaveLength(600)

    const moreExpensive = list.replace(/,(\d+)$/gm, (_, price: string) => `,${Number(price) + 1}`)
    await page.getByRole('button', { name: 'Import another file' }).click()
    await choose(page, 'things.csv', Buffer.from(moreExpensive))
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
    await expect.poll(async () => (await ofMark(mark))[0]).toMatchObject({ price: 10 })
    await clear(mark)
  })
})

/** /admin/products (docs/rules.md#back-office-edits, docs/rules.md#mrp). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { changeProduct, dropProducts, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
const product = async (id: string) => (await service().from('products').select('*').eq('id', id).single().throwOnError()).data

test.describe('on a laptop', () => {
  test.use(laptop)
  test.use({ expectedErrors: [/status of 40[09]/] }) // above MRP, stale

  test('price and stock are edited in place, with undo; prices above MRP and stale values are refused', async ({ page }) => {
    const mark = randomUUID().slice(0, 8)
    const kajal = await makeProduct({ name: `Kajal ${mark}`, price: 100, mrp: 120, stock: 40 })
    await page.goto(`/admin/products?q=${mark}`)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: `Change the price of ${kajal.name}` }).click()
    const price = page.getByLabel(`Price of ${kajal.name}, rupees`)
    await price.fill('free')
    await price.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Enter an amount above ₹0')
    await price.fill('150')
    await price.press('Enter')
    await expect(toast(page, 'Not changed')).toBeVisible()
    await expect(page.getByText(/above MRP; the highest allowed price is ₹120/)).toBeVisible()
    await expect.poll(() => product(kajal.id)).toMatchObject({ price: 100 })
    await page.getByRole('button', { name: `Change the price of ${kajal.name}` }).press('Enter')
    await price.fill('110.50')
    await price.press('Enter')
    await expect(toast(page, `${kajal.name} changed`)).toBeVisible()
    await expect.poll(() => product(kajal.id)).toMatchObject({ price: 110.5 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect.poll(() => product(kajal.id)).toMatchObject({ price: 100 })

    await page.getByRole('button', { name: `Change the stock of ${kajal.name}` }).click()
    await changeProduct(kajal.id, { stock: 38 })
    const stock = page.getByLabel(`Stock of ${kajal.name}`)
    await stock.fill('60')
    await stock.press('Enter')
    await expect(toast(page, 'Someone else changed it')).toBeVisible()
    await expect.poll(() => product(kajal.id)).toMatchObject({ stock: 38 })
    await page.getByRole('button', { name: `Change the stock of ${kajal.name}` }).click()
    await stock.fill('60')
    await stock.press('Enter')
    await expect.poll(async () => (await product(kajal.id)).stock).toBe(60)
    await expect
      .poll(
        async () =>
          (await service().from('stock_movements').select('quantity,reason').eq('product_id', kajal.id).order('id', { ascending: false }).limit(1)).data,
      )
      .toEqual([{ quantity: 22, reason: 'adjustment' }])
  })

  test('products are filtered, sorted, archived in bulk, and restored with undo', async ({ page }) => {
    const mark = randomUUID().slice(0, 8)
    const [out, low, many] = [
      await makeProduct({ name: `Comb A ${mark}`, stock: 0 }),
      await makeProduct({ name: `Comb B ${mark}`, stock: 9 }),
      await makeProduct({ name: `Comb C ${mark}`, stock: 10 }),
    ]
    const names = () => page.locator('[data-row-link]').evaluateAll((links) => links.map((link) => link.textContent ?? ''))
    await page.goto(`/admin/products?q=${mark}&stock=out,low&sort=stock.asc`)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect.poll(async () => (await names()).map((text) => text.slice(0, 6))).toEqual(['Comb A', 'Comb B'])
    await page.getByRole('button', { name: 'Remove filter Stock: Low stock' }).click()
    await page.getByRole('button', { name: 'Remove filter Stock: Out of stock' }).click()
    await expect(page.getByRole('row')).toHaveCount(4)
    // a reorder level, set for all three at once: without a search the list is filtered by another request
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit products' })
    await dialog.getByLabel('What').selectOption('Reorder level')
    await dialog.getByLabel('New value').fill('9')
    await dialog.getByRole('button', { name: 'Change 3 products' }).click()
    await expect(toast(page, '3 products changed')).toBeVisible()
    for (const search of [`q=${mark}&`, '']) {
      await page.goto(`/admin/products?${search}stock=reorder`)
      await expect(page.getByRole('link', { name: out.name })).toBeVisible()
      await expect(page.getByRole('link', { name: low.name })).toBeVisible()
      await expect(page.getByRole('link', { name: many.name })).toHaveCount(0)
    }
    await page.goto(`/admin/products?q=${mark}&sort=stock.asc`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(toast(page, '3 products: Archived')).toBeVisible()
    for (const { id } of [out, low, many]) await expect.poll(() => product(id)).toMatchObject({ status: 'archived' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    for (const { id } of [out, low, many]) await expect.poll(() => product(id)).toMatchObject({ status: 'active' })
    expect(await violations(page)).toEqual([])
    // The actions for one of them.
    await page.getByRole('button', { name: `More for ${many.name}` }).click()
    await expect(page.getByRole('link', { name: `Duplicate ${many.name}` })).toHaveAttribute('href', `/admin/products/add?from=${many.id}`)
    await expect(page.getByRole('link', { name: `View ${many.name} in the shop` })).toHaveAttribute('href', many.path)
    await dropProducts(out.id, low.id, many.id)
  })

  test('prices by percent: shown before and after, above MRP skipped, undone; one stale price refuses all', async ({ page }) => {
    const mark = randomUUID().slice(0, 8)
    const brand = `Brand ${mark}`
    const [plain, tight, tiered] = [
      await makeProduct({ name: `Bar A ${mark}`, brand, price: 189.5 }),
      await makeProduct({ name: `Bar B ${mark}`, brand, price: 100, mrp: 105 }),
      await makeProduct({ name: `Bar C ${mark}`, brand, price: 90, retail_price: 200, mrp: 400, pricing_tiers: [{ min_quantity: 6, discount_percent: 10 }] }),
    ]
    await page.goto(`/admin/products?brand=${encodeURIComponent(brand)}&sort=name.asc`)
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Change prices' }).click()
    await page.getByLabel('Amount').fill('ten')
    await expect(page.getByRole('alert')).toHaveText('Enter a percentage above 0, at most two decimals')
    await page.getByLabel('Amount').fill('10')
    await page.getByLabel('Round').selectOption('nine')
    const line = (name: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: name })
    await expect(line(plain.name)).toContainText('₹189.50₹209.00')
    await expect(line(tight.name)).toContainText('above MRP; at most ₹105.00')
    await expect(line(tiered.name)).toContainText('₹200.00₹219.00')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page), colorScheme).toEqual([])
    }
    await page.getByRole('button', { name: 'Change 2 products' }).click()
    await expect(toast(page, '2 products changed')).toBeVisible()
    await expect.poll(() => product(plain.id)).toMatchObject({ price: 209 })
    await expect.poll(() => product(tight.id)).toMatchObject({ price: 100 })
    await expect.poll(() => product(tiered.id)).toMatchObject({ price: 90, retail_price: 219, pricing_tiers: [{ min_quantity: 6, discount_percent: 10 }] })
    await expect
      .poll(async () => (await service().from('audit_log').select('changes').eq('row_id', plain.id).eq('action', 'update')).data)
      .toEqual([{ changes: { price: [189.5, 209] } }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    await expect.poll(() => product(plain.id)).toMatchObject({ price: 189.5 })

    // Another admin has changed one of them first: none is changed.
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Change prices' }).click()
    await page.getByLabel('Change', { exact: true }).selectOption('down')
    await page.getByLabel('Amount').fill('5')
    await expect(page.getByRole('button', { name: 'Change 3 products' })).toBeVisible()
    await changeProduct(tiered.id, { retail_price: 201 })
    await page.getByRole('button', { name: 'Change 3 products' }).click()
    await expect(page.getByRole('alert')).toContainText('Someone else changed 1 of them')
    await expect.poll(() => product(plain.id)).toMatchObject({ price: 189.5 })
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('What', { exact: true }).selectOption('hsn')
    await page.getByLabel('New value').fill('33')
    await page.getByRole('button', { name: 'Change 3 products' }).click()
    await expect(page.getByRole('alert')).toHaveText('Four, six or eight digits, or nothing')
    await page.getByLabel('New value').fill('3305.10')
    await page.getByRole('button', { name: 'Change 3 products' }).click()
    await expect(toast(page, '3 products changed')).toBeVisible()
    for (const { id } of [plain, tight, tiered]) await expect.poll(() => product(id)).toMatchObject({ hsn: '330510' })
    await dropProducts(plain.id, tight.id, tiered.id)
  })

  test('all rows of a list are changed at once, also beyond its page, and an export imports without a change', async ({ page }) => {
    const mark = `X${randomUUID().slice(0, 7).toUpperCase()}`
    const { error } = await service()
      .from('products')
      .insert(
        Array.from({ length: 1050 }, (_, k) => ({
          sku: `${mark}-${k}`,
          name: k === 0 ? `=${mark}, "quoted"` : `Thing ${k} ${mark}`,
          description: k === 1 ? 'Two\nlines' : null,
          price: 10 + k,
          retail_price: k % 3 === 0 ? 9 + k : null,
          pricing_tiers: k % 2 === 0 ? [{ min_quantity: 6, discount_percent: 2.5 }] : null,
          stock: k,
          status: 'draft',
        })),
      )
    expect(error).toBeNull()
    await page.goto(`/admin/products?q=${mark}`)
    await expect(page.getByRole('row')).toHaveCount(51)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: /^Select all .*in this list$/ }).click()
    await expect(page.getByText('All products in this list are selected.')).toBeVisible()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(toast(page, '1,050 products: Archived')).toBeVisible()
    await expect
      .poll(async () => (await service().from('products').select('id', { count: 'exact', head: true }).like('sku', `${mark}-%`).eq('status', 'archived')).count)
      .toBe(1050)

    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
    await page.goto('/admin/products/import')
    await page.getByLabel('Price list as Excel or CSV').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: await readFile(await file.path()) })
    await page.getByRole('button', { name: 'Check 1,050 rows' }).click()
    await expect(page.getByRole('button', { name: 'Unchanged 1,050', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
    const dropped = await service().from('products').delete().like('sku', `${mark}-%`)
    expect(dropped.error).toBeNull()
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the list fits the screen and has no violation', async ({ page }) => {
    await page.goto('/admin/products')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

/** /admin/products (experience 28–30, 33; rulings 4, 17, 18; india.md "MRP"). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
const product = async (id: string) => (await service().from('products').select('*').eq('id', id).single()).data as Record<string, unknown>

test.describe('on a laptop', () => {
  test.use(laptop)
  test.use({ expectedErrors: [/status of 400/] }) // above MRP

  test('price and stock are changed in their place, with undo; above MRP and what is stale are refused', async ({ page }) => {
    const mark = randomUUID().slice(0, 8)
    const kajal = await makeProduct({ name: `Kajal ${mark}`, price: 100, mrp: 120, stock: 40 })
    await page.goto(`/admin/products?q=${mark}`)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: `Change the price of ${kajal.name}` }).click()
    const price = page.getByLabel(`Price of ${kajal.name}, rupees`)
    await price.fill('free')
    await price.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('An amount in rupees above 0')
    await price.fill('150')
    await price.press('Enter')
    await expect(toast(page, 'It was not changed')).toBeVisible()
    await expect(page.getByText(/above MRP; the highest allowed price is ₹120/)).toBeVisible()
    expect(await product(kajal.id)).toMatchObject({ price: 100 })
    await page.getByRole('button', { name: `Change the price of ${kajal.name}` }).press('Enter')
    await price.fill('110.50')
    await price.press('Enter')
    await expect(toast(page, `${kajal.name} changed`)).toBeVisible()
    expect(await product(kajal.id)).toMatchObject({ price: 110.5 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    expect(await product(kajal.id)).toMatchObject({ price: 100 })

    await page.getByRole('button', { name: `Change the stock of ${kajal.name}` }).click()
    await changeProduct(kajal.id, { stock: 38 })
    const stock = page.getByLabel(`Stock of ${kajal.name}`)
    await stock.fill('60')
    await stock.press('Enter')
    await expect(toast(page, 'Somebody else changed it meanwhile')).toBeVisible()
    expect(await product(kajal.id)).toMatchObject({ stock: 38 })
    await page.getByRole('button', { name: `Change the stock of ${kajal.name}` }).click()
    await stock.fill('60')
    await stock.press('Enter')
    await expect.poll(async () => (await product(kajal.id)).stock).toBe(60)
    const { data } = await service().from('stock_movements').select('quantity,reason').eq('product_id', kajal.id).order('id', { ascending: false }).limit(1)
    expect(data).toEqual([{ quantity: 22, reason: 'adjustment' }])
  })

  test('products are found by filter, sorted, taken off sale in bulk, and put back by undo', async ({ page }) => {
    const mark = randomUUID().slice(0, 8)
    const [out, low, many] = [
      await makeProduct({ name: `Comb A ${mark}`, stock: 0 }),
      await makeProduct({ name: `Comb B ${mark}`, stock: 9 }),
      await makeProduct({ name: `Comb C ${mark}`, stock: 10 }),
    ]
    const names = () =>
      page
        .getByRole('row')
        .getByRole('link', { name: /in the shop$/ })
        .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
    await page.goto(`/admin/products?q=${mark}&stock=out,low&sort=stock.asc`)
    await expect(page.getByRole('row')).toHaveCount(3)
    expect(await names()).toEqual([`View ${out.name} in the shop`, `View ${low.name} in the shop`])
    await page.getByRole('button', { name: 'Remove filter Stock: Low stock' }).click()
    await page.getByRole('button', { name: 'Remove filter Stock: Out of stock' }).click()
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(toast(page, '3 products: Archived')).toBeVisible()
    for (const { id } of [out, low, many]) expect(await product(id)).toMatchObject({ status: 'archived' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone')).toBeVisible()
    for (const { id } of [out, low, many]) expect(await product(id)).toMatchObject({ status: 'active' })
    expect(await violations(page)).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the list fits the screen and has no violation', async ({ page }) => {
    await page.goto('/admin/products')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

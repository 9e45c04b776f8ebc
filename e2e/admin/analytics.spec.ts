/** /admin/sales-analytics: figures that link to their rows, and charts that are also available as tables (docs/decisions/0028-analytics.md). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { newCustomer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const part = (page: Page, name: string) => page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name, exact: true })
const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`)
const amountIn = (text: string): number => Math.round(Number(/₹([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')) * 100)
const indianDay = (): string => new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)

test.use(laptop)

test('figures follow the days, the chart is walked by arrows, is a table too, and leads to its orders', async ({ page }) => {
  const buyer = await newCustomer(shopKeys())
  const { id } = await orderOf(buyer)
  await moveOrder(id, 'processing')

  await page.goto('/admin/sales-analytics')
  await expect(page.getByRole('heading', { level: 1, name: 'Sales Analytics' })).toBeVisible()
  const days = page.getByRole('navigation', { name: 'Days' })
  await expect(days.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { name: 'Revenue with GST by day' })).toBeVisible()
  await expect(figure(page, 'orders')).toContainText(/[1-9]/)

  // one link of the chart is in the tab order; the arrow keys move on from it
  const chart = page.getByRole('figure', { name: 'Revenue with GST by day' })
  await expect(chart.getByRole('link')).toHaveCount(30)
  await expect(chart.locator('a[tabindex="0"]')).toHaveCount(1)
  await chart.locator('a[tabindex="0"]').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  const today = chart.getByRole('link').last()
  await expect(today).toBeFocused()
  await expect(today).toHaveAccessibleName(/^\w{3} \d+, \d{4}: ₹[\d,]+\.\d\d, \d+ orders?; previous period: ₹/)
  const said = amountIn((await today.getAttribute('aria-label')) ?? '')
  await expect(today).toHaveAttribute('href', `/admin/orders?from=${indianDay()}&to=${indianDay()}&sales=yes`)

  // the same as a table, whose sum equals the figure
  await page.getByRole('link', { name: 'Show as table' }).click()
  const table = page.getByRole('region', { name: 'Revenue with GST by day' }).getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(32)
  const revenue = amountIn(await figure(page, 'revenue').innerText())
  await expect.poll(async () => amountIn(await table.getByRole('row', { name: /^Total/ }).innerText())).toBe(revenue)
  await expect.poll(async () => amountIn(await table.getByRole('row').nth(30).innerText())).toBe(said)
  await page.keyboard.press('w')
  await expect(page.getByRole('heading', { name: 'Revenue with GST by week' })).toBeVisible()
  await expect.poll(async () => amountIn(await page.getByRole('row', { name: /^Total/ }).innerText())).toBe(revenue)
  await page.getByRole('link', { name: 'Show as chart' }).click()

  // another figure, another range, another comparison, a custom period
  await figure(page, 'units').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Units by week' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/range=7/)
  await expect(page.getByRole('figure', { name: 'Units by day' }).getByRole('link')).toHaveCount(7)
  await page.getByLabel('Compare with').selectOption('year')
  await expect(page).toHaveURL(/against=year/)
  await page.getByRole('button', { name: /^Choose days/ }).click()
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter both days.')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page.getByText('No sales in this period')).toBeVisible()
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31/)
  await page.goBack()
  await expect(page.getByRole('figure', { name: 'Units by day' })).toBeVisible()
  await days.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('figure').getByRole('link')).toHaveCount(1)
  await page.getByRole('figure').getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/orders\?from=.*sales=yes/)
})

test('a breakdown is sorted, exported whole, and each row leads to its orders; the stock says how long it lasts', async ({ page }) => {
  const buyer = await newCustomer(shopKeys())
  const { id, product } = await orderOf(buyer, { quantity: 3, product: { name: `A balm of a very long name that goes on ${Date.now()}`, stock: 5 } })
  await moveOrder(id, 'processing')

  await page.goto('/admin/sales-analytics?range=today')
  await part(page, 'Products').click()
  await expect(page.getByText(/^Goods ₹.* give the revenue of ₹/)).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(product.name) })
  await expect(row).toContainText('3')
  await expect(row.getByRole('link')).toHaveAttribute('href', `/admin/orders?from=${indianDay()}&to=${indianDay()}&product=${product.id}&sales=yes`)
  await page.getByRole('columnheader', { name: 'Product' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Product' })).toHaveAttribute('aria-sort', 'ascending')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  expect(file.suggestedFilename()).toBe(`sales-by-product-${indianDay()}-${indianDay()}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFFProduct,SKU,Number,Units,Sales with GST,Before')).toBe(true)
  expect(text).toContain(`${product.name},`)
  expect(await violations(page)).toEqual([])

  for (const [name, first] of [
    ['States', 'Maharashtra'],
    ['Payment', 'Cash on delivery'],
    ['Categories', 'Without a category'],
  ] as const) {
    await part(page, name).click()
    await expect(page.getByRole('cell', { name: first, exact: true })).toBeVisible()
    await expect(page).toHaveURL(/range=today/)
  }
  await part(page, 'Customers').click()
  await expect(page.getByRole('region', { name: 'Customers' }).getByRole('row')).not.toHaveCount(0)

  await part(page, 'Stock cover').click()
  const left = page.getByRole('row', { name: new RegExp(product.name) })
  await expect(left).toContainText('3 in 1 day')
  await expect(left.getByRole('link')).toHaveAttribute('href', `/admin/products/edit/${product.id}`)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Not sold in 90 days' }).click()
  await expect(page.getByRole('row', { name: new RegExp(product.name) })).toHaveCount(0)
})

test.describe('at 360 px', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('both themes pass axe, nothing overflows, and a failure is reported', async ({ page }) => {
    await page.setViewportSize(phone.viewport)
    for (const [scheme, view] of [
      ['light', ''],
      ['light', '?view=stock&list=all'],
      ['dark', '?view=state'],
      ['dark', '?show=table'],
      ['dark', ''],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(`/admin/sales-analytics${view}`)
      await expect(page.locator('[data-figure], [data-key]').first()).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect(await violations(page), `${scheme} ${view}`).toEqual([])
    }
    await page.route('**/rest/v1/rpc/sales_overview*', (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }))
    await page.goto('/admin/sales-analytics')
    await expect(page.getByRole('alert')).toContainText('The figures did not load.')
  })
})

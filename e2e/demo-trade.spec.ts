/** The full demo's year of trade, as an owner sees it who opens the back office for the first time (supabase/seed/README.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { openShop, type RunningShop } from './support/shop-process.ts'

let shop: RunningShop
let dataDir: string

test.beforeAll(async () => {
  test.setTimeout(150_000)
  dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-trade-'))
  shop = await openShop({ dataDir, env: { DEMO: '1' } })
})
test.afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the dashboard has work to do, the analytics a year of sales, and the GST return no issue', async ({ page }) => {
  test.setTimeout(120_000)
  const password = /admin@shringar\.example\s+(\S+)/.exec(shop.output())?.[1] ?? ''
  await page.goto(`${shop.url}/admin/login`)
  await page.getByLabel('Email').fill('admin@shringar.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.getByRole('dialog').getByLabel('Your name').fill('Asha Menon')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Accept orders')
  await expect(page.getByRole('main')).toContainText(/tasks for today/)
  expect(await violations(page)).toEqual([])

  await page.goto(`${shop.url}/admin/customers`)
  await page.getByRole('link', { name: 'Best customers' }).click()
  await expect(page.getByRole('main')).toContainText('Roop Beauty Mart')
  expect(await violations(page)).toEqual([])

  await page.goto(`${shop.url}/admin/sales-analytics?view=state&from=2000-01-01&to=2199-12-31`)
  await expect(page.getByRole('table')).toContainText('Tamil Nadu')

  await page.goto(`${shop.url}/admin/sales-analytics?view=gst`)
  await expect(page.getByRole('main')).toContainText(/\d\d invoices and/)
  await expect(page.getByText('No issues found')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

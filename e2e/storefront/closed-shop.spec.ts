/** A new shop is closed until its owner opens it (docs/decisions/0072-a-closed-shop.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { openShop, type RunningShop } from '../support/shop-process.ts'

let shop: RunningShop
let dataDir: string

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-closed-'))
  shop = await openShop({ dataDir, env: { DEMO: '0' }, closed: true })
})
test.afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test.use({ expectedErrors: [/status of 503/] })

const PASSWORD = 'a password of one’s own'

async function addProduct(): Promise<void> {
  const { url, keys } = shop
  const answer = await fetch(`${url}/rest/v1/products`, {
    method: 'POST',
    headers: { apikey: keys.secret_key, 'content-type': 'application/json' },
    body: JSON.stringify({ sku: 'ROSE-1', name: 'Rose water', price: 95, stock: 20, status: 'active' }),
  })
  expect(answer.status).toBe(201)
}

const statusOf = async (at: string): Promise<number> => (await fetch(`${shop.url}${at}`)).status

test('an owner sees the closed shop, opens it to visitors, and closes it again', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const visitor = await (await browser.newContext()).newPage()
  const answer = await visitor.goto(`${shop.url}/products`)
  expect(answer?.status()).toBe(503)
  expect(await answer?.headerValue('cache-control')).toBe('no-store')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Sign in to your account' })).toBeVisible()
  expect(await violations(visitor)).toEqual([])
  await expect.poll(async () => await (await fetch(`${shop.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
  await expect.poll(async () => [await statusOf('/sitemap.xml'), await statusOf('/login'), await statusOf('/terms')]).toEqual([503, 200, 200])

  const link = /http\S+\/auth\/v1\/verify\S+/.exec(shop.output())?.[0] ?? ''
  await openMailedLink(page, link)
  await page.getByLabel('Your name').fill('Asha Menon')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Start working' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('shop-preview')
  await page.goto(`${shop.url}/products`)
  await expect(page.getByText('Closed to the public – only staff see this')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No products available' })).toBeVisible()

  await page.goto(`${shop.url}/admin`)
  const checklist = page.getByRole('region', { name: 'Before the shop opens' })
  await expect(checklist.getByRole('listitem')).toHaveCount(11)
  await expect(page.getByText('Needed before it opens: Company and address, First products.')).toBeVisible()
  await expect(page.getByText('all caught up')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await checklist.getByRole('link', { name: 'Company and address' }).click()
  for (const [label, value] of Object.entries({
    Address: '7, Zaveri Bazaar',
    City: 'Mumbai',
    'PIN code': '400002',
    Email: 'hello@shop.example',
    Phone: '9876543210',
  }))
    await page.getByLabel(label, { exact: true }).first().fill(value)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await addProduct()

  await page.goto(`${shop.url}/admin/settings/opening`)
  await expect(page.getByRole('heading', { name: 'The shop is closed to the public.' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Open the shop' }).click()
  await expect(page.getByRole('dialog')).toContainText('Required by law as soon as customers order, and still missing: Grievance officer.')
  await page.getByRole('dialog').getByRole('button', { name: 'Open the shop' }).click()
  await expect(page.getByRole('heading', { name: 'The shop is open.' })).toBeVisible()
  await expect.poll(() => statusOf('/products')).toBe(200)
  await visitor.goto(`${shop.url}/about`)
  await expect(visitor.getByText('Closed to the public')).toHaveCount(0)

  await page.getByRole('button', { name: 'Close the shop' }).click()
  await expect(page.getByRole('dialog')).toContainText('Carts and orders stay as they are.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close the shop' }).click()
  await expect(page.getByRole('heading', { name: 'The shop is closed to the public.' })).toBeVisible()
  await expect.poll(() => statusOf('/products')).toBe(503)
  await visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible()
  await visitor.context().close()
})

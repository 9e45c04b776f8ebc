/** An owner removes the demo and has a new, closed shop (docs/decisions/0073-removing-the-demo.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { violations } from './support/axe.ts'
import { signInAsFirstOwner } from './support/first-owner.ts'
import { expect, test } from './support/fixtures.ts'
import { openShop, type RunningShop } from './support/shop-process.ts'

let shop: RunningShop
let dataDir: string

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-demo-'))
  shop = await openShop({ dataDir })
})
test.afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the demo is removed with its pictures and does not come back with the next start', async ({ page }) => {
  test.setTimeout(150_000)
  const password = await signInAsFirstOwner(page, shop)

  await page.goto(`${shop.url}/admin/settings`)
  await page.getByRole('button', { name: 'Remove the demo…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the demo from Shringar?' })
  await expect(dialog).toContainText('84 products')
  await expect(dialog).toContainText('Invoice numbers begin with 1 again.')
  const confirm = dialog.getByRole('button', { name: 'Remove the demo' })
  await expect(confirm).toBeDisabled()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  await dialog.getByRole('textbox').fill('Shringar')
  await confirm.click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove the demo…' })).toHaveCount(0)
  await page.goto(`${shop.url}/admin`)
  await expect(page.getByText('Needed before it opens: Company and address, First products.')).toBeVisible()
  await expect.poll(async () => (await fetch(`${shop.url}/products`)).status).toBe(503)

  await page.goto('about:blank')
  await shop.stop()
  shop = await openShop({ dataDir })
  const answer = await fetch(`${shop.url}/rest/v1/products?select=id`, { headers: { apikey: shop.keys.secret_key } })
  expect(await answer.json()).toEqual([])
})

/** What staff typed stays, whatever is read, saved or undone beside it (docs/rules.md#forms). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)
const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)

test.describe('when a later read', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('of the discounts fails, or is without the one that is open, its form stays', async ({ page }) => {
    const code = `STAY${randomUUID().slice(0, 6).toUpperCase()}`
    const { data: made } = await service().from('discounts').insert({ code, kind: 'percent', value: 10 }).select('id').single().throwOnError()
    await page.goto(`/admin/discounts/${made.id}`)
    const percent = page.getByLabel('Percent', { exact: true })
    await expect(percent).toHaveValue('10')
    const answers = async (status: number, json: unknown) => {
      await page.unroute('**/rest/v1/discounts?*')
      await page.route('**/rest/v1/discounts?*', (route) => (route.request().method() === 'GET' ? route.fulfill({ status, json }) : route.fallback()))
    }
    let reads = 0
    page.on('response', (response) => {
      if (response.request().method() === 'GET' && response.url().includes('/rest/v1/discounts?')) reads += 1
    })

    // each save reads the list again
    await answers(500, { code: 'XX000', message: 'broken' })
    await percent.fill('20')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, `${code} saved`)).toBeVisible()
    await percent.fill('25')
    await expect.poll(() => reads).toBeGreaterThanOrEqual(2)
    await answers(200, [])
    await page.getByLabel('Total uses').fill('7')
    const before = reads
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => reads).toBeGreaterThan(before)
    await page.getByLabel('Uses per customer').fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await service().from('discounts').select('value,usage_limit,customer_limit').eq('id', made.id).single()).data)
      .toEqual({ value: 25, usage_limit: 7, customer_limit: 2 })
  })

  test('of what a remittance would book fails, the transfer that is being typed stays', async ({ page }) => {
    await page.goto('/admin/orders/remittances/book')
    const reference = randomUUID().slice(0, 8)
    const lines = ['AWB No.,COD Amount,Freight', `${reference},99.00,0`]
    await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'paid.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await expect(page.getByRole('button', { name: 'Book 1 row' })).toBeVisible()
    await page.route('**/rpc/preview_remittance', (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }))
    await page.getByLabel('Courier').fill('Delhivery')
    await page.getByLabel('Reference').fill(reference)
    await page.getByLabel('Other charges').fill('12')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByLabel('Other charges')).toHaveValue('12')
    await page.unroute('**/rpc/preview_remittance')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page.getByLabel('Courier')).toHaveValue('Delhivery')
    await expect(page.getByLabel('Reference')).toHaveValue(reference)
  })
})

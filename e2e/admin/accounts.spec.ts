/** /admin/sales-analytics?view=accounts: what the accountant takes (docs/decisions/0084-accounts-exports.md). */
import { readFile } from 'node:fs/promises'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use({ ...laptop, expectedErrors: [/status of 500/] })

test('vouchers, orders and the day book of the chosen days are downloaded, with the names of ledgers that staff entered', async ({ page }) => {
  const buyer = await newCustomer(shopKeys())
  const { id } = await orderOf(buyer)
  await moveOrder(id, 'processing')
  const { data: invoice } = await serviceClient(shopKeys()).from('documents').select('serial').eq('order_id', id).single()
  const serial = String(invoice?.['serial'])

  await page.goto('/admin/sales-analytics')
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Accounts' }).click()
  await expect(page.getByText(/^\d+ invoices?, \d+ credit notes?, ₹[\d,.]+ received$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /^3\.1\(a\) Taxable sales/ })).toBeVisible()
  expect(await violations(page)).toEqual([])

  const saved = async (button: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const orders = await saved('Orders with lines: download as CSV')
  expect(orders.name).toMatch(/^orders_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
  expect(orders.text.startsWith('\uFEFFOrder date,Order number,')).toBe(true)
  expect(orders.text).toContain(serial)
  const book = await saved('Day book: download as Excel')
  expect(book.text.startsWith('PK')).toBe(true)
  const ledgers = await saved('Tally ledgers: download as XML')
  expect(ledgers.text).toContain('<REPORTNAME>All Masters</REPORTNAME>')

  await page.getByRole('link', { name: 'Names of ledgers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Names of ledgers in Tally' })).toBeVisible()
  await page.getByLabel('Sales in the shop’s own State').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a name.')
  await page.getByLabel('Sales in the shop’s own State').fill('Sales & more {rate}%')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Names of ledgers saved')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto('/admin/sales-analytics?view=accounts')
  const vouchers = await saved('Tally vouchers: download as XML')
  expect(vouchers.text).toContain(`<VOUCHERNUMBER>${serial}</VOUCHERNUMBER>`)
  expect(vouchers.text).toContain('<LEDGERNAME>Sales &amp; more 18%</LEDGERNAME>')

  await page.goto('/admin/sales-analytics?view=accounts&from=2001-01-01&to=2001-01-31')
  await expect(page.getByText('No documents and no payments in these days')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tally vouchers: download as XML' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Orders with lines: download as CSV' })).toBeVisible()
  await page.goto('/admin/sales-analytics?view=accounts&from=2023-01-01&to=2026-01-31')
  await expect(page.getByText('An export covers at most a year. Choose fewer days.')).toBeVisible()

  await page.route('**/functions/v1/account-exports', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/admin/sales-analytics?view=accounts&range=7')
  await expect(page.getByText('The accounts did not load.')).toBeVisible()
})

/** /admin/sales-analytics?view=gst: the month's GST return (docs/india.md#reports, docs/decisions/0019-gstr1.md). */
import { readFile } from 'node:fs/promises'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const GSTIN = '27ABCDE1234F1Z0'
type Filed = { gstin: string; fp: string; hsn: { hsn_b2c: { txval: number; camt: number }[] }; doc_issue: { doc_det: { docs: { to: string }[] }[] } }

test.use(laptop)

test('the return of the month is shown, its portal file and sheets are downloaded, and what needs fixing is listed', async ({ page }) => {
  const buyer = await newCustomer(shopKeys())
  const { id } = await orderOf(buyer)
  await moveOrder(id, 'processing')
  const { data: invoice } = await serviceClient(shopKeys()).from('documents').select('serial').eq('order_id', id).single()

  await page.goto('/admin/sales-analytics')
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'GST' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales Analytics' })).toBeVisible()
  await page.getByRole('button', { name: 'Month after' }).click() // from the last complete month to the current one
  await expect(page.getByRole('button', { name: 'Month after' })).toBeDisabled()
  const now = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' }).format(new Date())
  await expect(page.getByLabel('Month', { exact: true }).getByRole('option', { selected: true })).toHaveText(now)
  await expect(page.getByText('The month is not over: more documents may be issued.')).toBeVisible()
  await expect(page.getByText(/^\d+ invoices? and \d+ credit notes?$/)).toBeVisible()

  const saved = async (button: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const json = await saved('Download for the portal')
  const filed = JSON.parse(json.text) as Filed
  expect(json.name).toBe(`GSTR1_${GSTIN}_${filed.fp}.json`)
  expect(filed.doc_issue.doc_det[0]?.docs.map(({ to }) => to)).toContain(invoice?.['serial'])

  const goods = filed.hsn.hsn_b2c.reduce((sum, { txval }) => sum + txval, 0)
  const row = page.getByRole('row', { name: /Goods by HSN, unregistered buyers/ })
  await expect(row).toContainText(new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(goods))
  const sheet = await saved('13, Numbers issued: download as CSV')
  expect(sheet.text.startsWith('\uFEFFNature of Document,Sr. No. From,')).toBe(true)
  expect(sheet.text).toContain(String(invoice?.['serial']))
  expect(await violations(page)).toEqual([])

  // a figure links to its documents, and each document to its order
  const others = page.getByRole('row', { name: /^Invoices to others \(B2C\)/ })
  const counted = await others.getByRole('cell').nth(1).innerText()
  await others.getByRole('link').click()
  await expect(page.getByText(new RegExp(`^${counted} documents? ·`))).toBeVisible()
  await expect(page.getByRole('link', { name: String(invoice?.['serial']) })).toHaveAttribute('href', new RegExp(id))
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the return' }).click()
  await expect(others).toBeVisible()

  await page.getByLabel('Month', { exact: true }).selectOption({ index: 24 })
  await expect(page.getByText('No documents this month')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row', { name: /Goods by HSN, unregistered buyers/ })).toBeVisible()
  await page.setViewportSize(phone.viewport)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await violations(page)).toEqual([])
})

/** /admin/sales-analytics?view=einvoices: the file for the e-invoice portal, its answer, and the invoice that shows it (docs/decisions/0095-e-invoices-and-e-way-bills.md). */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { pdfText } from '../support/pdf.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

type Invoice = {
  DocDtls: { Typ: string; No: string; Dt: string }
  SellerDtls: { Gstin: string }
  BuyerDtls: { Gstin: string }
  ValDtls: { TotInvVal: number }
}

test.use(laptop)

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What the portal answers for an invoice of its file. */
function answerOf({ DocDtls, SellerDtls, BuyerDtls, ValDtls }: Invoice) {
  const [day = '', month = '', year = ''] = DocDtls.Dt.split('/')
  const start = Number(month) >= 4 ? Number(year) : Number(year) - 1
  const irn = createHash('sha256')
    .update(`${SellerDtls.Gstin}${start}-${String(start + 1).slice(2)}${DocDtls.Typ}${DocDtls.No}`)
    .digest('hex')
  const data = {
    SellerGstin: SellerDtls.Gstin,
    BuyerGstin: BuyerDtls.Gstin,
    DocNo: DocDtls.No,
    DocTyp: DocDtls.Typ,
    DocDt: DocDtls.Dt,
    TotInvVal: ValDtls.TotInvVal,
    ItemCnt: 1,
    MainHsnCode: '33049910',
    Irn: irn,
  }
  const token = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ data: JSON.stringify(data), iss: 'NIC' })}.${'Uw5'.repeat(114)}`
  return { AckNo: 112620036563310, AckDt: `${year}-${month}-${day} 23:58:00`, Irn: irn, SignedQRCode: token, Status: 'ACT' }
}

async function registered(buyer: Awaited<ReturnType<typeof newCustomer>>): Promise<{ id: string; serial: string }> {
  const { id } = await orderOf(buyer, { to: { gstin: '27AAPFU0939F1ZV', company_name: 'Looks by Meera' }, product: { hsn: '33049910' } })
  await moveOrder(id, 'processing')
  const { data } = await serviceClient(shopKeys()).from('documents').select('serial').eq('order_id', id).single().throwOnError()
  return { id, serial: data.serial }
}

async function fileOf(page: Page, act: () => Promise<void>): Promise<Invoice[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  expect(file.suggestedFilename()).toMatch(/^einvoices_\d{6}\.json$/)
  return JSON.parse(await readFile(await file.path(), 'utf8')) as Invoice[]
}

const upload = (page: Page, name: string, text: string) =>
  page.getByLabel('Upload the answer').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

test('the file of the month goes to the portal, its answer comes back, and the invoice has the QR code', async ({ page }) => {
  const buyer = await newCustomer(shopKeys())
  const [one, two] = [await registered(buyer), await registered(buyer)]
  await page.goto('/admin/sales-analytics')
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'E-invoices' }).click()
  const row = (serial: string) => page.getByRole('row', { name: new RegExp(serial) })
  await expect(row(one.serial)).toContainText('Ready')
  expect(await violations(page)).toEqual([])

  const all = await fileOf(page, () => page.getByRole('button', { name: 'Download for the portal' }).click())
  expect(all.map(({ DocDtls }) => DocDtls.No)).toEqual(expect.arrayContaining([one.serial, two.serial]))
  await page.getByRole('checkbox', { name: new RegExp(one.serial) }).check()
  const [invoice, ...none] = await fileOf(page, () => page.getByRole('button', { name: 'Download', exact: true }).click())
  expect([invoice?.DocDtls.No, none]).toEqual([one.serial, []])
  if (!invoice) throw new Error('The file is empty')

  // what is no answer says so; a row about something else is named
  await upload(page, 'x.json', '{"a":1}')
  await expect(page.getByText('No IRN was found in the file.')).toBeVisible()
  const good = answerOf(invoice)
  const stranger = { ...good, Irn: 'f'.repeat(64), DocNo: two.serial }
  await upload(page, 'answer.json', JSON.stringify([good, stranger]))
  await expect(page.getByText('1 IRN stored · 1 row was not stored')).toBeVisible()
  await expect(page.getByText(/This IRN belongs to another document/)).toBeVisible()
  await expect(row(one.serial)).toContainText(good.Irn)
  await page.getByRole('button', { name: 'Close' }).click()

  // by hand
  const other = all.find(({ DocDtls }) => DocDtls.No === two.serial)
  if (!other) throw new Error('The file lacks the second invoice')
  const typed = answerOf(other)
  await row(two.serial).getByRole('button', { name: 'Enter IRN' }).click()
  const dialog = page.getByRole('dialog', { name: `IRN of ${two.serial}` })
  await dialog.getByLabel('IRN', { exact: true }).fill('abc')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('An IRN has 64 characters')
  await dialog.getByLabel('IRN', { exact: true }).fill(typed.Irn)
  await dialog.getByLabel('Acknowledgement number').fill(String(typed.AckNo))
  await dialog.getByLabel('Acknowledged at').fill(typed.AckDt.replace(' ', 'T'))
  await dialog.getByLabel('Text of the signed QR code').fill(typed.SignedQRCode)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(two.serial)).toContainText(typed.Irn)

  // the invoice that is downloaded now
  await page.goto(`/admin/orders/${one.id}`)
  const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download Invoice' }).click()])
  const text = pdfText(await readFile(await pdf.path()))
  expect(text.replace(/\s/g, '')).toContain(good.Irn)
  expect(text).toContain('112620036563310')

  await page.goto('/admin/sales-analytics?view=einvoices')
  await expect(row(one.serial)).toContainText(good.Irn)
  await page.setViewportSize(phone.viewport)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await violations(page)).toEqual([])
})

test('a table with the answer is read too, and the customer gets it', async ({ page }) => {
  const buyer = await newCustomer(shopKeys())
  const { id, serial } = await registered(buyer)
  await page.goto('/admin/sales-analytics?view=einvoices')
  const all = await fileOf(page, () => page.getByRole('button', { name: 'Download for the portal' }).click())
  const invoice = all.find(({ DocDtls }) => DocDtls.No === serial)
  if (!invoice) throw new Error('The file lacks the invoice')
  await upload(page, 'answer.csv', csvOf(answerOf(invoice)))
  await expect(page.getByText('1 IRN stored')).toBeVisible()
  const stored = async () => (await buyer.client.from('documents').select('e_invoices(irn)').eq('order_id', id).single().throwOnError()).data.e_invoices?.irn
  await expect.poll(stored).toBe(answerOf(invoice).Irn)
})

const csvOf = (row: ReturnType<typeof answerOf>) => `Ack No,Ack Date,IRN,Signed QR Code\n${[row.AckNo, row.AckDt, row.Irn, row.SignedQRCode].join(',')}\n`

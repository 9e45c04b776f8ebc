/** E-way bills on the page of an order: when one is needed, its file, and the number on the parcel (docs/decisions/0095-e-invoices-and-e-way-bills.md). */
import { readFile } from 'node:fs/promises'
import { violations } from '../support/axe.ts'
import { newCustomer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

type File = { version: string; billLists: { transporterId: string; totInvValue: number; toStateCode: number }[] }

test.use(laptop)

test('an order above the limit warns before it ships, gives the file, and its parcel keeps the number', async ({ page }) => {
  const buyer = await newCustomer(shopKeys())
  const there = { state: 'Karnataka', city: 'Bengaluru', pincode: '560038' }
  const { id } = await orderOf(buyer, { product: { price: 30_000, hsn: '33049910' }, quantity: 2, to: there, method: 'upi' })
  await moveOrder(id, 'processing')
  await page.goto(`/admin/orders/${id}`)
  const warning = /comes to ₹60,000\.00: to another State goods above ₹50,000\.00 need an e-way bill before they leave/
  await expect(page.getByText(warning)).toBeVisible()

  await page.getByRole('button', { name: 'E-way bill file' }).click()
  const form = page.getByRole('dialog', { name: /^E-way bill for INV/ })
  await form.getByRole('button', { name: 'Download' }).click()
  await expect(form.getByText('Enter the transporter or the vehicle.')).toBeVisible()
  await form.getByLabel('Transporter’s GSTIN or TRANSIN').fill('29abcde1234f1zw')
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), form.getByRole('button', { name: 'Download' }).click()])
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as File
  expect([file.version, file.billLists]).toEqual([
    '1.0.0621',
    [expect.objectContaining({ transporterId: '29ABCDE1234F1ZW', totInvValue: 60_000, toStateCode: 29 })],
  ])

  await page.getByRole('button', { name: /^Ship/ }).first().click()
  const ship = page.getByRole('dialog')
  await expect(ship.getByText(warning)).toBeVisible()
  await ship.getByRole('button', { name: 'Only pack it' }).click()
  await page.getByRole('button', { name: 'E-way bill Parcel 1' }).click()
  const number = page.getByRole('dialog', { name: 'E-way bill of parcel 1' })
  await number.getByLabel('E-way bill number').fill('1234')
  await number.getByRole('button', { name: 'Save' }).click()
  await expect(number.getByText('An e-way bill number has 12 digits.')).toBeVisible()
  await number.getByLabel('E-way bill number').fill('3310 0012 3456')
  await number.getByLabel('Valid until').fill('2026-11-28')
  await number.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('E-way bill 331000123456, valid until Nov 28, 2026')).toBeVisible()
  await page.setViewportSize(phone.viewport)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

/** An invoice for each parcel: from the switch under Settings to what staff print and the customer reads (docs/decisions/0096-invoices-per-parcel.md). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { layoutErrors } from '../layout/layout-errors.ts'
import { WIDTHS } from '../layout/widths.ts'
import { orderOf } from '../support/orders.ts'
import { pdfText } from '../support/pdf.ts'
import { laptop } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

const region = (page: Page, name: string) => page.getByRole('region', { name })
test.afterEach(async () => {
  const { error } = await serviceClient(shopKeys()).from('settings').update({ invoice_per_parcel: false }).eq('id', true)
  expect(error).toBeNull()
})

test('each parcel gets its invoice when it is packed, and the customer finds the invoices of all parcels', async ({ page, customer, browser }) => {
  test.slow() // three parcels, two documents and two pages at each width on the way
  await page.goto('/admin/settings')
  await page.getByLabel('An invoice for each parcel').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Settings saved', { exact: true })).toBeVisible()

  const order = await orderOf(customer, { quantity: 3, product: { name: 'Serum of Invoices' } })
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(region(page, 'Documents')).toContainText('Proforma invoiceeach parcel gets its invoice when it is packed')

  const pack = async (pieces: string) => {
    await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Hand it to the courier?' })
    await dialog.getByLabel('Pieces of Serum of Invoices in this parcel').fill(pieces)
    await dialog.getByRole('button', { name: 'Only pack it' }).click()
  }
  const parcel = (number: number) =>
    region(page, 'Shipping')
      .getByRole('listitem')
      .filter({ hasText: `Parcel ${number}` })
  await pack('1')
  await expect(parcel(1)).toContainText('Packed')
  const printed = page.waitForEvent('download')
  await parcel(1).getByRole('button', { name: 'Invoice Parcel 1' }).click()
  const text = pdfText(await readFile(await (await printed).path()))
  expect(text).toContain('parcel 1')
  expect(text).toMatch(/(INV|BOS)\/\d\d-\d\d\/\d{6}/)

  // what is unpacked is credited, and packed again with a new number
  await pack('2')
  await expect(parcel(2)).toContainText('Packed')
  await region(page, 'Shipping').getByRole('button', { name: 'Unpack Parcel 2' }).click()
  await expect(page.getByRole('dialog')).toContainText('A credit note takes its invoice back')
  await page.getByRole('dialog').getByRole('button', { name: 'Unpack' }).click()
  await expect(region(page, 'Documents')).toContainText('Credit note')
  await pack('2')
  await expect(region(page, 'Documents').getByText('Parcel 2')).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => layoutErrors(page), { message: `${width} px` }).toEqual([])
  }
  await page.setViewportSize(laptop.viewport)
  await region(page, 'Shipping').getByRole('button', { name: 'Ship Parcel 1' }).click()
  const carrier = page.getByRole('dialog')
  await carrier.getByLabel(/We deliver it ourselves/).check()
  await carrier.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(parcel(1)).toContainText('Own delivery')

  // the rest waits, and the list finds it
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'Rest to send' }).click()
  await expect(page.getByRole('table').locator('tbody tr[data-key]').filter({ hasText: order.short })).toContainText('1 of 3 shipped')

  const theirs = await (await browser.newContext({ storageState: await storedSession(customer), baseURL: shopKeys().url })).newPage()
  await theirs.goto(`/order-confirmation/${order.id}`)
  const documents = theirs.locator('section').filter({ hasText: 'Documents' }).first()
  await expect(documents.getByText('Parcel 1', { exact: true })).toHaveCount(1)
  await expect(documents.getByText('Parcel 2', { exact: true })).toHaveCount(3)
  expect(await violations(theirs)).toEqual([])
  for (const width of WIDTHS) {
    await theirs.setViewportSize({ width, height: 800 })
    await expect.poll(() => layoutErrors(theirs), { message: `${width} px` }).toEqual([])
  }
})

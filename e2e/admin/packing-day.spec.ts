/** A packer's morning: orders accepted, printed and shipped with the keyboard alone (docs/decisions/0088-print-jobs.md). */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { isLong, shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { manyOrders } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { pdfText } from '../support/pdf.ts'
import { expect, test } from '../support/signed-in-admin.ts'

/** More than a page of the list. */
const ORDERS = isLong ? 200 : 60
/** Numbers that are scanned one by one; the rest is pasted. */
const SCANNED = 3

test.use({ ...laptop, permissions: ['clipboard-read', 'clipboard-write'] })

/** The dialog's progress, then its end. */
const ended = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 90_000 })

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    if (!(await target.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0] })
}

test(`a packer accepts, prints and ships ${ORDERS} orders without a pointer`, async ({ page, customer }) => {
  test.setTimeout(240_000)
  await manyOrders(customer, ORDERS)
  await page.goto(`/admin/orders?customer=${customer.id}&sort=placed.asc`)
  const rows = page.getByRole('table').locator('tbody tr[data-key]')
  await expect(rows).toHaveCount(50)

  await page.keyboard.press('Shift+A')
  await expect(page.getByText(`${ORDERS} selected`)).toBeVisible()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: `Accept ${ORDERS} orders?` }).waitFor()
  await tabTo(page, page.getByRole('button', { name: `Accept ${ORDERS}` }))
  await page.keyboard.press('Enter')
  await ended(page)

  await page.keyboard.press('Shift+A')
  await expect(page.getByText(`${ORDERS} selected`)).toBeVisible()
  await page.keyboard.press('p')
  const print = page.getByRole('dialog', { name: `Print for ${ORDERS} orders` })
  await expect(print.getByRole('radio', { name: /^Packing slips/ })).toBeFocused()
  const slips = page.waitForEvent('download', { timeout: 90_000 })
  await page.keyboard.press('Enter')
  await expect(print.getByText(`of ${ORDERS} prepared`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect((await slips).suggestedFilename()).toBe(`packing-slips-${ORDERS}.pdf`)
  await ended(page)
  await page.keyboard.press('l')
  const labels = page.waitForEvent('download', { timeout: 90_000 })
  await page.keyboard.press('Enter')
  const text = pdfText(await readFile(await (await labels).path()))
  expect(text.match(/COD ₹118\.00/g)).toHaveLength(ORDERS)
  await ended(page)

  await page.keyboard.press('o')
  const list = page.waitForEvent('download', { timeout: 90_000 })
  await page.keyboard.press('Enter')
  const picks = pdfText(await readFile(await (await list).path()))
  expect(picks).toContain(`${ORDERS} orders · 1 product · ${ORDERS} units`)
  await ended(page)

  await page.keyboard.press('s')
  const grid = page.getByRole('dialog', { name: `Ship ${ORDERS} orders` })
  await expect(grid.locator('[data-tracking="0"]')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(grid.getByLabel('Courier for all')).toBeFocused()
  await page.keyboard.type('Delhivery')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  // a scanner types a number and ends with Enter, which leads to the next row
  for (let row = 0; row < SCANNED; row += 1) {
    await expect(grid.locator(`[data-tracking="${row}"]`)).toBeFocused()
    await page.keyboard.type(`DL${100_000 + row}`)
    await page.keyboard.press('Enter')
  }
  // a column of tracking numbers, as it is copied from the courier's sheet
  await page.evaluate(
    (numbers) => navigator.clipboard.writeText(numbers),
    Array.from({ length: ORDERS - SCANNED }, (_, row) => `DL${100_000 + SCANNED + row}`).join('\n'),
  )
  await expect(grid.locator(`[data-tracking="${SCANNED}"]`)).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(grid.locator(`[data-tracking="${ORDERS - 1}"]`)).toHaveValue(`DL${100_000 + ORDERS - 1}`)
  await page.keyboard.press('Control+Enter')
  await ended(page)
  await page.goto(`/admin/orders?customer=${customer.id}&status=shipped`)
  await expect(rows).toHaveCount(50)
  await page.keyboard.press('Shift+A')
  await expect(page.getByText(`${ORDERS} selected`)).toBeVisible()
  await expect
    .poll(async () => {
      const { data } = await serviceClient(shopKeys()).from('orders').select('tracking_number').eq('user_id', customer.id).order('tracking_number')
      return data?.map((order) => order.tracking_number)
    })
    .toEqual(Array.from({ length: ORDERS }, (_, row) => `DL${100_000 + row}`))
})

test('a stopped print job leaves the dialog open, and can be begun again', async ({ page, customer }) => {
  await manyOrders(customer, 60)
  await page.goto(`/admin/orders?customer=${customer.id}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: /^Select all in this list/ }).click()
  await expect(page.getByText('60 selected')).toBeVisible()
  await page.keyboard.press('p')
  const print = page.getByRole('dialog', { name: 'Print for 60 orders' })
  await page.keyboard.press('Enter')
  await print.getByRole('button', { name: 'Stop' }).click()
  await expect(print.getByRole('button', { name: 'Create PDF' })).toBeVisible()
  const slips = page.waitForEvent('download')
  await print.getByRole('button', { name: 'Create PDF' }).click()
  expect((await slips).suggestedFilename()).toBe('packing-slips-60.pdf')
  // another list drops what was selected beyond the page
  await page.goto(`/admin/orders?customer=${customer.id}&status=pending`)
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('50 selected')).toBeVisible()
})

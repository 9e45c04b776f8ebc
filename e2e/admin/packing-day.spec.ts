/** A packer's morning: two hundred orders accepted, printed and shipped with the keyboard alone (docs/decisions/0088-print-jobs.md). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { manyOrders } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { pdfText } from '../support/pdf.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const ORDERS = 200

test.use(laptop)

/** The dialog's progress, then its end. */
const ended = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 90_000 })

test('a packer accepts, prints and ships two hundred orders without a pointer', async ({ page, customer }) => {
  test.setTimeout(240_000)
  await manyOrders(customer, ORDERS)
  await page.goto(`/admin/orders?customer=${customer.id}&sort=placed.asc`)
  const rows = page.getByRole('table').locator('tbody tr[data-key]')
  await expect(rows).toHaveCount(50)

  await page.keyboard.press('Shift+A')
  await expect(page.getByText(`${ORDERS} selected`)).toBeVisible()
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: `Accept ${ORDERS} orders?` }).waitFor()
  await page.getByRole('button', { name: `Accept ${ORDERS}` }).focus()
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

  await page.keyboard.press('s')
  const grid = page.getByRole('dialog', { name: `Ship ${ORDERS} orders` })
  await expect(grid.locator('[data-tracking="0"]')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(grid.getByLabel('Courier for all')).toBeFocused()
  await page.keyboard.type('Delhivery')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  // a column of tracking numbers, as it is copied from the courier's sheet
  await grid.locator('[data-tracking="0"]').evaluate((box, count) => {
    const data = new DataTransfer()
    data.setData('text/plain', Array.from({ length: count }, (_, row) => `DL${100_000 + row}`).join('\n'))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, ORDERS)
  await expect(grid.locator(`[data-tracking="${ORDERS - 1}"]`)).toHaveValue(`DL${100_000 + ORDERS - 1}`)
  await page.keyboard.press('Control+Enter')
  await ended(page)
  await page.goto(`/admin/orders?customer=${customer.id}&status=shipped`)
  await expect(rows).toHaveCount(50)
  await page.keyboard.press('Shift+A')
  await expect(page.getByText(`${ORDERS} selected`)).toBeVisible()
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

/** A courier's list of paid parcels is booked: its orders are paid, and what is to collect becomes less (docs/decisions/0091-receivables.md). */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { changeOrder, moveOrder, orderNumber, orderOf } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)
const number = () => `D${randomInt(10 ** 9, 10 ** 10 - 1)}`
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)
const choose = (page: Page, lines: readonly string[]) =>
  page.getByLabel('Choose a CSV file').setInputFiles({ name: 'remittance.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

test('a remittance is checked and booked, its difference is settled, and the same file books nothing again', async ({ page, customer }) => {
  const [full, short] = [await orderOf(customer), await orderOf(customer)]
  const [first, second, unknown, utr] = [number(), number(), number(), number()]
  for (const [order, tracking] of [
    [full, first],
    [short, second],
  ] as const) {
    await moveOrder(order.id, 'processing')
    await changeOrder(order.id, { status: 'shipped', courier: 'Delhivery', tracking_number: tracking })
    await changeOrder(order.id, { status: 'delivered' })
  }
  const file = [
    'Fast Couriers,,,,',
    'AWB No.,COD Amount,Freight,Remittance Date,UTR',
    `${first},300.00,40,20-11-2026,${utr}`,
    `${second},250.00,40,20-11-2026,${utr}`,
    `${unknown},99.00,0,20-11-2026,${utr}`,
    'Total,649.00,80,,',
  ]

  await page.goto('/admin/orders/to-collect')
  await page.getByRole('link', { name: 'Book a remittance' }).click()
  await choose(page, file)
  await expect(page.getByText('₹550.00 of ₹649.00 will be booked at its orders, from 3 rows.')).toBeVisible()
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text }).filter({ hasText: '₹' })
  await expect(rowOf(first)).toContainText('Paid')
  await expect(rowOf(second)).toContainText('Less than due')
  await expect(rowOf(second)).toContainText('−₹50.00')
  await expect(rowOf(unknown)).toContainText('Unknown number')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Book 3 rows' }).click()
  await expect(page.getByText('Enter the courier')).toBeVisible()
  await page.getByLabel('Courier').fill('Delhivery')
  await expect(page.getByLabel('Reference')).toHaveValue(utr)
  await expect(page.getByLabel('Received on')).toHaveValue('2026-11-20')
  await expect(page.getByLabel('Amount received')).toHaveValue('569.00')
  await page.getByRole('button', { name: 'Book 3 rows' }).click()
  await expect(toast(page, 'Remittance booked')).toBeVisible()

  await expect(page.getByRole('heading', { level: 1, name: `Delhivery, ${utr}` })).toBeVisible()
  await page.getByRole('button', { name: `Settle ${unknown}` }).click()
  const settle = page.getByRole('dialog', { name: 'Settle this difference' })
  await settle.getByLabel('Note').fill('Sent back to the courier')
  await settle.getByRole('button', { name: 'Settle' }).click()
  await expect(toast(page, 'Difference settled')).toBeVisible()
  await expect(rowOf(unknown)).toContainText('Settled: Sent back to the courier')
  expect(await violations(page)).toEqual([])

  for (const [order, open] of [
    [full, null],
    [short, '₹50.00'],
  ] as const) {
    await page.goto(`/admin/orders/to-collect?q=${order.short}`)
    const row = page.locator('tr[data-key]').filter({ hasText: await orderNumber(order.id) })
    if (open === null) await expect(page.getByText('No results')).toBeVisible()
    else await expect(row).toContainText(open)
  }

  await page.goto('/admin/orders/remittances/book')
  await choose(page, file)
  await page.getByLabel('Courier').fill('delhivery')
  await page.getByLabel('Reference').focus()
  await expect(page.getByText('This transfer is booked already.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'All of these rows are booked already.' })).toBeDisabled()
})

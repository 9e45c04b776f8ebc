/** /my-orders and /orders. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { changeOrder, manyOrders, moveOrder, orderNumber, orderOf } from '../support/orders.ts'
import { changeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'
import { storedCart } from '../support/trade-list.ts'

test.use(laptop)
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Your orders' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

test('without orders it says so and leads to the products, under both addresses', async ({ page }) => {
  for (const path of ['/my-orders', '/orders']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
    await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start Shopping' })).toHaveAttribute('href', '/products')
  }
  expect(await violations(page)).toEqual([])
})

test('orders are listed newest first with id, number, date, status, amount and three actions; found by id, number, status or name, and reversed', async ({
  page,
  customer,
}) => {
  const [older, newer] = [await orderOf(customer, { product: { price: 750.5 } }), await orderOf(customer)]
  await moveOrder(older.id, 'shipped')
  await changeOrder(newer.id, { full_name: 'Asha Rao' })
  await page.goto('/my-orders')
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Order ID', 'Date', 'Status', 'Amount', 'Actions'])
  await expect(rows(page)).toContainText([`#${newer.short}`, `#${older.short}`])
  const row = rows(page).nth(1)
  await expect(row).toContainText(/shipped/i)
  await expect(row).toContainText('₹1,501.00')
  const number = await orderNumber(older.id)
  await expect(row).toContainText(`No. ${number}`)
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d \d{1,2}:\d\d [AP]M/)
  await expect(row.getByRole('link', { name: 'View order' })).toHaveAttribute('href', `/order-confirmation/${older.id}`)
  await expect(row.getByRole('link', { name: 'Invoice of order' })).toHaveAttribute('href', `/invoice/${older.id}`)
  await expect(row.getByRole('button', { name: 'Download invoice' })).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search by order ID or status' })
  await expect(search).toHaveAttribute('placeholder', 'Search by order ID or status...')
  for (const [text, found] of [
    [`#${older.short.toUpperCase()}`, older],
    [number, older],
    [`no ${number.replace('-', ' ')}`, older],
    ['SHIPP', older],
    ['asha', newer],
  ] as const) {
    await search.fill(text)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(`#${found.short}`)
  }
  await search.fill('lipstick')
  await expect(page.getByText('No orders match your search criteria. Try different keywords.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Newest first. Reverse order' }).click()
  await expect(rows(page)).toContainText([`#${older.short}`, `#${newer.short}`])
  await expect(page).toHaveURL(/sort=oldest/)
  await expect(page).not.toHaveURL(/[?&]q=/) // the address follows the search box
})

test('a row shows what was ordered, and Re-order adds it to the cart with a report of what changed', async ({ page, customer }) => {
  const { id, short, product } = await orderOf(customer, { quantity: 6 })
  await changeProduct(product.id, { stock: 4 })
  await page.goto('/my-orders')
  await expect(rows(page)).toContainText([product.name])
  await rows(page)
    .getByRole('button', { name: `Re-order order ${short}` })
    .press('Enter')
  const report = page.getByRole('region', { name: '1 product added to cart' })
  await expect(report).toBeFocused()
  await expect(report.getByRole('listitem')).toContainText(product.name)
  await expect(report.getByRole('listitem')).toContainText('4 added (you bought 6)')
  expect(await violations(page)).toEqual([])
  await report.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(rows(page).getByRole('button', { name: 'Re-order' })).toBeFocused()
  await expect.poll(() => storedCart(customer)).toEqual({ [product.id]: 4 })
  await rows(page).getByRole('link', { name: 'View order' }).click()
  await expect(page).toHaveURL(new RegExp(id))
})

test('hundreds of orders come page by page, a search covers all, and Back restores the list', async ({ page, customer }) => {
  await manyOrders(customer, 230)
  await page.goto('/orders')
  await expect(page.getByText('230 orders', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('Page 1 of 12')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 12')).toBeVisible()
  const first = (await rows(page).first().getByRole('link').first().textContent()) ?? ''
  await rows(page).first().getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${first}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 2 of 12')).toBeVisible()
  await page.getByRole('searchbox').pressSequentially('meera', { delay: 20 })
  await expect(page.getByRole('searchbox')).toHaveValue('meera')
  await expect(page.getByText('Page 1 of 12')).toBeVisible()
  await page.getByRole('searchbox').fill(first)
  await expect(rows(page)).toHaveCount(1)
})

test('Download saves invoice-{orderId}.pdf and says so', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await page.goto('/my-orders')
  const download = page.waitForEvent('download')
  await rows(page).getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`invoice-${id}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText('Invoice downloaded successfully')).toBeVisible()
})

test.describe('when the document does not come', () => {
  test.use({ expectedErrors: [/generate-pdf/] })
  test('each failure of the PDF function has its own message', async ({ page, customer }) => {
    await orderOf(customer)
    await page.goto('/my-orders')
    const answers: [string, Parameters<Parameters<Parameters<Page['route']>[1]>[0]['fulfill']>[0], string][] = [
      ['empty text', { contentType: 'text/plain', body: ' ' }, 'Invalid data format received'],
      ['nothing', { contentType: 'application/json', body: 'null' }, 'No data received from server'],
      ['no', { json: { success: false } }, 'Function reported failure'],
      ['a reason', { json: { success: false, error: 'The printer is out of ink' } }, 'The printer is out of ink'],
      ['no words', { json: { success: false, error: '' } }, 'Failed to download invoice'],
      ['no PDF', { contentType: 'text/plain', body: btoa('<html>') }, 'Error processing PDF data: The answer is not a PDF'],
      ['an error', { status: 500, json: { error: 'out of paper' } }, 'Error calling generate-pdf function: out of paper'],
    ]
    for (const [, answer, sentence] of answers) {
      await page.route('**/functions/v1/generate-pdf', (route) => route.fulfill(answer))
      await rows(page).getByRole('button', { name: 'Download' }).click()
      await expect(page.getByRole('region', { name: 'Messages' }).getByText(sentence, { exact: true })).toBeVisible()
      await page.unroute('**/functions/v1/generate-pdf')
    }
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error('the disk is full')
      }
    })
    await rows(page).getByRole('button', { name: 'Download' }).click()
    await expect(page.getByText('Failed to download invoice. Please try again later.')).toBeVisible()
  })
})

test.describe('when orders cannot be read', () => {
  test.use({ expectedErrors: [/rest\/v1\/orders/] })
  test('the list says so, keeps its rows, and can be reloaded', async ({ page, context, customer }) => {
    const { short } = await orderOf(customer)
    await page.route('**/rest/v1/orders?*', (route) => route.fulfill({ status: 500, json: { message: 'down', code: 'XX000', details: null, hint: null } }))
    await page.goto('/my-orders')
    await expect(page.getByText('Failed to fetch orders. Please try again.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.unroute('**/rest/v1/orders?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toContainText([`#${short}`])
    await context.setOffline(true)
    await page.getByRole('searchbox').fill(short)
    await expect(rows(page)).toContainText([`#${short}`])
    await context.setOffline(false)
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('every order is a sheet that fits, and axe finds nothing', async ({ page, customer }) => {
    await orderOf(customer)
    await page.goto('/my-orders')
    await expect(page.getByRole('button', { name: 'Download' })).toBeInViewport()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await violations(page)).toEqual([])
  })
})

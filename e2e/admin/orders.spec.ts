/**
 * /admin/orders and /admin/orders/{id}: a morning's work, by pointer and by keyboard, beside another admin
 * (docs/decisions/0025-orders-in-the-back-office.md).
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { changeOrder, manyOrders, moveOrder, orderNumber, orderOf } from '../support/orders.ts'
import { pdfText } from '../support/pdf.ts'
import { laptop, phone } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'
import { expect, test } from '../support/signed-in-admin.ts'

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text)
const rows = (page: Page) => page.getByRole('table').locator('tbody tr[data-key]')
const main = (page: Page) => page.getByRole('main')

/** Expects no accessibility violations in the light and the dark theme. */
async function clean(page: Page, where: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), `${where}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test.describe('on a laptop', () => {
  test.use(laptop)

  test('ten orders are selected and shipped with their tracking numbers without a pointer', async ({ page, customer }) => {
    const first = await orderOf(customer, { quantity: 1 })
    const ids = [first.id]
    while (ids.length < 10) ids.push((await orderOf(customer, { quantity: 1, of: first.product })).id)
    for (const id of ids) await moveOrder(id, 'processing')

    await page.goto(`/admin/orders?status=processing&customer=${customer.id}&sort=placed.asc`)
    await expect(rows(page)).toHaveCount(10)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ship the selected orders')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0) // single-key shortcuts are off while a dialog is open
    await page.keyboard.press('s')
    await expect(toast(page, 'Select orders first: x on a row, Shift+X for a range')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    for (let row = 2; row <= 10; row += 1) await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByText('10 selected')).toBeVisible()
    await page.keyboard.press('s')
    const grid = page.getByRole('dialog', { name: 'Ship 10 orders' })
    await expect(grid.getByLabel(`Tracking number of #${ids[0]?.slice(0, 8)}`)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(grid.getByLabel('Courier for all')).toBeFocused()
    await page.keyboard.type('Delhivery')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    for (const place of ids.keys()) {
      await page.keyboard.type(`DL-${place + 1}`)
      await page.keyboard.press('Enter')
    }
    // a grid that was closed by mistake keeps the typed values
    await page.keyboard.press('Escape')
    await expect(grid).toBeHidden()
    await page.keyboard.press('s')
    await expect(grid.getByLabel(`Tracking number of #${ids[9]?.slice(0, 8)}`)).toHaveValue('DL-10')
    for (const _ of ids) await page.keyboard.press('Enter')
    await expect(grid.getByRole('button', { name: 'Ship 10' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, '10 orders shipped')).toBeVisible()
    await expect(page.getByText('No results')).toBeVisible()
    await expect
      .poll(async () => (await serviceClient(shopKeys()).from('orders').select('status,courier,tracking_number').in('id', ids).order('created_at')).data)
      .toEqual(ids.map((_, place) => ({ status: 'shipped', courier: 'Delhivery', tracking_number: `DL-${place + 1}` })))
  })

  test('the list by date has the orders and the total of each day, kept up to date while no row moves; by total it has no days', async ({ page, customer }) => {
    const orders = [await orderOf(customer), await orderOf(customer), await orderOf(customer)]
    await manyOrders(customer, 2)
    const { data } = await serviceClient(shopKeys()).from('orders').select('id,total_amount').eq('user_id', customer.id)
    const totalOf = (made: readonly { id: string }[]) =>
      new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(
        (data ?? []).filter(({ id }) => made.some((order) => order.id === id)).reduce((paise, { total_amount }) => paise + Math.round(total_amount * 100), 0) /
          100,
      )
    await page.goto(`/admin/orders?customer=${customer.id}`)
    const days = page.getByRole('table').getByRole('rowheader')
    await expect(rows(page)).toHaveCount(5)
    await expect(days).toHaveCount(3)
    await expect(days.nth(0)).toHaveText(`Today3 orders · ${totalOf(orders)}`)
    await expect(days.nth(1)).toHaveText('Yesterday1 order · ₹118.00')
    await clean(page, 'the days')

    const [last, ...others] = orders
    await changeOrder(last?.id ?? '', { status: 'cancelled', cancel_reason: 'Bought twice' })
    await expect(days.nth(0)).toHaveText(`Today3 orders · ${totalOf(others)} without 1 cancelled`)
    await orderOf(customer)
    await page.getByRole('button', { name: '1 new order' }).waitFor()
    await expect(days.nth(0)).toContainText('Today4 orders')
    await expect(rows(page)).toHaveCount(5)

    // the figures are those of the filter
    await page.goto(`/admin/orders?customer=${customer.id}&status=cancelled`)
    await expect(days).toHaveText(['Today1 order · ₹0.00 without 1 cancelled'])

    await page.goto(`/admin/orders?customer=${customer.id}`)
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click()
    await expect(page).toHaveURL(/sort=total/)
    await expect(days).toHaveCount(0)
    await expect(rows(page)).toHaveCount(6)
  })

  test('the list shows new orders without moving, accepts what it can and reports what it cannot, prints and exports', async ({ page, customer }) => {
    const orders = [await orderOf(customer), await orderOf(customer), await orderOf(customer)]
    await changeOrder(orders[1]?.id ?? '', { full_name: '=HYPERLINK("x")' })
    await page.goto(`/admin/orders?customer=${customer.id}`)
    await expect(rows(page)).toHaveCount(3)
    await expect(main(page).getByText('Live', { exact: true })).toBeVisible()
    await expect(page.getByText('Customer: Meera Nair')).toBeVisible()

    const fourth = await orderOf(customer)
    await page.getByRole('button', { name: '1 new order' }).waitFor()
    await expect(rows(page)).toHaveCount(3)
    await changeOrder(orders[0]?.id ?? '', { status: 'cancelled', cancel_reason: 'Bought twice' })
    await expect(rows(page).last()).toContainText('cancelled') // the row stays in its place
    await clean(page, 'the list')
    await page.getByRole('button', { name: '1 new order' }).click()
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).first()).toContainText(`#${fourth.short}`)

    await page.getByLabel('Select all on this page').check()
    await page.keyboard.press('a')
    const asked = page.getByRole('dialog', { name: 'Accept 3 orders?' })
    const refused = `#${orders[0]?.short} · ${await orderNumber(orders[0]?.id ?? '')}`
    await expect(asked).toContainText(`${refused} is cancelled, so this step does not apply`)
    await asked.getByRole('button', { name: 'Accept 3' }).click()
    const report = page.getByRole('dialog').getByRole('alert')
    await expect(report).toContainText('3 updated, 1 skipped')
    await expect(report).toContainText(`${refused} Meera Nair: is cancelled`)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('1 selected')).toBeVisible() // the refused order stays selected
    await expect(rows(page).first()).toContainText('processing')

    await page.getByLabel('Select all on this page').check()
    await page.keyboard.press('p')
    const print = page.getByRole('dialog', { name: 'Print for 4 orders' })
    await expect(print.getByRole('radio', { name: /^Packing slips/ })).toBeFocused()
    const [slips] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(slips.suggestedFilename()).toBe('packing-slips-4.pdf')
    await expect(print).toBeHidden()
    await page.getByRole('button', { name: /^Print/ }).click()
    await print.getByText('Accepted orders only').click()
    await print.getByText('Original and duplicate').click()
    await clean(page, 'the print dialog')
    const [invoices] = await Promise.all([page.waitForEvent('download'), print.getByRole('button', { name: 'Create PDF' }).click()])
    const text = pdfText(await readFile(await invoices.path()))
    const serials = () =>
      serviceClient(shopKeys())
        .from('documents')
        .select('serial')
        .in('order_id', [...orders.map(({ id }) => id), fourth.id])
    await expect(async () => {
      const { data } = await serials()
      expect(data).toHaveLength(3)
      for (const { serial } of data ?? []) expect(text).toContain(serial)
    }).toPass()
    expect(text).toContain('DUPLICATE FOR TRANSPORTER')
    expect(text).not.toContain('TRIPLICATE')
    await expect(print.getByRole('alert')).toContainText('Documents of 3 orders downloaded; 1 order is not included')
    await expect(print.getByRole('alert')).toContainText(`#${orders[0]?.short}: No invoice yet`)
    await print.getByRole('button', { name: 'Close' }).click()
    // labels and pick list have keys of their own, and leave out the cancelled order
    await expect(print).toBeHidden()
    await page.keyboard.press('l')
    await print.getByText('A4, four a sheet').click()
    const [labels] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(labels.suggestedFilename()).toBe('labels-3.pdf')
    expect(pdfText(await readFile(await labels.path()))).toContain('PIN ')
    await expect(print.getByRole('alert')).toContainText(`#${orders[0]?.short}: This order is cancelled`)
    await page.keyboard.press('Escape')
    await expect(print).toBeHidden()
    await page.keyboard.press('o')
    await expect(print.getByRole('radio', { name: /^Pick list/ })).toBeFocused()
    const [picks] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(pdfText(await readFile(await picks.path()))).toMatch(/Pick list\s+3 orders/)
    await print.getByRole('button', { name: 'Close' }).click()
    // the choice is remembered
    await page.keyboard.press('i')
    await expect(print.getByRole('radio', { name: 'Original and duplicate' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(print).toBeHidden()

    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
    const csv = await readFile(await file.path(), 'utf8')
    expect(csv.split('\r\n')[0]).toContain('Taxable value of goods,CGST,SGST,IGST')
    expect(csv.trim().split('\r\n')).toHaveLength(5)
    expect(csv).toContain(`${fourth.id},${await orderNumber(fourth.id)},`)
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)

    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of the view').fill('Meera’s')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^To ship/ })
      .click()
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'Meera’s' }).click()
    await expect(rows(page)).toHaveCount(4)
  })

  test('an order is verified, noted, accepted, shipped, corrected, cancelled with its consequences, and refunded', async ({ page, customer }) => {
    const other = await orderOf(customer)
    const order = await orderOf(customer, { method: 'upi' })
    const utr = `4310${Date.now().toString().slice(-8)}`
    await customer.client.rpc('claim_payment', { p_order: order.id, p_reference: utr })

    await page.goto(`/admin/orders?customer=${customer.id}`)
    await expect(rows(page)).toHaveCount(2)
    const search = page.getByRole('searchbox', { name: 'Order, invoice, name, phone, UTR' })
    await search.fill(utr)
    await expect(rows(page)).toHaveCount(1)
    const number = await orderNumber(other.id)
    for (const typed of [number, number.replace('-', ''), `Order no. ${number}`]) {
      await search.fill(typed)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText(`${number}#${other.short}`)
    }
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.goto(`/admin/orders?customer=${customer.id}`)
    await expect(rows(page)).toHaveCount(2)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `Order #${order.short}` })).toBeVisible()
    const ownNumber = await orderNumber(order.id)
    await expect(main(page).getByText(`No. ${ownNumber}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Next order' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByRole('heading', { level: 1, name: `Order #${other.short}` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Previous order' })).toBeVisible()
    await page.keyboard.press('k')
    await expect(page.getByRole('heading', { level: 1, name: `Order #${order.short}` })).toBeVisible()

    await page.getByRole('button', { name: 'Verify payment' }).click()
    const money = page.getByRole('dialog', { name: 'Did the money arrive?' })
    await expect(money.getByLabel('UTR')).toHaveValue(utr)
    await money.getByRole('button', { name: 'Record payment' }).click()
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Paid')

    await expect(money).toHaveCount(0)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await page.keyboard.press('m')
    await expect(timeline.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('Ring after two')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(timeline.getByRole('listitem').first()).toContainText('Ring after two')
    await timeline.getByRole('button', { name: 'Edit note' }).click()
    await timeline.getByRole('textbox', { name: 'Edit note' }).fill('Ring after three')
    await timeline.getByRole('button', { name: 'Save' }).click()
    await expect(timeline).toContainText('Ring after three (edited)')

    await main(page).getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText(/INV\/\d\d-\d\d\/\d{6}/)
    await main(page).getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByLabel('Courier', { exact: true }).fill('Blue Dart')
    await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Enter the courier and the tracking number')
    await page.getByLabel('Tracking number', { exact: true }).fill('BD-1')
    await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
    const shipping = page.getByRole('region', { name: 'Shipping' })
    await shipping.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Tracking number', { exact: true }).fill('BD-2')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(shipping.getByRole('link', { name: 'Track at Blue Dart' })).toHaveAttribute('href', /bluedart\.com.*=BD-2$/)
    await expect(timeline).toContainText('Changed tracking number')
    await clean(page, 'one order')

    await page.getByRole('button', { name: 'Cancel the order' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel this order?' })
    await expect(cancel.getByRole('listitem')).toHaveText([
      'The 2 units return to stock when their parcel is back.',
      /^A credit note reversing INV\/.* is issued\.$/,
      '₹300.00 is due as a refund: send it, then record the refund here.',
      'The customer is notified by email and in the shop, with the reason.',
    ])
    // closing it without an answer returns the focus to where it was opened
    await page.keyboard.press('Escape')
    await expect(cancel).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel the order' })).toBeFocused()
    await page.keyboard.press('Enter')
    await cancel.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(cancel.getByRole('alert')).toContainText('Enter a reason (the customer will see it)')
    await cancel.getByLabel('Reason').fill('Refused at the door')
    await cancel.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByText('Cancellation reason')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText(/CN\/\d\d-\d\d\/\d{6}/)
    await page.getByRole('button', { name: 'Mark refunded… ₹300.00, Cancellation' }).click()
    await page.getByRole('dialog').getByLabel('Reference (UTR)').fill(`UTR${order.short}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Record refund' }).click()
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Refunded')
    await expect(timeline).toContainText('Order cancelled: Refused at the door Meera Nair')
    await expect
      .poll(async () => (await serviceClient(shopKeys()).from('products').select('units_sold').eq('id', order.product.id).single()).data)
      .toEqual({ units_sold: 0 })
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`/admin/orders?customer=${customer.id}`)
  })

  test('of two admins at one order the second is refused, reads what happened and who did it, and sees the current state', async ({
    page,
    customer,
    browser,
  }) => {
    const order = await orderOf(customer)
    const asha = await newCustomer(shopKeys())
    const service = serviceClient(shopKeys())
    await service.from('user_roles').insert({ user_id: asha.id, role: 'manager' }).throwOnError()
    await asha.client.from('profiles').update({ full_name: 'Asha Rao' }).eq('id', asha.id)
    const second = await (await browser.newContext({ storageState: await storedSession(asha), baseURL: shopKeys().url })).newPage()

    await page.goto(`/admin/orders/${order.id}`)
    await main(page).getByRole('button', { name: 'Accept' }).click()
    const mine = page.getByRole('dialog', { name: 'Accept this order?' })
    await expect(mine).toBeVisible()

    await second.goto(`/admin/orders/${order.id}`)
    await main(second).getByRole('button', { name: 'Accept' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await expect(main(second).getByRole('button', { name: 'Ship', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('processing') // this page updates by itself

    await mine.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('alert')).toContainText('Not done: the order has changed')
    await expect(page.getByRole('alert')).toContainText('Asha Rao changed it; it is now processing. Your change was not made.')
    await expect(main(page).getByRole('button', { name: 'Ship', exact: true })).toBeVisible()
    await expect.poll(async () => (await service.from('documents').select('kind').eq('order_id', order.id)).data).toEqual([{ kind: 'invoice' }])
    await second.context().close()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('orders are cards, one order is one column, nothing overflows, and an unknown address says so', async ({ page, customer }) => {
    const order = await orderOf(customer)
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
    await page.goto(`/admin/orders?customer=${customer.id}`)
    await expect(page.getByRole('link', { name: `#${order.short}` })).toBeVisible()
    await expect.poll(() => fits()).toBe(true)
    await clean(page, 'the list on a phone')
    await page.getByRole('link', { name: `#${order.short}` }).click()
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Order placed')
    await expect.poll(() => fits()).toBe(true)
    await clean(page, 'one order on a phone')
    await page.goto('/admin/orders/nothing')
    await expect(page.getByText('Order not found')).toBeVisible()
  })
})

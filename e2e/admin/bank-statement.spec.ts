/** A buyer pays by UPI, the bank's statement is read, and the order is paid (docs/decisions/0092-bank-statements.md). */
import { randomInt } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { orderNumber, orderOf } from '../support/orders.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { storedSession } from '../support/signed-in.ts'

test.use(laptop)
const service = () => serviceClient(shopKeys())
let before: string | null
test.beforeAll(async () => {
  before = (await service().from('settings').select('upi_vpa').single()).data?.upi_vpa ?? null
  await service().from('settings').update({ upi_vpa: 'shringar@okbank' }).not('store_name', 'is', null)
})
test.afterAll(async () => void (await service().from('settings').update({ upi_vpa: before }).not('store_name', 'is', null)))

const reference = () => String(randomInt(10 ** 11, 10 ** 12 - 1))
/** Today's lines as HDFC writes them, under two title lines. */
function statementOf(lines: { narration: string; credit: string; reference?: string }[]): { name: string; mimeType: string; buffer: Buffer } {
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: '2-digit', month: '2-digit', year: '2-digit' }).format(new Date())
  const rows = lines.map(({ narration, credit, reference: utr = '' }) => `${today},${narration},${today},0.00,${credit},${utr},1000.00`)
  const text = [
    'HDFC BANK Ltd.,,,,,,',
    'Statement of account,,,,,,',
    'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance',
    ...rows,
  ]
  return { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('\n')) }
}

test('receipts are matched, checked and booked; the buyer sees the order paid, and the same statement books nothing again', async ({ page, browser }) => {
  test.slow() // three orders, and axe on the way
  const buyer = await newCustomer(shopKeys())
  const [claimed, named, less] = [await orderOf(buyer, { method: 'upi' }), await orderOf(buyer, { method: 'upi' }), await orderOf(buyer, { method: 'upi' })]
  const utr = reference()
  await buyer.client.rpc('claim_payment', { p_order: claimed.id, p_reference: utr })
  const [number, lessNumber] = [await orderNumber(named.id), await orderNumber(less.id)]
  const file = statementOf([
    { narration: `UPI-ASHA-ASHA@OK-${utr}-UPI`, credit: '300.00', reference: `0000${utr}` },
    { narration: `UPI-ASHA-ASHA@OK-${reference()}-ORDER ${number}`, credit: '310.50' },
    { narration: `NEFT ORDER ${lessNumber}`, credit: '250.00' },
    { narration: 'INTEREST', credit: '7.77' },
  ])

  await page.goto('/admin/orders/bank-statement')
  await page.getByLabel('Choose statement').setInputFiles(file)
  const ready = page.getByRole('region', { name: 'Ready to book' })
  const check = page.getByRole('region', { name: 'To check' })
  await expect(ready.getByRole('listitem')).toHaveCount(1)
  await expect(ready).toContainText('Reference entered by the buyer')
  await expect(ready.getByRole('checkbox')).toBeChecked()
  await expect(check).toContainText('₹10.50 more than the order')
  await expect(check).toContainText('₹50.00 less than the order')
  await expect(check.getByRole('checkbox')).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  const none = page.getByRole('region', { name: 'No order found' })
  await none.getByRole('heading').click()
  await expect(none).toContainText('INTEREST')
  await none.getByLabel(/^Order number for line/).fill(lessNumber)
  await expect(none).toContainText('less than the order')

  await check.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Book 2 payments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book 2 payments, ₹610.50?' })
  await expect(dialog).toContainText('1 of them is not matched exactly.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Book 2 payments' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('2 payments booked')).toBeVisible()
  const booked = page.getByRole('region', { name: 'Booked already' })
  await booked.getByRole('heading').click()
  await expect(booked.getByRole('listitem')).toHaveCount(2)
  await expect(ready).toHaveCount(0)

  const theirs = await (await browser.newContext({ storageState: await storedSession(buyer), baseURL: shopUrl() })).newPage()
  await theirs.goto(`/order-confirmation/${claimed.id}`)
  await expect(section(theirs, 'Payment and invoice')).toContainText('PaymentPaid')
  await theirs.context().close()

  // the same statement once more
  await page.reload()
  await page.getByLabel('Choose statement').setInputFiles(file)
  await expect(booked).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ready to book' })).toHaveCount(0)
  await page.goto(`/admin/orders/${named.id}`)
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('On the statement')
  await expect(payment).toContainText('Still to refund₹10.50')
})

test('staff who only work on orders have neither the button nor the screen', async ({ page, customer: staff }) => {
  await service().from('user_roles').update({ role: 'orders' }).eq('user_id', staff.id).throwOnError()
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bank statement' })).toHaveCount(0)
  await page.goto('/admin/orders/bank-statement')
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' })).toBeVisible()
  await expect(page.getByText('Choose statement')).toHaveCount(0)
  await service().from('user_roles').update({ role: 'accounts' }).eq('user_id', staff.id).throwOnError()
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'Bank statement' }).click()
  expect(await violations(page)).toEqual([])
})

test('columns of an unknown bank are matched, and what the file is not is said', async ({ page }) => {
  await page.goto('/admin/orders/bank-statement')
  const file = { name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('Tag,Text,Eingang\n24/11/26,UPI,336\n99/99/26,UPI,5\n') }
  await page.getByLabel('Choose statement').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Read the lines' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose the columns of date and narration')
  await page.getByLabel('Date').selectOption({ label: 'Tag (24/11/26)' })
  await page.getByLabel('Narration').selectOption({ label: 'Text (UPI)' })
  await page.getByLabel('Money received').selectOption({ label: 'Eingang (336)' })
  await page.getByRole('button', { name: 'Read the lines' }).click()
  await expect(page.getByText('1 receipt', { exact: true })).toBeVisible()
  await page.getByText('1 line could not be read').click()
  await expect(page.getByText('Line 3: the date is not understood (99/99/26)')).toBeVisible()
  await page.getByLabel('Choose another statement').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await expect(page.getByRole('alert')).toContainText('There is no line of a statement in this file.')
})

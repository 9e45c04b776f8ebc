/** /invoice/{id}: the document as a page, with the same content as the PDF (docs/rules.md#documents-of-an-order). */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { layoutErrors } from '../layout/layout-errors.ts'
import { violations } from '../support/axe.ts'
import { shipping } from '../support/customers.ts'
import { changeOrder, moveOrder, orderOf } from '../support/orders.ts'
import { pdfText } from '../support/pdf.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

test('before acceptance it is a proforma without a number, afterwards the tax invoice that the PDF is', async ({ page, customer }) => {
  const { id, short, product } = await orderOf(customer, { quantity: 3, product: { price: 250 } })
  await page.goto(`/invoice/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Proforma invoice' })).toBeVisible()
  await expect(page.getByText(/INV\//)).toHaveCount(0)

  await moveOrder(id, 'processing')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Tax invoice' })).toBeVisible()
  const sheet = page.getByRole('article')
  const serial = (await sheet.getByText(/^INV\/\d\d-\d\d\/\d{6}$/).textContent()) ?? ''
  for (const text of [
    `Order #${short}`,
    shipping.full_name,
    'Place of supply',
    'Maharashtra (27)',
    product.name,
    'CGST',
    'SGST',
    '9%',
    '₹850.00',
    'Rupees Eight Hundred Fifty Only',
  ])
    await expect(sheet).toContainText(text)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Invoice' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`invoice-${id}.pdf`)
  const pdf = pdfText(await readFile(await file.path())).replace(/\s+/g, ' ')
  for (const text of ['Tax invoice', serial, shipping.full_name, '850.00']) expect(pdf).toContain(text)
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${id}$`))
})

test('cancelled after acceptance, the order shows the credit note of its invoice, and both can be downloaded', async ({ page, customer }) => {
  const { id, product } = await orderOf(customer)
  await moveOrder(id, 'processing')
  await changeOrder(id, { status: 'cancelled', cancel_reason: 'Refused at the door' })
  await page.goto(`/invoice/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tax invoice' })).toBeVisible()
  const note = page.getByRole('article', { name: 'Credit note CN/' })
  await expect(note.getByRole('heading', { level: 2, name: 'Credit note' })).toBeVisible()
  for (const text of [/Against tax invoiceINV\/\d\d-\d\d\/\d{6} of /, 'ReasonRefused at the door', 'Total credited', product.name])
    await expect(note).toContainText(text)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Credit Note' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`credit-note-${id}.pdf`)
  const pdf = pdfText(await readFile(await file.path())).replace(/\s+/g, ' ')
  for (const text of ['Credit note', 'Refused at the door', 'Total credited']) expect(pdf).toContain(text)
  await expect(page.getByText('Credit note downloaded successfully')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('cancelled before it was accepted or paid, it asks for no payment and promises no invoice', async ({ page, customer }) => {
  const { id } = await orderOf(customer, { method: 'upi' })
  await changeOrder(id, { status: 'cancelled', cancel_reason: 'Changed my mind' })
  await page.goto(`/invoice/${id}`)
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Nothing was paid')
  await expect(sheet).toContainText('The order was cancelled before the shop accepted it, so no invoice was issued.')
  for (const text of ['Awaiting payment', 'when the shop accepts', 'Scan to pay']) await expect(sheet).not.toContainText(text)
  const look = (name: string) => page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect.poll(() => look('Download Invoice')).toBe(await look('Print'))
  await page.goto(`/order-confirmation/${id}`)
  await expect(page.getByRole('button', { name: 'Download Invoice' })).toBeVisible()
  await expect.poll(() => look('Download Invoice')).not.toBe(await look('Re-order'))
})

for (const width of [320, 360]) {
  test(`at ${width} px every figure of the tax by HSN is on the screen`, async ({ page, customer }) => {
    await page.setViewportSize({ width, height: 740 })
    const { id } = await orderOf(customer, { quantity: 3, product: { price: 3300 } })
    await moveOrder(id, 'processing')
    await page.goto(`/invoice/${id}`)
    const row = page
      .getByRole('region', { name: /^Tax by HSN/ })
      .getByRole('listitem')
      .first()
    for (const text of ['HSN', 'Rate', '18%', 'Taxable', '₹8,389.84', 'CGST', '₹755.08', 'SGST', 'Tax', '₹1,510.16']) {
      await expect(row).toContainText(text)
    }
    await expect.poll(() => layoutErrors(page)).toEqual([])
  })
}

test('on paper only the sheet remains, with its whole table', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await page.goto(`/invoice/${id}`)
  await page.evaluate(() => {
    window.print = () => void (document.title = 'printed')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  for (const name of ['Lines of the invoice', 'Tax by HSN']) await expect(page.getByRole('table', { name })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
})

test('an unknown order is not found here either', async ({ page }) => {
  await page.goto(`/invoice/${randomUUID()}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Order Not Found' })).toBeVisible()
})

for (const [name, screen] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${name}`, () => {
    test.use(screen)
    test('every figure of a line is on the screen, and axe finds nothing', async ({ page, customer }) => {
      const { id, product } = await orderOf(customer, { quantity: 3, product: { price: 250 } })
      await page.goto(`/invoice/${id}`)
      const line = page.getByRole(name === 'phone' ? 'listitem' : 'row').filter({ hasText: product.name })
      for (const text of ['3 NOS', '₹250.00', '₹635.60', '₹57.20', '₹750.00']) await expect(line.getByText(text).first()).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      expect(await violations(page)).toEqual([])
    })
  })
}

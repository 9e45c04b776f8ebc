/** What staff typed stays, whatever is read, saved or undone beside it (docs/rules.md#forms). */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { shopKeys } from '../support/current-shop.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import { hold } from '../support/held.ts'
import { orderOf } from '../support/orders.ts'
import { picture, product } from '../support/product-form.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)
const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)

test.describe('when a later read', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('of the discounts fails, or is without the one that is open, its form stays', async ({ page }) => {
    const code = `STAY${randomUUID().slice(0, 6).toUpperCase()}`
    const { data: made } = await service().from('discounts').insert({ code, kind: 'percent', value: 10 }).select('id').single().throwOnError()
    await page.goto(`/admin/discounts/${made.id}`)
    const percent = page.getByLabel('Percent', { exact: true })
    await expect(percent).toHaveValue('10')
    const answers = async (status: number, json: unknown) => {
      await page.unroute('**/rest/v1/discounts?*')
      await page.route('**/rest/v1/discounts?*', (route) => (route.request().method() === 'GET' ? route.fulfill({ status, json }) : route.fallback()))
    }
    let reads = 0
    page.on('response', (response) => {
      if (response.request().method() === 'GET' && response.url().includes('/rest/v1/discounts?')) reads += 1
    })

    // each save reads the list again
    await answers(500, { code: 'XX000', message: 'broken' })
    await percent.fill('20')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, `${code} saved`)).toBeVisible()
    await percent.fill('25')
    await expect.poll(() => reads).toBeGreaterThanOrEqual(2)
    await answers(200, [])
    await page.getByLabel('Total uses').fill('7')
    const before = reads
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => reads).toBeGreaterThan(before)
    await page.getByLabel('Uses per customer').fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await service().from('discounts').select('value,usage_limit,customer_limit').eq('id', made.id).single()).data)
      .toEqual({ value: 25, usage_limit: 7, customer_limit: 2 })
  })

  test('of what a remittance would book fails, the transfer that is being typed stays', async ({ page }) => {
    await page.goto('/admin/orders/remittances/book')
    const reference = randomUUID().slice(0, 8)
    const lines = ['AWB No.,COD Amount,Freight', `${reference},99.00,0`]
    await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'paid.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await expect(page.getByRole('button', { name: 'Book 1 row' })).toBeVisible()
    await page.route('**/rpc/preview_remittance', (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }))
    await page.getByLabel('Courier').fill('Delhivery')
    await page.getByLabel('Reference').fill(reference)
    await page.getByLabel('Other charges').fill('12')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByLabel('Other charges')).toHaveValue('12')
    await page.unroute('**/rpc/preview_remittance')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page.getByLabel('Courier')).toHaveValue('Delhivery')
    await expect(page.getByLabel('Reference')).toHaveValue(reference)
  })
})

/** The next answer to a request that writes, held back until it is released. */
async function heldWrite(page: Page, url: string) {
  const held = await hold(page, url, (request) => request.method() === 'POST')
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes(url.replaceAll('*', '')))
  return { asked, ...held }
}

test.describe('while what was sent is being saved', () => {
  test('the next note about a customer stays, whether the save or the list takes long', async ({ page }) => {
    const buyer = await newCustomer(shopKeys())
    await page.goto(`/admin/customers/${buyer.id}`)
    const notes = page.getByRole('region', { name: 'Notes' })
    const box = notes.getByRole('textbox', { name: 'Note' })
    const write = await heldWrite(page, '**/rest/v1/customer_notes**')
    await box.fill('Pays by the tenth')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await write.asked
    await box.fill('Closed on Mondays')
    write.release()
    await expect(toast(page, 'Note added')).toBeVisible()
    await expect(box).toHaveValue('Closed on Mondays')

    const reads = await hold(page, '**/rest/v1/customer_notes?**', (request) => request.method() === 'GET')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expect(box).toHaveValue('')
    await box.fill('Rings before noon')
    reads.release()
    await expect(notes.getByRole('listitem')).toHaveCount(2)
    await expect(notes.getByRole('button', { name: 'Add note' })).toBeVisible()
    await expect(box).toHaveValue('Rings before noon')
  })

  test('a note about an order, a batch and a movement of stock that are begun in the meantime stay', async ({ page, customer }) => {
    const order = await orderOf(customer)
    await page.goto(`/admin/orders/${order.id}`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const note = timeline.getByRole('textbox', { name: 'Add a note' })
    const written = await heldWrite(page, '**/rest/v1/order_notes**')
    await note.fill('Ring after two')
    await note.press('ControlOrMeta+Enter')
    await written.asked
    await note.fill('Gate on the left')
    written.release()
    await expect(timeline.getByRole('listitem').first()).toContainText('Ring after two')
    await expect(note).toHaveValue('Gate on the left')

    const soap = await makeProduct({ stock: 50 })
    await page.goto(`/admin/products/edit/${soap.id}`)
    const batches = page.getByRole('region', { name: 'Batches', exact: true })
    const added = await heldWrite(page, '**/rest/v1/product_batches**')
    await batches.getByLabel('Batch', { exact: true }).fill('KV1')
    await batches.getByLabel('Pieces received').fill('20')
    await batches.getByLabel('Expires on').fill('2090-01-01')
    await batches.getByRole('button', { name: 'Add batch' }).click()
    await added.asked
    await batches.getByLabel('Batch', { exact: true }).fill('KV2')
    added.release()
    await expect(toast(page, 'Batch KV1 added')).toBeVisible()
    await expect(batches.getByLabel('Expires on')).toHaveValue('')
    await expect(batches.getByLabel('Batch', { exact: true })).toHaveValue('KV2')

    const stock = page.getByRole('region', { name: 'Stock', exact: true })
    const moved = await heldWrite(page, '**/rest/v1/rpc/move_stock**')
    await stock.getByLabel('Pieces received').fill('24')
    await stock.getByLabel('Note').fill('Bill 118')
    await stock.getByRole('button', { name: 'Update stock' }).click()
    await moved.asked
    await stock.getByLabel('Note').fill('Bill 119')
    moved.release()
    await expect(toast(page, '74 in stock now')).toBeVisible()
    await expect(stock.getByLabel('Pieces received')).toHaveValue('')
    await expect(stock.getByLabel('Note')).toHaveValue('Bill 119')
  })

  test('the rest of a corrected note stays in its box', async ({ page, customer }) => {
    const order = await orderOf(customer)
    await customer.client.from('order_notes').insert({ order_id: order.id, body: 'Ring' }).throwOnError()
    await page.goto(`/admin/orders/${order.id}`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByRole('button', { name: 'Edit note' }).click()
    const box = timeline.getByRole('textbox', { name: 'Edit note' })
    await box.fill('Ring twice')
    const held = await hold(page, '**/rest/v1/order_notes?**')
    const asked = page.waitForRequest(/order_notes/)
    await timeline.getByRole('button', { name: 'Save' }).click()
    await asked
    await box.fill('Ring twice, then wait')
    held.release()
    await expect.poll(async () => (await service().from('order_notes').select('body').eq('order_id', order.id)).data).toEqual([{ body: 'Ring twice' }])
    await expect(box).toHaveValue('Ring twice, then wait')
    await timeline.getByRole('button', { name: 'Save' }).click()
    await expect(timeline).toContainText('Ring twice, then wait (edited)')
    await expect(box).toHaveCount(0)
  })
})

test.describe('a form that adds something', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('takes no more input while that is saved, and takes it again when the shop refuses', async ({ page }) => {
    const [code, taken] = [`NEW${randomUUID().slice(0, 6).toUpperCase()}`, `OLD${randomUUID().slice(0, 6).toUpperCase()}`]
    await service().from('discounts').insert({ code: taken, kind: 'percent', value: 10 }).throwOnError()
    await page.goto('/admin/discounts/new')
    const name = page.getByLabel('Coupon code', { exact: true })
    await page.getByLabel('With a coupon code').check()
    await name.fill(taken)
    await page.getByLabel('Percent', { exact: true }).fill('10')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Another discount has this code')
    await page.keyboard.press('Tab')
    await name.fill(code)
    const write = await heldWrite(page, '**/rest/v1/discounts**')
    await name.press('Enter')
    await write.asked
    await page.keyboard.type('9')
    await expect(name, 'a letter would be lost').toHaveValue(code)
    write.release()
    await expect(toast(page, `${code} saved`)).toBeVisible()
    await expect(page).toHaveURL(/discounts\/[0-9a-f-]{36}$/)
    await expect(name).toHaveValue(code)
    await expect(page.getByText('No unsaved changes')).toBeVisible()
  })
})

test('a note that was changed in another tab is saved as its box says when “Save my changes” is pressed', async ({ page, customer }) => {
  const buyer = await newCustomer(shopKeys())
  const mine = () => customer.client.from('customer_notes')
  const { data: made } = await mine().insert({ user_id: buyer.id, note: 'Pays late' }).select('id').single().throwOnError()
  await page.goto(`/admin/customers/${buyer.id}`)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: /^Edit note of/ }).click()
  const item = notes.getByRole('listitem')
  const box = item.getByRole('textbox', { name: 'Note' })
  await box.fill('Pays by the tenth')
  await mine().update({ note: 'Pays in cash' }).eq('id', made.id).throwOnError()
  await item.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(item.getByRole('alert')).toContainText('Pays in cash')
  await expect(box).toHaveValue('Pays by the tenth')
  await box.fill('Pays by the tenth, in cash')
  await item.getByRole('button', { name: 'Save my changes' }).click()
  await expect(box).toHaveCount(0)
  await expect(item).toContainText('Pays by the tenth, in cash')
  await expect
    .poll(async () => (await service().from('customer_notes').select('note').eq('id', made.id).single()).data)
    .toEqual({ note: 'Pays by the tenth, in cash' })
})

test('what is typed into a product after it was archived stays when that is undone', async ({ page }) => {
  const cream = await makeProduct({ name: `Cream ${randomUUID().slice(0, 8)}` })
  await page.goto(`/admin/products/edit/${cream.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(toast(page, 'archived')).toBeVisible()
  await page.getByLabel('Brand').fill('Kaveri')
  await page.getByLabel('Net quantity').fill('50 g')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(page.getByLabel('Brand')).toHaveValue('Kaveri')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, `${cream.name} saved`)).toBeVisible()
  await expect
    .poll(async () => (await service().from('products').select('status,brand,net_quantity').eq('id', cream.id).single()).data)
    .toEqual({ status: 'active', brand: 'Kaveri', net_quantity: '50 g' })
})

test('pictures of a product that are chosen while others are uploaded stay, and a save waits for pictures that are being read', async ({ page }) => {
  const balm = await makeProduct({ name: `Balm ${randomUUID().slice(0, 8)}` })
  await page.goto(`/admin/products/edit/${balm.id}`)
  const files = page.locator('input[name=picture_files]')
  const tiles = page.getByRole('listitem', { name: /^Picture \d$/ })
  await files.setInputFiles(await picture('a.png', '#c43a5b'))
  await expect(tiles).toHaveCount(1)
  const held = await heldWrite(page, '**/storage/v1/object/product_images/**')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await held.asked
  await files.setInputFiles(await picture('b.png', '#1f6b4a'))
  await expect(tiles).toHaveCount(2)
  held.release()
  await expect(toast(page, `${balm.name} saved`)).toBeVisible()
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await expect(tiles).toHaveCount(2)
  await expect.poll(async () => (await product(balm.id)).product_images.length).toBe(1)

  await page.evaluate(() => {
    const read = window.createImageBitmap.bind(window)
    window.createImageBitmap = async (...file: unknown[]) => {
      await new Promise((go) => window.addEventListener('go-on', go, { once: true }))
      return read(...(file as Parameters<typeof read>))
    }
  })
  await files.setInputFiles(await picture('c.png', '#7d5200'))
  await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await page.evaluate(() => window.dispatchEvent(new Event('go-on')))
  await expect(tiles).toHaveCount(3)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await expect(tiles).toHaveCount(3)
  await expect.poll(async () => (await product(balm.id)).product_images.length).toBe(3)
})

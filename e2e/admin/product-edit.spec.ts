/** /admin/products/edit/{id}: refused edits, and two admins who edit at once (docs/rules.md#back-office-edits). */
import { randomUUID } from 'node:crypto'
import { violations } from '../support/axe.ts'
import { newCustomer } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { orderOf } from '../support/orders.ts'
import { changeProduct, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'
import { storedSession } from '../support/signed-in.ts'
import { heading, picture, product, save, service, toast } from '../support/product-form.ts'

test.use(laptop)
test.use({ expectedErrors: [/status of 4(00|09)/] })

test('two admins edit one product: the later one sees both values and the author, overwrites, and changes to other fields are kept', async ({
  page,
  browser,
}) => {
  const mark = randomUUID().slice(0, 8)
  const made = await makeProduct({ name: `Rose toner ${mark}`, price: 100, mrp: 150 })
  const other = await newCustomer(shopKeys())
  await service().from('user_roles').insert({ user_id: other.id, role: 'manager' }).throwOnError()
  await other.client.from('profiles').update({ full_name: 'Ravi' }).eq('id', other.id).throwOnError()
  const context = await browser.newContext({ ...laptop, baseURL: shopUrl(), storageState: await storedSession(other) })
  const second = await context.newPage()
  await Promise.all([page.goto(`/admin/products/edit/${made.id}`), second.goto(`/admin/products/edit/${made.id}`)])
  await expect(heading(page, made.name)).toBeVisible()
  await expect(heading(second, made.name)).toBeVisible()

  // an order in the meantime makes no form stale, and no save overwrites the stock
  await changeProduct(made.id, { stock: 48 })
  await second.getByLabel('Price, ₹', { exact: true }).fill('120')
  await save(second)
  await expect(toast(second, `${made.name} saved`)).toBeVisible()
  await page.getByLabel('Brand').fill('Kaveri')
  await page.getByLabel('Price, ₹', { exact: true }).fill('110')
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await save(page)
  const stale = page.getByRole('alert').filter({ hasText: 'Ravi changed this while you were editing' })
  await expect(stale.getByRole('row', { name: 'Price' })).toContainText('100')
  await expect(stale.getByRole('row', { name: 'Price' })).toContainText('120')
  await expect(stale.getByRole('row', { name: 'Price' })).toContainText('110')
  await expect.poll(() => product(made.id)).toMatchObject({ price: 120, brand: null, stock: 48 })
  expect(await violations(page)).toEqual([])
  await stale.getByRole('button', { name: 'Save my changes' }).click()
  await expect(toast(page, `${made.name} saved`)).toBeVisible()
  await expect.poll(() => product(made.id)).toMatchObject({ price: 110, brand: 'Kaveri', stock: 48 })
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Ravi')

  // now the other admin's form is stale: they take over the saved values
  await second.getByLabel('Net quantity').fill('100 ml')
  await save(second)
  // fields that they did not touch would keep the saved values
  await expect(second.getByRole('row', { name: 'Brand' }).getByRole('cell').last()).toHaveText('Kaveri')
  await second.getByRole('button', { name: 'Use the current version' }).click()
  await expect(second.getByLabel('Brand')).toHaveValue('Kaveri')
  await expect(second.getByLabel('Net quantity')).toHaveValue('')
  await context.close()
})

test('a duplicate begins as a draft without SKU and stock and has pictures of its own; the old one, sold, is archived and not deleted', async ({
  page,
  customer,
}) => {
  const mark = randomUUID().slice(0, 8)
  const { product: sold } = await orderOf(customer, {
    product: { name: `Kajal ${mark}`, price: 149, pricing_tiers: [{ min_quantity: 6, discount_percent: 10 }] },
  })
  const file = await picture('x.png', '#c43a5b')
  const path = `${randomUUID()}.png`
  const { error } = await service().storage.from('product_images').upload(path, file.buffer, { contentType: 'image/png' })
  if (error) throw error
  await service()
    .from('product_images')
    .insert({ product_id: sold.id, image_url: `product_images/${path}`, alt: 'The stick' })
    .throwOnError()

  await page.goto(`/admin/products/edit/${sold.id}`)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByText(`A copy of Kajal ${mark}, as a draft`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'SKU' })).toHaveValue('')
  await expect(page.getByLabel('Opening stock')).toHaveValue('0')
  await expect(page.getByLabel('Draft')).toBeChecked()
  await save(page)
  await expect(toast(page, `Kajal ${mark} (copy) added`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products\/edit\//)
  const copy = await product(page.url().split('/').at(-1) ?? '')
  expect(copy).toMatchObject({ price: 149, status: 'draft', stock: 0, units_sold: 0, pricing_tiers: [{ min_quantity: 6, discount_percent: 10 }] })
  expect(copy.product_images).toMatchObject([{ alt: 'The stick' }])
  expect(copy.product_images[0]?.image_url).not.toBe(`product_images/${path}`)

  // the copy was never sold: it is deleted together with its file
  const copied = `${shopUrl()}/storage/v1/object/public/${copy.product_images[0]?.image_url}`
  await expect.poll(async () => (await page.request.get(copied)).status()).toBe(200)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click()
  await expect(toast(page, `Kajal ${mark} (copy) is deleted`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expect.poll(async () => (await page.request.get(copied)).status()).not.toBe(200)

  await page.goto(`/admin/products/edit/${copy.id}`)
  await expect(heading(page, 'Product not found')).toBeVisible()

  await page.goto(`/admin/products/edit/${sold.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('It is in 1 order, so it cannot be deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByLabel('Archived')).toBeChecked()
  await expect.poll(() => product(sold.id)).toMatchObject({ status: 'archived' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Active')).toBeChecked()
})

test('stock moves with a reason, an author and an order; a stale count and a removal of more than there is are refused', async ({ page, customer }) => {
  const { product: soap, short } = await orderOf(customer, { product: { stock: 50 }, quantity: 2 })
  await page.goto(`/admin/products/edit/${soap.id}`)
  const panel = page.getByRole('region', { name: 'Stock', exact: true })
  await expect(panel.getByText('48 in stock')).toBeVisible()
  await expect(panel.getByRole('row', { name: /^Order/ }).getByRole('link', { name: `#${short}` })).toHaveAttribute('href', /^\/admin\/orders/)
  await page.getByLabel('Name', { exact: true }).fill('Typed and not saved')

  await panel.getByRole('button', { name: 'Update stock' }).click()
  await expect(panel.getByLabel('Pieces received')).toHaveAttribute('aria-invalid', 'true')
  await panel.getByLabel('Pieces received').fill('24')
  await panel.getByLabel('Note').fill('Bill 118')
  await expect(panel.getByText('48 → 72')).toBeVisible()
  await panel.getByLabel('Note').press('Enter')
  await expect(toast(page, '72 in stock now')).toBeVisible()
  const newest = panel.getByRole('row').nth(1)
  await expect(newest).toContainText('Received')
  await expect(newest).toContainText('Bill 118')
  await expect(newest).toContainText('+24')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed and not saved')

  await panel.getByLabel('Reason', { exact: true }).selectOption('correction')
  await panel.getByLabel('Pieces, + or −').fill('-80')
  await panel.getByRole('button', { name: 'Update stock' }).click()
  await expect(panel.getByText('Enter a reason')).toBeVisible()
  await panel.getByLabel('Reason for the correction').fill('Counted twice')
  await expect(panel.getByText('There are not that many in stock')).toBeVisible()
  await panel.getByLabel('Reason', { exact: true }).selectOption('count')
  await panel.getByLabel('Pieces counted').fill('70')
  await changeProduct(soap.id, { stock: 71 })
  await panel.getByRole('button', { name: 'Update stock' }).click()
  await expect(panel.getByRole('alert')).toContainText('Stock changed while you counted: 71 now.')
  await expect(panel.getByText('71 → 70')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Update stock' }).click()
  await expect(toast(page, '70 in stock now')).toBeVisible()
  await expect.poll(() => product(soap.id)).toMatchObject({ stock: 70, version: 1 })
  await expect
    .poll(
      async () =>
        (await service().from('stock_movements').select('quantity,reason,note').eq('product_id', soap.id).order('id', { ascending: false }).limit(3)).data,
    )
    .toEqual([
      { quantity: -1, reason: 'count', note: 'Counted twice' },
      { quantity: -1, reason: 'adjustment', note: null },
      { quantity: 24, reason: 'purchase', note: 'Bill 118' },
    ])
})

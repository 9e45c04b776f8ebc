/** An order with the maximum number of lines, from the list to the order's page; every step in between works. */
import { placeButton, toReview } from '../support/checkout.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

const LINES = 1000
const mark = `L${Date.now().toString(36)}`
const product = (index: number) => ({
  sku: `${mark}-${index}`,
  name: `Bulk balm ${mark} ${index}`,
  // Below the amount that a new account may owe on delivery.
  price: 4,
  stock: 50,
  gst_percent: 18,
  hsn: '3304',
  status: 'active' as const,
})
const goods = Array.from({ length: LINES }, (_, index) => product(index))

test.beforeAll(async () => {
  await serviceClient(shopKeys()).from('products').insert(goods).throwOnError()
})
test.afterAll(async () => {
  await serviceClient(shopKeys()).from('products').delete().like('sku', `${mark}-%`)
})

test('a thousand lines are checked, added, ordered once and shown whole', async ({ page, customer }) => {
  test.setTimeout(240_000)
  const calls: string[] = []
  page.on('request', (request) => void (/rpc\/|cart_items/.test(request.url()) && calls.push(`${request.method()} ${new URL(request.url()).pathname}`)))
  await page.goto('/order-pad')
  await page.getByLabel('Upload a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['SKU,Qty', ...goods.map(({ sku }, index) => `${sku},${1 + (index % 9)}`), 'LEFT-OVER,1'].join('\r\n')),
  })
  await expect(page.getByRole('heading', { level: 2, name: '1000 rows' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('We check the first 1,000 lines at once; 1 more remain in your list.')).toBeVisible()
  calls.length = 0
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await expect(page.getByText('1000 products, 4996 units added to your cart.')).toBeVisible({ timeout: 60_000 })
  expect(calls.filter((call) => call === 'POST /rest/v1/rpc/add_to_cart')).toHaveLength(1)

  await page.getByRole('main').getByRole('link', { name: 'View Cart' }).click()
  await expect(page.getByText('4996 units, 1000 products')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove Bulk balm/ })).toHaveCount(LINES)
  // The cart responds at its maximum size.
  const quantity = page.getByRole('textbox', { name: `Quantity of ${goods[0]?.name}`, exact: true })
  await quantity.fill('2')
  await quantity.press('Enter')
  await expect(page.getByText('4997 units, 1000 products')).toBeVisible()

  await page.getByRole('link', { name: 'Checkout' }).click()
  await toReview(page)
  await placeButton(page).click()
  await expect(page).toHaveURL(/\/order-confirmation\/[0-9a-f-]{36}/, { timeout: 60_000 })
  await expect(page.getByRole('rowheader', { name: new RegExp(`Bulk balm ${mark}`) })).toHaveCount(LINES)
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('orders').select('total_amount, order_items(count)').eq('user_id', customer.id)).data)
    .toEqual([{ total_amount: 19_988, order_items: [{ count: LINES }] }])

  const order = page.url()
  await page.goto('about:blank')
  await page.goto(order)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Invoice' }).first().click()
  expect((await file).suggestedFilename()).toMatch(/^invoice-.*\.pdf$/)
})

test.describe('beyond that', () => {
  test.use({ expectedErrors: [/status of 409/] })
  test('more lines than a cart holds are refused with the reason, and none is added', async ({ page, customer }) => {
    const service = serviceClient(shopKeys())
    const { data } = await service.from('products').select('id').like('sku', `${mark}-%`).neq('sku', `${mark}-0`).throwOnError()
    const lines = data.map(({ id }) => ({ user_id: customer.id, product_id: id, quantity: 1 }))
    await service.from('cart_items').insert(lines).throwOnError()
    await page.goto('/order-pad')
    await page.getByRole('textbox', { name: 'Your list' }).fill(`${mark}-0, 1\nKUMKUM-NOWHERE, 1`)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByText('1 ready')).toBeVisible()
    await page.getByRole('button', { name: 'Add all to cart' }).click()
    await expect(page.getByText('1 product, 1 unit added to your cart.')).toBeVisible()
    const fresh = await service
      .from('products')
      .insert({ ...product(0), sku: `${mark}-more`, name: `One more ${mark}` })
      .select('id')
    expect(fresh.error).toBeNull()
    await page.getByRole('textbox', { name: 'Your list' }).fill(`${mark}-more, 1`)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await page.getByRole('button', { name: 'Add all to cart' }).click()
    await expect(page.getByText('A cart holds at most 1,000 products. Order these first, or remove some.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Your list' })).toHaveValue(new RegExp(`${mark}-more`))
  })
})

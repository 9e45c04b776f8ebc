/** A chat with the shop, from product and order pages, if the settings have a number for it. */
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys, shopUrl } from '../support/current-shop.ts'
import { orderNumber, orderOf } from '../support/orders.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

const service = () => serviceClient(shopKeys())
const setNumber = (whatsapp: string | null) => service().from('settings').update({ whatsapp }).eq('id', true).throwOnError()

let before: string | null
test.beforeEach(async () => {
  const { data } = await service().from('settings').select('whatsapp').single()
  before = data?.whatsapp ?? null
})
test.afterEach(() => setNumber(before))

test('a product page opens a chat with name, SKU and address of the product', async ({ page }) => {
  await setNumber('090000 00199')
  const made = await makeProduct({ name: 'Kajal & “Noor” #1' })
  const { data } = await service().from('products').select('sku').eq('id', made.id).single()
  await page.goto(made.path)
  const link = page.getByRole('link', { name: 'Ask about this product on WhatsApp (opens in a new tab)' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  const address = async () => new URL((await link.getAttribute('href')) ?? '')
  await expect.poll(async () => (await address()).href).toMatch(/^https:\/\/wa\.me\/919000000199\?/)
  await expect
    .poll(async () => (await address()).searchParams.get('text'))
    .toBe(`Hello, I have a question about Kajal & “Noor” #1 (SKU ${data?.sku as string}):\n${new URL(made.path, shopUrl()).href}`)
  expect(await violations(page)).toEqual([])
  await dropProducts(made.id)
})

test('an order page opens a chat with the number of the order and nothing else of its buyer', async ({ page, customer }) => {
  await setNumber('+91 90000 00199')
  const { id, short } = await orderOf(customer)
  await page.goto(`/order-confirmation/${id}`)
  const link = page.getByRole('link', { name: 'Ask about this order on WhatsApp (opens in a new tab)' })
  const question = `Hello, I have a question about order #${short} (no. ${await orderNumber(id)}).`
  await expect(link).toHaveAttribute('href', `https://wa.me/919000000199?text=${encodeURIComponent(question)}`)
  await expect(link).toHaveAttribute('rel', /noopener/)
  expect(await violations(page)).toEqual([])
})

test('without a number no page offers a chat', async ({ page, customer }) => {
  await setNumber(null)
  const { id, product } = await orderOf(customer)
  for (const path of [product.path, `/order-confirmation/${id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /WhatsApp/ })).toHaveCount(0)
  }
})

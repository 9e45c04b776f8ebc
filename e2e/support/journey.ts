/** The whole journey of one order as a buyer sees it, by the labels and texts on the screens. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ShopClient } from './customers.ts'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { serviceClient } from './customers.ts'
import { gstIn, paise, paiseIn, unitFor } from './money.ts'
import { openMailedLink } from './mailed-link.ts'
import { linkIn, waitForMail } from './outbox.ts'
import { pdfText } from './pdf.ts'
import type { ShopKeys } from './shop-process.ts'

export type Product = {
  id: string
  name: string
  price: number
  retail_price: number | null
  pricing_tiers: { min_quantity: number; discount_percent: number }[] | null
  stock: number
  min_order_quantity: number
}
export type JourneyOptions = {
  keys: ShopKeys
  outbox: string
  productId: string
  quantity: number
  address: { pincode: string; city: string; state: string }
  interState: boolean
  /** The page behind the mailed link asks for the password, as for another browser: a project's auth service does not get cookies. */
  linkAsksPassword?: boolean
}

export const password = 'a long enough password'

async function readProduct(service: ShopClient, id: string): Promise<Product> {
  const { data, error } = await service.from('products').select('id, name, price, retail_price, pricing_tiers, stock, min_order_quantity').eq('id', id).single()
  if (error) throw error
  return { ...data, pricing_tiers: data.pricing_tiers as Product['pricing_tiers'] }
}

export async function register(page: Page, outbox: string, origin: string, linkAsksPassword = false): Promise<string> {
  const email = `meera-${randomUUID().slice(0, 8)}@looks.example`
  await page.getByRole('link', { name: 'Login' }).first().click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page
    .getByRole('link', { name: /Register|Create/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Registration successful! Please check your email to confirm your account.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  const mail = await waitForMail(outbox, email, /confirm/i)
  await openMailedLink(page, linkIn(mail, origin), linkAsksPassword ? password : undefined)
  return email
}

export async function login(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Forgets the session without signing out, on a document without scripts: a page of the shop would go on asking with no session. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

async function fillCheckout(page: Page, email: string, address: JourneyOptions['address']): Promise<void> {
  // Exact match: the cart has a PIN code field too, and stays until the checkout has loaded.
  await page.getByLabel('PIN code', { exact: true }).fill(address.pincode)
  await expect(page.getByLabel('State')).toHaveValue(address.state)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('Address', { exact: true }).fill('12 Hill Road, श्री Complex')
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Mobile number').fill('9820012345')
  await page.getByLabel('Email').fill(email)
  // A shop with one way to pay has chosen it already.
  const choice = page.getByRole('button', { name: 'Continue to payment' })
  const only = page.getByRole('button', { name: 'Deliver to this address' })
  await expect(choice.or(only)).toBeVisible()
  if (!(await choice.isVisible())) return only.click()
  await choice.click()
  await page.getByRole('radio', { name: /Cash on delivery/ }).check()
  await page.getByRole('button', { name: 'Review your order' }).click()
}

/** Registers, buys `quantity` of the product by cash on delivery, reads the invoice; ends on the order's page. */
export async function buy(page: Page, options: JourneyOptions): Promise<{ orderId: string; email: string; before: Product }> {
  const { keys, outbox, quantity, interState } = options
  const service = serviceClient(keys)
  const before = await readProduct(service, options.productId)
  const unit = unitFor(before, quantity)
  const goods = unit * quantity
  const gst = gstIn(goods, interState)
  const delivery = goods >= 150_000 ? 0 : 10_000

  await page.goto(keys.url)
  await expect(page.getByRole('heading', { name: 'Featured Categories' })).toBeVisible()
  const email = await register(page, outbox, keys.url, options.linkAsksPassword)
  // The link in the mail signs in; a separate sign-in proves that the password works.
  await expect(page).toHaveURL(/\/dashboard$/)
  await page
    .getByRole('button', { name: /account/i })
    .first()
    .click()
  await page
    .getByRole('button', { name: 'Log out' })
    .or(page.getByRole('menuitem', { name: 'Log out' }))
    .first()
    .click()
  await expect(page.getByText('Logged out successfully').first()).toBeVisible()
  await page.goto(`${keys.url}/login`)
  await login(page, email)
  await expect(page.getByText('Welcome back!').first()).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)

  // Finds the product by its name, as docs/rules.md#search describes.
  await page.goto(`${keys.url}/products`)
  const search = page.getByRole('combobox', { name: 'Search products' })
  await search.fill(before.name)
  await page.getByRole('button', { name: 'Search', exact: true }).first().click()
  await expect(page.getByText(new RegExp(`Found \\d+ results? for`))).toBeVisible()
  await page.locator(`a[href$="${before.id}"]`).first().click()
  await expect(page.getByRole('heading', { level: 1, name: before.name })).toBeVisible()

  await page
    .getByRole('textbox', { name: /^Quantity/ })
    .first()
    .fill(String(quantity))
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  await expect(page.getByText('Product added to cart').first()).toBeVisible()
  await page.getByRole('link', { name: 'View Cart' }).first().click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText(before.name).first()).toBeVisible()
  await page
    .getByRole('link', { name: /checkout/i })
    .first()
    .click()

  await fillCheckout(page, email, options.address)
  const place = page.getByRole('button', { name: /^Place order/ })
  await expect.poll(async () => paiseIn(await place.textContent())).toBe(goods + delivery)
  await place.click()
  await expect(page).toHaveURL(/\/order-confirmation\/[0-9a-f-]{36}/, { timeout: 20_000 })
  const orderId = /order-confirmation\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  await expect(page.getByRole('heading', { name: `Order #${orderId.slice(0, 8)}` })).toBeVisible()

  const readOrder = async () =>
    (await service.from('orders').select('*, order_items(*), order_status_history(*)').eq('id', orderId).single().throwOnError()).data
  await expect(async () => {
    const order = await readOrder()
    expect({
      goods: paise(order.goods_total),
      gst: paise(order.total_gst),
      base: paise(order.subtotal_base),
      delivery: paise(order.shipping_cost),
      total: paise(order.total_amount),
      status: order.status,
      payment: order.payment_state,
    }).toEqual({
      goods,
      gst,
      base: goods - gst,
      delivery,
      total: goods + delivery,
      status: 'pending',
      payment: 'cod_pending',
    })
    expect(paise(order.igst)).toBe(interState ? gst : 0)
    expect(order.order_items).toHaveLength(1)
    expect(order.order_items[0]).toMatchObject({ product_name: before.name, quantity })
  }).toPass()
  const buyer = String((await readOrder()).user_id)
  await expect.poll(async () => (await readProduct(service, before.id)).stock).toBe(before.stock - quantity)
  await expect.poll(async () => (await service.from('cart_items').select('id', { count: 'exact', head: true }).eq('user_id', buyer)).count).toBe(0)
  await expect
    .poll(async () => (await service.from('notifications').select('type, read').eq('user_id', buyer)).data)
    .toEqual([{ type: 'order_update', read: false }])
  const placed = await waitForMail(outbox, email, /Order #[0-9a-f]{8} received/)
  expect(placed.text).toContain(before.name.split(',')[0])

  await readInvoice(page, keys.url, orderId, { before, goods, gst, delivery, interState })
  return { orderId, email, before }
}

type Expected = { before: Product; goods: number; gst: number; delivery: number; interState: boolean }

const rupees = (amount: number): string => new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(amount / 100)

/** My Orders → Download; the PDF's text must contain the amounts stored with the order. */
async function readInvoice(page: Page, origin: string, orderId: string, { before, goods, gst, delivery, interState }: Expected): Promise<void> {
  await page.goto(`${origin}/my-orders`)
  await expect(page.getByRole('heading', { name: /My Orders/ })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: `#${orderId.slice(0, 8)}` })
  await expect(row).toContainText(`₹${rupees(goods + delivery)}`)
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: /Download/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`invoice-${orderId}.pdf`)
  await expect(page.getByText('Invoice downloaded successfully').first()).toBeVisible()
  const text = pdfText(await readFile(await file.path()))
  const flat = text.replace(/\s+/g, ' ')
  expect(flat).toMatch(/Proforma invoice/i)
  expect(flat).toContain('Meera Nair')
  expect(flat).toContain('श्री')
  expect(flat).toContain('₹')
  expect(flat).toContain(rupees(goods - gst))
  expect(flat).toContain(rupees(goods + delivery))
  expect(flat).toMatch(interState ? /IGST/ : /CGST.*SGST/)
  expect(flat).toContain(interState ? rupees(gst) : rupees(gst / 2))
  for (const word of before.name
    .split(/[\s,]+/)
    .filter((part) => part.length > 3 && /^[\w]+$/.test(part))
    .slice(0, 2))
    expect(flat).toContain(word)
  await page.goto(`${origin}/order-confirmation/${orderId}`)
  await expect(page.getByRole('heading', { name: `Order #${orderId.slice(0, 8)}` })).toBeVisible()
}

/** Cancels the order whose page is open; checks stock, history, mail and notification. */
export async function cancel(page: Page, options: { keys: ShopKeys; outbox: string; orderId: string; email: string; before: Product }): Promise<void> {
  const { keys, orderId, before } = options
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog.getByText('Are you sure?')).toBeVisible()
  await expect(dialog.getByText('This action cannot be undone. This will permanently cancel your order.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Yes, cancel order' }).click()
  await expect(page.getByText('Order cancelled successfully').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  const service = serviceClient(keys)
  const columns = 'status, cancelled_by, user_id, order_status_history(status, notes)'
  const readOrder = async () => (await service.from('orders').select(columns).eq('id', orderId).single().throwOnError()).data
  await expect(async () => {
    const order = await readOrder()
    expect(order).toMatchObject({ status: 'cancelled', cancelled_by: order.user_id })
    const history = order.order_status_history
    expect(history.filter((step) => step.status === 'cancelled')).toEqual([{ status: 'cancelled', notes: 'Order cancelled by customer' }])
  }).toPass()
  const buyer = String((await readOrder()).user_id)
  await expect.poll(async () => (await readProduct(service, before.id)).stock).toBe(before.stock)
  await expect.poll(async () => (await service.from('notifications').select('id', { count: 'exact', head: true }).eq('user_id', buyer)).count).toBe(2)
  await waitForMail(options.outbox, options.email, /cancelled/)
}

/** A store under its owner's name shows nothing of the demo's: no name, no founding year, in no page, title, mail or document. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addToCart, newCustomer, placeOrder, serviceClient, type Customer } from './support/customers.ts'
import { expect, test } from './support/fixtures.ts'
import { hydrated } from './support/hydrated.ts'
import { mailsTo, waitForMail } from './support/outbox.ts'
import { pdfText } from './support/pdf.ts'
import { openShop, type RunningShop } from './support/shop-process.ts'

const NAME = 'Kanta Beauty Traders'
const DEMO = /shringar|शृ|2010/i

let shop: RunningShop
let dataDir: string
let customer: Customer
let orderId: string

test.beforeAll(async () => {
  test.setTimeout(120_000)
  dataDir = await mkdtemp(path.join(tmpdir(), 'renamed-'))
  shop = await openShop({ dataDir, env: { DEMO: '0' } })
  const service = serviceClient(shop.keys)
  await service
    .from('settings')
    .update({ store_name: NAME, legal_name: NAME, gstin: '27ABCDE1234F1Z0', city: 'Mumbai', phone: '022 5550 0199', email: 'care@kanta.example' })
    .eq('id', true)
    .throwOnError()
  const { data: category } = await service.from('categories').insert({ name: 'Makeup', slug: 'makeup' }).select('id').single().throwOnError()
  const { data: product } = await service
    .from('products')
    .insert({ sku: 'K-1', name: 'Kajal', price: 118, mrp: 150, stock: 50, gst_percent: 18, hsn: '3304', status: 'active', category_id: category.id })
    .select('id')
    .single()
    .throwOnError()
  customer = await newCustomer(shop.keys)
  await addToCart(customer, product.id, 2)
  orderId = (await placeOrder(customer)).body.order?.id ?? ''
  await addToCart(customer, product.id, 1)
  await service.from('orders').update({ status: 'processing' }).eq('id', orderId).throwOnError()
})
test.afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const iconsOf = (manifest: string): string[] => (JSON.parse(manifest) as { icons: { src: string }[] }).icons.map(({ src }) => src)

/** What a person or a machine reads on the page and names the demo. */
async function signsOfTheDemo(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const READ = ['alt', 'aria-label', 'title', 'placeholder', 'content', 'value']
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => READ.map((name) => element.getAttribute(name) ?? ''))
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => textContent ?? '')
    return [document.title, document.body.innerText, ...attributes, ...data]
  })
  return found.map((text) => text.replaceAll(customer.email, '')).filter((text) => DEMO.test(text))
}

async function expectOwnBrand(page: Page, paths: string[]): Promise<void> {
  for (const at of paths) {
    await page.goto(shop.url + at)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect.poll(() => signsOfTheDemo(page), { message: at }).toEqual([])
    await expect(page, at).toHaveTitle(new RegExp(` · ${NAME}$`))
  }
}

test('public pages, their titles and what search engines read', async ({ page }) => {
  test.setTimeout(120_000)
  const { data: products } = await serviceClient(shop.keys).from('products').select('id').throwOnError()
  const { data: categories } = await serviceClient(shop.keys).from('categories').select('id').throwOnError()
  await expectOwnBrand(page, [
    '/',
    '/products',
    '/products?view=list',
    `/products/kajal/${products[0]?.id ?? ''}`,
    '/categories',
    `/category/${categories[0]?.id ?? ''}`,
    '/about',
    '/terms',
    '/privacy',
    '/shipping',
    '/refunds',
    '/contact',
    '/cart',
    '/order-pad',
    '/login',
    '/register',
    '/forgot-password',
    '/admin/login',
  ])
  const manifest = await (await fetch(`${shop.url}/manifest.webmanifest`)).text()
  expect(manifest).toContain(NAME)
  expect(manifest).not.toMatch(DEMO)
  // the initials, also where an installed app of before asks for the demo's emblem
  for (const at of [...iconsOf(manifest), '/favicon.svg', '/icons/apple-touch-icon.png'])
    await expect.poll(async () => (await fetch(shop.url + at)).headers.get('content-type'), { message: at }).toBe('image/png')
})

test('the pages of a customer, and those that do not exist', async ({ browser }) => {
  test.setTimeout(120_000)
  const { data } = await customer.client.auth.getSession()
  const kept = { name: `sb-${new URL(shop.url).hostname.split('.')[0]}-auth-token`, value: JSON.stringify(data.session) }
  const context = await browser.newContext({ storageState: { cookies: [], origins: [{ origin: shop.url, localStorage: [kept] }] } })
  const page = await context.newPage()
  await expectOwnBrand(page, [
    '/dashboard',
    '/profile',
    '/profile/security',
    '/my-orders',
    '/wishlist',
    '/notifications',
    '/checkout',
    `/order-confirmation/${orderId}`,
    `/invoice/${orderId}`,
    '/no/such/page',
  ])
  await context.close()
})

test('mails and the invoice', async () => {
  const outbox = path.join(dataDir, 'outbox')
  await waitForMail(outbox, customer.email, /Order #/)
  await customer.client.auth.resetPasswordForEmail(customer.email)
  await waitForMail(outbox, customer.email, /password/i)
  for (const mail of await mailsTo(outbox, customer.email)) {
    const read = [mail.subject, mail.from?.name, mail.text, mail.html].join('\n').replaceAll(customer.email, '')
    expect(read).toContain(NAME)
    expect(read).not.toMatch(DEMO)
    for (const { content } of mail.attachments.filter(({ mimeType }) => mimeType === 'application/pdf'))
      expect(pdfText(Buffer.from(content as ArrayBuffer))).not.toMatch(DEMO)
  }
  const { data } = await customer.client.functions.invoke<string>('generate-pdf', { body: { type: 'download', orderId, documentType: 'invoice' } })
  const text = pdfText(Buffer.from((data ?? '').replace(/^data:.*?,/, ''), 'base64'))
  expect(text).toContain(NAME)
  expect(text).not.toMatch(DEMO)
})

test('with a logo and colours of its own, header, icons, mails and documents show them', async ({ page }) => {
  const service = serviceClient(shop.keys)
  await service.from('user_roles').insert({ user_id: customer.id, role: 'owner' }).throwOnError()
  const { data: settings } = await service.from('settings').select('version').single().throwOnError()
  const before = iconsOf(await (await fetch(`${shop.url}/manifest.webmanifest`)).text())
  const slip = async () => {
    const { data } = await customer.client.functions.invoke<string>('generate-pdf', { body: { type: 'download', orderId, documentType: 'packingSlip' } })
    return Buffer.from(data ?? '', 'base64').toString('latin1')
  }
  await expect.poll(() => slip()).not.toContain('/Subtype /Image')
  const picture = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#064' } })
    .png()
    .toBuffer()
  const { error } = await customer.client.functions.invoke('set-logo', {
    body: { variant: 'light', version: settings.version, image: picture.toString('base64') },
  })
  expect(error).toBeNull()
  await customer.client.from('settings').update({ accent: '#0b5d4e' }).eq('id', true).throwOnError()

  await page.goto(`${shop.url}/login`)
  const logo = page.getByRole('img', { name: NAME })
  await expect(logo).toBeVisible()
  await expect.poll(async () => (await fetch(shop.url + ((await logo.getAttribute('src')) ?? ''))).headers.get('content-type')).toBe('image/png')
  const icons = iconsOf(await (await fetch(`${shop.url}/manifest.webmanifest`)).text())
  expect(icons.filter((address) => before.includes(address))).toEqual([])
  const { data, info } = await sharp(Buffer.from(await (await fetch(shop.url + (icons[0] ?? ''))).arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = (96 * info.width + 96) * info.channels
  expect([...data.subarray(middle, middle + 3)]).toEqual([0, 102, 68])

  await expect.poll(() => slip()).toContain('/Subtype /Image')
  const outbox = path.join(dataDir, 'outbox')
  const other = await newCustomer(shop.keys)
  await other.client.auth.resetPasswordForEmail(other.email)
  await waitForMail(outbox, other.email, /password/i)
  const [mail] = await mailsTo(outbox, other.email)
  expect(mail?.html).toContain(`alt="${NAME}"`)
  expect(mail?.html).toContain('background:#0b5d4e')
  expect(mail?.html).not.toContain('#74234f')
  expect(mail?.attachments.map(({ mimeType, contentId }) => [mimeType, mail.html?.includes(`cid:${contentId?.replace(/[<>]/g, '')}`)])).toEqual([
    ['image/png', true],
  ])
})

/** `npm run screens`: takes the pictures of docs/screens from a fresh demo shop, on a phone and on a wide screen. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CUSTOMERS } from '#supabase/seed/customers.ts'
import { root } from './parts.ts'
import { startShop, type RunningShop } from './running-shop.ts'
import { findChromium } from './tools.ts'

const folder = path.join(root, 'docs/screens')
/** Maximum height of a picture, pixels. */
const LONGEST = 5000
const sizes = { phone: { width: 360, height: 780 }, wide: { width: 1280, height: 860 } } as const

type Person = { email: string; password: string }
type Scene = { name: string; path: string; by?: 'customer' | 'admin'; before?: (page: Page) => Promise<void> }

/** Waits until the page's pictures are loaded and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    window.scrollTo(0, 0)
    // A picture in a carousel's hidden slide never loads: wait at most 2 s.
    const late = new Promise((resolve) => setTimeout(resolve, 2000))
    await Promise.race([late, Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))])
  })
  await sleep(300)
}

/** Creates an admin with a known password: that of the first admin is printed once, at the first start. */
async function makeAdmin({ url, keys }: RunningShop): Promise<Person> {
  const person = { email: 'screens@shringar.example', password: randomUUID() }
  const service = createClient(url, keys.secret_key, { auth: { persistSession: false } })
  const { data, error } = await service.auth.admin.createUser({ ...person, email_confirm: true })
  if (error) throw error
  const role = await service.from('user_roles').insert({ user_id: data.user.id, role: 'manager' })
  if (role.error) throw role.error
  return person
}

/** The back office's screens as name and address below /admin, with a real order, product and customer for screens that show one of them. */
async function adminPlaces({ url, keys }: RunningShop): Promise<[name: string, place: string][]> {
  const service = createClient(url, keys.secret_key, { auth: { persistSession: false } })
  const { data: order, error } = await service
    .from('orders')
    .select('id, user_id, order_items(product_id)')
    .eq('status', 'processing')
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
  if (error) throw error
  const areas = [
    '',
    '/orders',
    '/orders/create',
    '/products',
    '/products/add',
    '/products/categories',
    '/products/import',
    '/customers',
    '/banners',
    '/discounts',
    '/settings',
    '/settings/people',
    '/sales-analytics',
    '/complaints',
    '/audit-log',
  ]
  return [
    ...areas.map((area): [string, string] => [area.replaceAll('/', '-'), area]),
    ['-order', `/orders/${order.id}`],
    ['-product', `/products/edit/${order.order_items[0]?.product_id}`],
    ['-customer', `/customers/${order.user_id}`],
  ]
}

async function shoot(browser: Browser, url: string, scenes: Scene[], size: keyof typeof sizes, people: Record<'customer' | 'admin', Person>): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
  })
  const page = await context.newPage()
  let signedIn: Scene['by']
  for (const scene of scenes) {
    if (scene.by !== undefined && signedIn !== scene.by) {
      await page.goto(`${url}/login`)
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${url}/login`)
      await page.getByLabel('Email').fill(people[scene.by].email)
      await page.getByLabel('Password', { exact: true }).fill(people[scene.by].password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL(/dashboard/)
      signedIn = scene.by
    }
    await scene.before?.(page)
    await page.goto(url + scene.path)
    await settle(page)
    // The window grows to the page's height, so that elements fixed to its bottom edge do not cover the middle; a long list is cut.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: sizes[size].width, height: Math.min(LONGEST, Math.max(height, sizes[size].height)) })
    const file = path.join(folder, `${scene.name}-${sizes[size].width}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 62 })
      .toFile(file)
    await page.setViewportSize(sizes[size])
    console.log(path.relative(root, file))
  }
  await context.close()
}

/** The picture at the top of the README: home on a wide screen, listing and product on a phone. */
async function overview(): Promise<void> {
  const height = 900
  const crop = async (name: string, width: number, top: number): Promise<Buffer> => {
    const picture = sharp(path.join(folder, name))
    const { width: full, height: tall } = await picture.metadata()
    return picture
      .extract({ left: 0, top: 0, width: full, height: Math.min(tall, Math.round((full * height) / width)) })
      .resize({ width, height: height - top, fit: 'cover', position: 'top' })
      .toBuffer()
  }
  const parts = [await crop('home-1280.webp', 1000, 0), await crop('products-360.webp', 360, 0), await crop('product-360.webp', 360, 0)]
  const lefts = [24, 1048, 1432]
  await sharp({ create: { width: 1816, height: height + 48, channels: 3, background: '#f4ebe3' } })
    .composite(parts.map((input, index) => ({ input, left: lefts[index] ?? 0, top: 24 })))
    .png({ palette: true, quality: 80 })
    .toFile(path.join(folder, 'overview.png'))
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-screens-'))
const shop = await startShop(dataDir)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await mkdir(folder, { recursive: true })
  const headers = { apikey: shop.keys.publishable_key }
  const products = (await (
    await fetch(`${shop.url}/rest/v1/products?select=id&is_featured=is.true&pricing_tiers=not.is.null&limit=1`, { headers })
  ).json()) as { id: string }[]
  const product = `/products/x/${products[0]?.id}`
  const fillCart = async (page: Page): Promise<void> => {
    // networkidle: the scripts have loaded, so that the button adds the product instead of leading to the login.
    await page.goto(shop.url + product, { waitUntil: 'networkidle' })
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'View Cart' }).first().waitFor()
  }
  const openOrder = async (page: Page): Promise<void> => {
    await page.goto(`${shop.url}/my-orders`)
    await page.getByRole('link', { name: /^View/ }).nth(1).click()
    await page.waitForURL(/order-confirmation/)
    order.path = new URL(page.url()).pathname
    invoice.path = order.path.replace('order-confirmation', 'invoice')
  }
  const order: Scene = { name: 'order', path: '', by: 'customer', before: openOrder }
  const invoice: Scene = { name: 'invoice', path: '', by: 'customer' }
  const scenes: Scene[] = [
    { name: 'home', path: '/' },
    { name: 'products', path: '/products' },
    { name: 'product', path: product },
    { name: 'categories', path: '/categories' },
    { name: 'about', path: '/about' },
    { name: 'contact', path: '/contact' },
    { name: 'order-pad', path: '/order-pad' },
    { name: 'login', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'not-found', path: '/no/such/page' },
    { name: 'cart', path: '/cart', by: 'customer', before: fillCart },
    { name: 'checkout', path: '/checkout', by: 'customer' },
    { name: 'dashboard', path: '/dashboard', by: 'customer' },
    { name: 'my-orders', path: '/my-orders', by: 'customer' },
    order,
    invoice,
    { name: 'notifications', path: '/notifications', by: 'customer' },
    { name: 'profile', path: '/profile', by: 'customer' },
    ...(await adminPlaces(shop)).map(([name, place]): Scene => ({ name: `admin${name}`, path: `/admin${place}`, by: 'admin' })),
  ]
  const [customer] = CUSTOMERS
  if (!customer) throw new Error('the demo shop has a customer')
  const people = { customer, admin: await makeAdmin(shop) }
  await shoot(browser, shop.url, scenes, 'phone', people)
  await shoot(browser, shop.url, scenes, 'wide', people)
  await overview()
} finally {
  await browser.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}

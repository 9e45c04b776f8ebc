/** `npm run screens`: takes the pictures of docs/screens from a fresh demo shop, on a phone and on a desk. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CUSTOMERS } from '#supabase/seed/customers.ts'
import { root } from './parts.ts'
import { startShop } from './running-shop.ts'
import { findChromium } from './tools.ts'

const folder = path.join(root, 'docs/screens')
const sizes = { phone: { width: 360, height: 780 }, desk: { width: 1280, height: 860 } } as const

type Scene = { name: string; path: string; signedIn: boolean; before?: (page: Page) => Promise<void> }

/** A page is ready when its pictures are there and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    window.scrollTo(0, 0)
    // A picture in a carousel's hidden slide never loads: it is not waited for.
    const late = new Promise((resolve) => setTimeout(resolve, 2000))
    await Promise.race([late, Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))])
  })
  await sleep(300)
}

async function shoot(browser: Browser, url: string, scenes: Scene[], size: keyof typeof sizes): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
  })
  const page = await context.newPage()
  const customer = CUSTOMERS[0]
  let signedIn = false
  for (const scene of scenes) {
    if (scene.signedIn && !signedIn && customer) {
      await page.goto(`${url}/login`)
      await page.getByLabel('Email').fill(customer.email)
      await page.getByLabel('Password', { exact: true }).fill(customer.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL(/dashboard/)
      signedIn = true
    }
    await scene.before?.(page)
    await page.goto(url + scene.path)
    await settle(page)
    // The window grows to the page, so that what is fixed to its bottom edge does not lie across the middle.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: sizes[size].width, height: Math.max(height, sizes[size].height) })
    const file = path.join(folder, `${scene.name}-${sizes[size].width}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 62 })
      .toFile(file)
    await page.setViewportSize(sizes[size])
    console.log(path.relative(root, file))
  }
  await context.close()
}

/** The picture at the top of the README: home on a desk, listing and product on a phone. */
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
    await page.goto(shop.url + product)
    await page
      .getByRole('button', { name: /^Add( \d+)? to Cart/ })
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
  const order: Scene = { name: 'order', path: '', signedIn: true, before: openOrder }
  const invoice: Scene = { name: 'invoice', path: '', signedIn: true }
  const scenes: Scene[] = [
    { name: 'home', path: '/', signedIn: false },
    { name: 'products', path: '/products', signedIn: false },
    { name: 'product', path: product, signedIn: false },
    { name: 'categories', path: '/categories', signedIn: false },
    { name: 'about', path: '/about', signedIn: false },
    { name: 'contact', path: '/contact', signedIn: false },
    { name: 'order-pad', path: '/order-pad', signedIn: false },
    { name: 'login', path: '/login', signedIn: false },
    { name: 'register', path: '/register', signedIn: false },
    { name: 'not-found', path: '/no/such/page', signedIn: false },
    { name: 'cart', path: '/cart', signedIn: true, before: fillCart },
    { name: 'checkout', path: '/checkout', signedIn: true },
    { name: 'dashboard', path: '/dashboard', signedIn: true },
    { name: 'my-orders', path: '/my-orders', signedIn: true },
    order,
    invoice,
    { name: 'notifications', path: '/notifications', signedIn: true },
    { name: 'profile', path: '/profile', signedIn: true },
  ]
  await shoot(browser, shop.url, scenes, 'phone')
  await shoot(browser, shop.url, scenes, 'desk')
  await overview()
} finally {
  await browser.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}

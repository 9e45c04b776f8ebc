/**
 * `npm run screens`: takes the pictures of docs/screens from a fresh demo shop, each screen at four widths. With names (`npm run screens --
 * cart admin-order`) only of the screens that begin with one of them; with numbers (`-- home 360`) only at those widths.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CUSTOMERS } from '#supabase/seed/customers.ts'
import { root } from './parts.ts'
import { startShop, type RunningShop } from './running-shop.ts'
import { allScenes, type Scene } from './screens/scenes.ts'
import { findChromium } from './tools.ts'

const folder = path.join(root, 'docs/screens')
/** Maximum height of a picture, pixels. */
const LONGEST = 3600
const PHONE = 360
const heights = new Map([
  [PHONE, 780],
  [768, 1024],
  [1280, 860],
  [1680, 1050],
])

type Person = { email: string; password: string }
type People = Record<'customer' | 'admin', Person>

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
  const service = createClient<Database>(url, keys.secret_key, { auth: { persistSession: false } })
  const { data, error } = await service.auth.admin.createUser({ ...person, email_confirm: true })
  if (error) throw error
  const role = await service.from('user_roles').insert({ user_id: data.user.id, role: 'manager' })
  if (role.error) throw role.error
  return person
}

async function signIn(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(`${url}/login`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/dashboard/)
}

async function shoot(browser: Browser, url: string, scenes: Scene[], width: number, people: People): Promise<void> {
  const size = { width, height: heights.get(width) ?? 860 }
  const phone = width === PHONE
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    isMobile: phone,
    hasTouch: phone,
  })
  const page = await context.newPage()
  let signedIn: Scene['by']
  for (const scene of scenes) {
    if (scene.by !== undefined && signedIn !== scene.by) await signIn(page, url, people[scene.by])
    signedIn = scene.by
    await scene.before?.(page)
    await page.goto(url + scene.path, { waitUntil: 'networkidle' })
    await scene.act?.(page)
    await settle(page)
    // The window grows to the page's height, so that elements fixed to its bottom edge do not cover the middle; a long list is cut.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(LONGEST, Math.max(height, size.height)) })
    const file = path.join(folder, `${scene.name}-${width}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 50, effort: 6 })
      .toFile(file)
    await page.setViewportSize(size)
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

const wanted = process.argv.slice(2)
const names = wanted.filter((word) => !/^\d+$/.test(word))
const widths = [...heights.keys()].filter((width) => wanted.every((word) => !/^\d+$/.test(word)) || wanted.includes(String(width)))

const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-screens-'))
const shop = await startShop(dataDir)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await mkdir(folder, { recursive: true })
  const [customer] = CUSTOMERS
  if (!customer) throw new Error('the demo shop has a customer')
  const people = { customer, admin: await makeAdmin(shop) }
  const scenes = (await allScenes(shop)).filter(({ name }) => names.length === 0 || names.some((word) => name.startsWith(word)))
  for (const width of widths) await shoot(browser, shop.url, scenes, width, people)
  if (wanted.length === 0) await overview()
} finally {
  await browser.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}

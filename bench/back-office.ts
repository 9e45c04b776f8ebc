/**
 * The back office of a large shop, as an admin over HTTP. A browser opens each screen once and records its requests; the bench then
 * sends the same requests repeatedly, so it always measures what the screen really requests.
 */
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { RunningShop } from '../scripts/running-shop.ts'
import { findChromium } from '../scripts/tools.ts'
import { list } from './search-catalogue.ts'

const TIMES = 15
export type Asked = { url: string; method: string; headers: Record<string, string>; body: string | null }
export type Screen = { name: string; path: string; further?: (page: Page) => Promise<void> }
export type ScreenTime = { name: string; /** ms: the slowest of its requests, which are sent together */ median: number; worst: number; slowest: string }

const palette = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(text)
}

/** To add a screen, add a line. */
export const SCREENS: Screen[] = [
  { name: 'dashboard', path: '/admin' },
  { name: 'order list', path: '/admin/orders' },
  { name: 'orders to ship', path: '/admin/orders?status=processing' },
  { name: 'orders of a month, paid by UPI', path: '/admin/orders?from=2026-10-01&to=2026-10-31&method=upi' },
  { name: 'orders found by a name', path: '/admin/orders?q=Meera' },
  { name: 'product list', path: '/admin/products' },
  { name: 'products by price', path: '/admin/products?sort=base_price.asc' },
  { name: 'products found by a word', path: '/admin/products?q=rose' },
  { name: 'products running out', path: '/admin/products?status=active&stock=out%2Clow&sort=stock.asc' },
  { name: 'customer list', path: '/admin/customers' },
  { name: 'sales analytics', path: '/admin/sales-analytics' },
  { name: 'sales by product', path: '/admin/sales-analytics?view=product' },
  { name: 'sales by category', path: '/admin/sales-analytics?view=category' },
  { name: 'sales by customer', path: '/admin/sales-analytics?view=customer' },
  { name: 'how long the stock lasts', path: '/admin/sales-analytics?view=stock' },
  { name: 'stock in another order', path: '/admin/sales-analytics?view=stock&sort=stock.asc' },
  { name: 'palette, a product', path: '/admin/mails', further: (page) => palette(page, 'rose') },
  { name: 'palette, a customer', path: '/admin/mails', further: (page) => palette(page, 'meera shah') },
]

async function asAdmin(shop: RunningShop, browser: Browser): Promise<Page> {
  const person = { email: `bench-${randomUUID()}@shringar.example`, password: randomUUID() }
  const service = createClient<Database>(shop.url, shop.keys.secret_key, { auth: { persistSession: false } })
  const made = await service.auth.admin.createUser({ ...person, email_confirm: true })
  if (made.error) throw made.error
  const role = await service.from('user_roles').insert({ user_id: made.data.user.id, role: 'manager' })
  if (role.error) throw role.error
  const { data } = await createClient<Database>(shop.url, shop.keys.publishable_key, { auth: { persistSession: false } }).auth.signInWithPassword(person)
  const kept = { name: `sb-${new URL(shop.url).hostname.split('.')[0]}-auth-token`, value: JSON.stringify(data.session) }
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: shop.url, localStorage: [kept] }] },
  })
  return context.newPage()
}

async function askedBy(page: Page, shop: RunningShop, { path, further }: Screen): Promise<Asked[]> {
  const asked: Asked[] = []
  const hear = (request: { url(): string; method(): string; headers(): Record<string, string>; postData(): string | null }): void => {
    if (request.url().includes('/rest/v1/') && !request.url().includes('has_role'))
      asked.push({ url: request.url(), method: request.method(), headers: request.headers(), body: request.postData() })
  }
  page.on('request', hear)
  await page.goto(shop.url + path)
  await page.waitForLoadState('networkidle')
  if (further) {
    asked.length = 0
    await further(page)
    await page.waitForTimeout(600) // search fields wait for a pause in typing before they send a request
    await page.waitForLoadState('networkidle')
  }
  page.off('request', hear)
  if (asked.length === 0) throw new Error(`${path} asked nothing`)
  return asked
}

export const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** Milliseconds of one request that no cache answers. */
export async function timeOf({ url, method, headers, body }: Asked): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { method, headers: { ...headers, 'cache-control': 'no-cache' }, body })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return performance.now() - began
}

export async function measureScreens(shop: RunningShop, screens = SCREENS): Promise<ScreenTime[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await asAdmin(shop, browser)
    const measured: ScreenTime[] = []
    for (const screen of screens) {
      const requests = await askedBy(page, shop, screen)
      await page.goto('about:blank')
      const times: { median: number; worst: number; slowest: string }[] = []
      for (const request of requests) {
        const each: number[] = []
        for (let time = 0; time < TIMES; time += 1) each.push(await timeOf(request))
        times.push({ median: median(each), worst: Math.max(...each), slowest: new URL(request.url).pathname.replace('/rest/v1/', '') })
      }
      const slowest = times.toSorted((a, b) => b.median - a.median)[0]
      if (slowest) measured.push({ name: screen.name, ...slowest })
    }
    return measured
  } finally {
    await browser.close()
  }
}

/** Imports the whole price list through the import screen: seconds to check and to write it, and the number of rows. */
export async function measureImport(shop: RunningShop): Promise<{ rows: string; check: number; write: number }> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await asAdmin(shop, browser)
    page.setDefaultTimeout(180_000)
    await page.goto(`${shop.url}/admin/products/import`)
    await page.getByLabel('Price list as Excel or CSV').setInputFiles(list)
    const check = page.getByRole('button', { name: /^Check / })
    const rows = /[\d,]+/.exec((await check.textContent()) ?? '')?.[0] ?? '?'
    const began = performance.now()
    await check.click()
    await page.getByRole('button', { name: /^New / }).waitFor()
    const checked = performance.now()
    const leaveOut = page.getByLabel(/^Skip the .* with errors$/)
    if (await leaveOut.count()) await leaveOut.check()
    const start = performance.now()
    await page.getByRole('button', { name: /^Import / }).click()
    await page.getByRole('heading', { name: /^Imported/ }).waitFor()
    return { rows, check: (checked - began) / 1000, write: (performance.now() - start) / 1000 }
  } finally {
    await browser.close()
  }
}

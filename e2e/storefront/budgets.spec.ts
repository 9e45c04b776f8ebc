/** Budgets for the HTML and the scripts of a page and for its layout shifts (docs/rules.md#script-budget). */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { slugOf } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { test as ownerTest } from '../support/signed-in-owner.ts'
import { withoutWorker } from '../support/without-worker.ts'

for (const each of [test, ownerTest]) each.use(withoutWorker('what a page loads is counted, and the worker loads more at rest'))

/** Scripts that /products, as cards and as rows, and a product page need, bytes after gzip, everything included. */
const SCRIPT_BUDGET = 140_000

async function aProduct(): Promise<string> {
  const { data } = await serviceClient(shopKeys())
    .from('products')
    .select('id, name')
    .eq('status', 'active')
    .gte('stock', 50)
    .not('pricing_tiers', 'is', null)
    .order('name')
    .limit(1)
    .single()
  return `/products/${slugOf(data?.name as string)}/${data?.id as string}`
}

/**
 * Every script that a page loads before the first interaction, at its gzip size, inline code included. The page's data, which the
 * router writes as calls of its stream, is not code.
 */
async function scriptsOf(page: Page, path: string): Promise<{ url: string; text: string; gzip: number }[]> {
  const loaded = new Map<string, Promise<string>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || /\.m?js(\?|$)/.test(response.url())) loaded.set(response.url(), response.text())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const inline = (await page.locator('script:not([src]):not([type="application/ld+json"])').allTextContents()).filter(
    (text) => !text.includes('streamController.enqueue'),
  )
  const files = await Promise.all([...loaded].map(async ([url, text]) => ({ url, text: await text })))
  return [...files, { url: 'inline', text: inline.join('\n') }].map((script) => ({ ...script, gzip: gzipSync(script.text, { level: 9 }).length }))
}

for (const [name, path] of [
  ['/products', () => '/products'],
  ['the trade list', () => '/products?view=list'],
  ['a product page', aProduct],
  ['home', () => '/'],
] as const) {
  test(`${name} needs at most 140 kB of scripts, gzip, all included`, async ({ page }, testInfo) => {
    const scripts = await scriptsOf(page, await path())
    const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0)
    testInfo.annotations.push({ type: 'scripts', description: `${(total / 1000).toFixed(1)} kB in ${scripts.length} files` })
    expect(scripts.length).toBeGreaterThan(3)
    expect(total, scripts.map(({ url, gzip }) => `${url.replace(/.*\//, '')} ${gzip}`).join('\n')).toBeLessThanOrEqual(SCRIPT_BUDGET)
  })
}

test('a page without a session asks for few scripts', async ({ page }) => {
  for (const [path, most] of [
    ['/products', 13],
    ['/cart', 17],
    ['/login', 18],
  ] as const)
    expect.soft((await scriptsOf(page, path)).length, path).toBeLessThanOrEqual(most)
})

ownerTest('a screen behind the sign-in asks for few scripts, with those that load for a session at once', async ({ page }) => {
  for (const [path, most] of [
    ['/profile', 52],
    ['/admin/orders', 47],
  ] as const)
    expect.soft((await scriptsOf(page, path)).length, path).toBeLessThanOrEqual(most)
})

test('home, about and the listing ask for the small cuts of the fonts alone', async ({ page }) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const name = /\/([a-z-]+)-[\w-]{8}\.woff2$/.exec(request.url())?.[1]
    if (name !== undefined) asked.add(name)
  })
  for (const path of ['/', '/about', '/products']) await page.goto(path, { waitUntil: 'networkidle' })
  expect([...asked].toSorted()).toEqual(['anek-core', 'tiro-core', 'tiro-italic-core', 'tiro-words'])
})

/** Bytes of a page's HTML with its styles and its data, plain and as brotli at its best (docs/performance.md). */
const HTML_BUDGETS = [
  ['/products', 108_000, 21_600],
  ['/about', 55_000, 14_400],
] as const

for (const [path, plain, brotli] of HTML_BUDGETS) {
  test(`${path} has at most ${plain / 1000} kB of HTML, ${brotli / 1000} kB with brotli`, async ({ request }) => {
    const html = await (await request.get(path)).body()
    expect(html.toString()).toContain('</html>')
    expect(html.length).toBeLessThanOrEqual(plain)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(brotli)
  })
}

test('no public page loads code of the back office, of the account or the full client', async ({ page }) => {
  const { data } = await serviceClient(shopKeys()).from('categories').select('id').limit(1).single()
  for (const path of [
    '/',
    '/products',
    '/products?q=oil',
    await aProduct(),
    '/categories',
    `/category/${data?.id as string}`,
    '/about',
    '/terms',
    '/privacy',
    '/cart',
    '/login',
    '/register',
  ]) {
    const scripts = await scriptsOf(page, path)
    for (const { url, text } of scripts) {
      if (url === 'inline') continue // the route manifest names every screen but loads none
      expect(
        text.includes('Record payment') || text.includes('View Store') || text.includes('Create Manual Order'),
        `${path} loads back-office code in ${url}`,
      ).toBe(false)
      expect(/GoTrueClient|RealtimeClient/.test(text), `${path} loads the full client in ${url}`).toBe(false)
    }
    page.removeAllListeners('response')
  }
})

for (const [name, path] of [
  ['home', () => '/'],
  ['listing', () => '/products'],
  ['trade list', () => '/products?view=list'],
  ['product', aProduct],
] as const) {
  for (const [width, screen] of [
    ['360 px', phone],
    ['1280 px', laptop],
  ] as const) {
    test(`${name} at ${width} does not shift while it loads and is scrolled`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ ...screen, baseURL })
      const page = await context.newPage()
      await page.addInitScript(() => {
        const shifts: { value: number; nodes: string }[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
            if (!shift.hadRecentInput)
              shifts.push({
                value: shift.value,
                nodes: shift.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : '')).join(' | '),
              })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(await path(), { waitUntil: 'networkidle' })
      await page.evaluate(async () => {
        for (let top = 0; top < document.body.scrollHeight; top += 400) {
          window.scrollTo(0, top)
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        }
      })
      await page.waitForLoadState('networkidle')
      await expect(async () => {
        const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; nodes: string }[] }).shifts)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(0.05)
      }).toPass({ timeout: 5000 })
      await context.close()
    })
  }
}

/**
 * The first visit on a slow phone: when the largest part of a page is painted, and how long a touch takes until the next frame. Here
 * the line and the processor are really slow (Chromium's own throttling); Lighthouse simulates both.
 */
import { chromium, devices, type Browser, type Page } from '@playwright/test'
import { SLOW_4G, SLOWDOWN } from '../scripts/slow-phone.ts'
import { findChromium } from '../scripts/tools.ts'
import { median } from './back-office.ts'

const RUNS = 5
/** After the page has loaded, ms: what comes later is no part of a first visit's largest paint. */
const AFTERWARDS = 2000

export type SlowVisit = { page: string; /** ms, medians of five first visits */ largestPaint: number; touch: number; slowestTouch: string }
type Touch = { name: string; act: (page: Page) => Promise<unknown> }
type Recorded = Window & { paint: number; touches: number[] }

const tap =
  (role: 'button' | 'link', name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().tap()

const TOUCHES: Record<string, Touch[]> = {
  home: [{ name: 'menu', act: (page) => page.getByRole('banner').locator('summary', { hasText: 'Menu' }).tap() }],
  listing: [
    { name: 'filters', act: tap('link', 'Filters') },
    { name: 'a filter', act: (page) => page.getByRole('dialog', { name: 'Filters' }).getByRole('checkbox').first().tap() },
  ],
  product: [
    { name: 'one more', act: tap('button', 'Increase quantity') },
    { name: 'add to cart', act: tap('button', /^Add to Cart/) },
  ],
  cart: [{ name: 'search', act: (page) => page.getByRole('combobox', { name: 'Search products' }).tap() }],
}

/** Opens the page in a new browser profile and touches what it has, each once. Times in ms. */
async function visit(browser: Browser, url: string, touches: readonly Touch[]): Promise<{ largestPaint: number; touches: number[] }> {
  const context = await browser.newContext({ ...devices['Pixel 5'], viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const recorded = Object.assign(window as unknown as Recorded, { paint: 0, touches: [] })
      new PerformanceObserver((list) => {
        recorded.paint = list.getEntries().at(-1)?.startTime ?? recorded.paint
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ((entry as PerformanceEventTiming).interactionId) recorded.touches.push(entry.duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForTimeout(AFTERWARDS)
    const largestPaint = await page.evaluate(() => (window as unknown as Recorded).paint)
    const times: number[] = []
    for (const { act } of touches) {
      await page.evaluate(() => ((window as unknown as Recorded).touches = []))
      await act(page)
      await page.waitForTimeout(AFTERWARDS / 2)
      // Less than 16 ms, a frame, is not reported.
      times.push(Math.max(16, ...(await page.evaluate(() => (window as unknown as Recorded).touches))))
    }
    return { largestPaint, touches: times }
  } finally {
    await context.close()
  }
}

/** @param pages name → address; the names are those of the touches above */
export async function measureSlowPhone(pages: Record<string, string>): Promise<SlowVisit[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const measured: SlowVisit[] = []
    for (const [page, url] of Object.entries(pages)) {
      const touches = TOUCHES[page] ?? []
      const visits: Awaited<ReturnType<typeof visit>>[] = []
      for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, url, touches))
      const each = touches.map(({ name }, place) => ({ name, time: median(visits.map((one) => one.touches[place] ?? Number.NaN)) }))
      const slowest = each.toSorted((a, b) => b.time - a.time)[0]
      measured.push({
        page,
        largestPaint: median(visits.map((one) => one.largestPaint)),
        touch: slowest?.time ?? Number.NaN,
        slowestTouch: slowest?.name ?? '',
      })
    }
    return measured
  } finally {
    await browser.close()
  }
}

/** The page that appears when the app cannot start, and the errors that it shows once it runs (docs/decisions/0013-diagnostics.md). */
import type { Page } from '@playwright/test'
import { violations, violationsNow } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { laptop, phone } from '../support/screens.ts'

test.use(laptop)
test.use({
  blocksScripts: true,
  expectedErrors: [
    /boom|glitch|index|ERR_FAILED|Failed to fetch|status of (404|503)|aborted|ResizeObserver|SyntaxError|Minified React error|decode|Unable|Unexpected/,
  ],
})

const panel = (page: Page) => page.getByRole('alert').filter({ hasText: 'Application Error' })
const stands = (page: Page) => page.waitForFunction(() => history.scrollRestoration === 'manual')
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })

async function expectPanel(page: Page): Promise<void> {
  await expect(panel(page)).toContainText('The application failed to initialize. Please try refreshing the page.')
  await expect(panel(page).getByRole('button', { name: 'Refresh Page' })).toBeVisible()
}

test('a chunk that is missing shows Application Error over the page, which stays readable; Refresh Page recovers', async ({ page }) => {
  await page.context().route(/\/assets\/shell-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto('/products')
  await expectPanel(page)
  await expect(panel(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Our Beauty Collection' })).toBeVisible()
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click() // without scripts it is a plain link
  await expect(page).toHaveURL(/\/products\/.+\/.+/)
  await expectPanel(page)
  await page.context().unroute(/\/assets\/shell-.*\.js/)
  await panel(page).getByRole('button', { name: 'Refresh Page' }).press('Enter')
  await stands(page)
  await expect(panel(page)).toHaveCount(0)
})

test('a bundle that throws shows it too', async ({ page }) => {
  await page.context().route(/\/assets\/entry\.client-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: "throw new Error('boom')" }))
  await page.goto('/about')
  await expectPanel(page)
})

test('a bundle that was cut off shows it too', async ({ page }) => {
  await page.context().route(/\/assets\/shell-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'export const a = (' }))
  await page.goto('/about')
  await expectPanel(page)
})

test('a start whose first render fails shows it, although React has emptied the page', async ({ page }) => {
  await page.context().route(/\/about$/, async (route) => {
    const answer = await route.fetch()
    // The policy lists the scripts that the server wrote, not this one.
    const { 'content-security-policy': _policy, ...headers } = answer.headers()
    await route.fulfill({ response: answer, headers, body: (await answer.text()).replace(/streamController\.enqueue\("\[/, 'streamController.enqueue("{') })
  })
  await page.goto('/about')
  await expectPanel(page)
})

test('foreign errors before the start show nothing, and a panel shown too early goes when the app starts', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
      const foreign = document.createElement('script')
      foreign.src = 'https://elsewhere.invalid/glitch.js'
      document.head.append(foreign)
    })
  })
  await page.context().route(/elsewhere\.invalid/, (route) => route.abort())
  await page.goto('/about')
  await stands(page)
  await expect(panel(page)).toHaveCount(0)
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => window.dispatchEvent(new ErrorEvent('error', { error: new Error('boom') }))),
  )
  await page.reload()
  await stands(page)
  await expect(panel(page)).toHaveCount(0)
})

for (const [name, screen, path] of [
  ['on a phone', phone, '/products'],
  ['on a phone, where nothing else can be read', phone, '/dashboard'],
] as const) {
  test.describe(name, () => {
    test.use(screen)
    test('the panel fits and has no violation', async ({ page }) => {
      await page.context().route(/\/assets\/shell-.*\.js/, (route) => route.abort())
      await page.goto(path)
      await expectPanel(page)
      await expect(async () => {
        const box = await panel(page).boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y > 0 && box.y + box.height <= 740).toBe(true)
      }).toPass()
      // Not through `violations`: the app that it waits for never starts.
      await expect.poll(() => violationsNow(page, { within: '[data-startup-failure]' })).toEqual([])
    })
  })
}

test('errors and rejections show the agreed texts; foreign and aborted ones show nothing', async ({ page }) => {
  await page.goto('/about')
  await stands(page)
  const long = 'a glitch beyond the fifty characters that a toast may show'
  await page.evaluate((text) => {
    window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))
    const gone = new AbortController()
    gone.abort()
    void fetch('/health', { signal: gone.signal })
    document.querySelector('main')?.append(Object.assign(new Image(), { src: '/no-such-picture.png', alt: '' }))
    setTimeout(() => {
      throw new Error(text)
    })
    void Promise.reject(new Error(text))
  }, long)
  await expect(toast(page, `Unhandled error: ${long}`)).toBeVisible()
  await expect(toast(page, `Promise error: ${long.slice(0, 50)}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
})

test('a logged error shows Error: and its first 50 characters', async ({ page }) => {
  await page.goto('/products')
  await stands(page)
  await page
    .context()
    .route(/\/rest\/v1\//, (route) =>
      route.fulfill({ status: 503, json: { code: 'XX000', message: 'the search index is being rebuilt, please come back in an hour' } }),
    )
  const search = page.getByRole('combobox', { name: 'Search products' })
  await search.pressSequentially('balm')
  await expect(toast(page, `Error: ${'the search index is being rebuilt, please come back in an hour'.slice(0, 50)}`)).toBeVisible()
})

test('the modules are fetched after the first paint', async ({ page }) => {
  for (const address of ['/', '/products', '/about']) {
    await page.goto(address)
    await stands(page)
    await expect(async () => {
      const [paint, fetched] = await page.evaluate(() => [
        performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
        Math.min(...performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (/\/assets\/.*\.js$/.test(name) ? [startTime] : []))),
      ])
      expect(fetched).toBeGreaterThan(paint)
    }).toPass({ timeout: 5000 })
  }
})

const started = (page: Page) => page.locator('script[type=module]')

for (const { by, act } of [
  { by: 'a press', act: (page: Page) => page.mouse.click(5, 5) },
  { by: 'a key', act: (page: Page) => page.keyboard.press('Tab') },
  { by: 'two seconds', act: (page: Page) => page.clock.runFor(2000) },
])
  test(`in a browser that reports no first paint, ${by} starts the modules`, async ({ page }) => {
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => {}
    })
    await page.mainFrame().goto('/about') // `page.goto` waits until the modules have run
    await expect(started(page)).toHaveCount(0)
    await act(page)
    await expect(started(page)).toHaveCount(1)
  })

test('a browser without performance observers starts the modules with the page', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'))
  await page.goto('/about')
  await stands(page)
})

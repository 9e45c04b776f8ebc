/** A page whose console must stay silent: an unexpected error fails the test. */
import { test as base, type Page } from '@playwright/test'
import { expect } from './expect.ts'
import { shopUrl } from './current-shop.ts'
import { followPage } from './failed-page.ts'
import { hydrated } from './hydrated.ts'

export { expect }

/**
 * Chromium's own console messages while the shop cannot be reached: each failed request, the socket, and the check for a newer
 * service worker, which comes at a moment of the browser's choosing. Plus the router's messages about a failed
 * prefetch or module.
 */
export const UNREACHABLE =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|NETWORK_CHANGED)|error occurred when fetching the script|WebSocket connection to .* failed|Failed to fetch/

/** A busy machine takes this long to run the app's scripts, ms. */
const READY_MS = 20_000

/** The lives of messages (app/ui/overlay/toast.ts), ms, and their life in tests: one that comes while a slow machine loads a page can still be read there. */
const MESSAGE_LIVES = [6000, 9000, 14_000] as const

/** Whether the visits of the running test wait for the app's scripts. */
let waits = true

function waitingForScripts(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const ready = async (): Promise<void> => {
    if (waits) await hydrated(page, READY_MS).catch(() => undefined)
  }
  page.goto = async (...options) => {
    const answer = await goto(...options)
    await ready()
    return answer
  }
  page.reload = async (...options) => {
    const answer = await reload(...options)
    await ready()
    return answer
  }
  return page
}

type Options = { expectedErrors: RegExp[]; offlineErrors: RegExp[]; blocksScripts: boolean; waiting: undefined }

export const test = base.extend<Options>({
  baseURL: async ({}, use) => use(shopUrl()),
  /** Console errors that a test provokes: one pattern in a list (Playwright reads a list of two as value and options). */
  expectedErrors: [[], { option: true }],
  /** The test delays the app's scripts, or they fail: its visits do not wait for them. */
  blocksScripts: [false, { option: true }],
  /** Filled once the test takes its browser offline. */
  offlineErrors: async ({ context }, use) => {
    const errors: RegExp[] = []
    const setOffline = context.setOffline.bind(context)
    context.setOffline = (offline) => {
      if (offline && errors.length === 0) errors.push(UNREACHABLE)
      return setOffline(offline)
    }
    await use(errors)
  },
  /** A person does not click within a tenth of a second, on no page of a test; tests of the time before hydration say so. */
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(([plain, withAction, longer]) => {
          const set = window.setTimeout.bind(window)
          window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
            set(work, ms === plain || ms === withAction ? longer : ms, ...rest)) as typeof window.setTimeout
        }, MESSAGE_LIVES)
        const newPage = context.newPage.bind(context)
        if (options?.javaScriptEnabled !== false) context.newPage = async () => waitingForScripts(await newPage())
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  /** Comes before the fixtures that open a page. */
  waiting: [
    async ({ javaScriptEnabled, blocksScripts }, use) => {
      waits = javaScriptEnabled && !blocksScripts
      await use(undefined)
    },
    { auto: true },
  ],
  /** Opened by the tests that ask for it alone: a test of the API, or with contexts of its own, has no browser window beside. */
  page: async ({ page, expectedErrors, offlineErrors }, use, info) => {
    const describe = followPage(page)
    const seen: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => seen.push(String(error)))
    await use(page)
    if (info.status !== info.expectedStatus) console.log(`\n${info.title}\n${await describe()}`)
    const expected = [...expectedErrors, ...offlineErrors]
    expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

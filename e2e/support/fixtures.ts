/** A page whose console must stay silent: an unexpected error fails the test. */
import { test as base, expect } from '@playwright/test'
import { shopUrl } from './current-shop.ts'
import { hydrated } from './hydrated.ts'

export { expect }

/**
 * Chromium's own console messages while the shop cannot be reached: each failed request, the socket, and the check for a newer
 * service worker, which comes at a moment of the browser's choosing. Plus the router's messages about a failed
 * prefetch or module.
 */
export const UNREACHABLE =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|NETWORK_CHANGED)|error occurred when fetching the script|WebSocket connection to .* failed|Failed to fetch/

/** Some tests block the scripts: after this time, ms, the test uses the page as it is. */
const READY_MS = 4000

export const test = base.extend<{ expectedErrors: RegExp[]; offlineErrors: RegExp[]; quiet: undefined }>({
  baseURL: async ({}, use) => use(shopUrl()),
  /** Console errors that a test provokes: one pattern in a list (Playwright reads a list of two as value and options). */
  expectedErrors: [[], { option: true }],
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
  /** A person does not click within a tenth of a second; tests that delay or block the scripts cover the time before hydration. */
  page: async ({ page, javaScriptEnabled }, use) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    const ready = async (): Promise<void> => {
      if (javaScriptEnabled) await hydrated(page, READY_MS).catch(() => undefined)
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
    await use(page)
  },
  quiet: [
    async ({ page, expectedErrors, offlineErrors }, use) => {
      const seen: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => seen.push(String(error)))
      await use(undefined)
      const expected = [...expectedErrors, ...offlineErrors]
      expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

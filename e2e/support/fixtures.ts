/** A page whose console must stay silent: an unexpected error fails the test. */
import { test as base, expect } from '@playwright/test'
import { shopUrl } from './current-shop.ts'
import { hydrated } from './hydrated.ts'

export { expect }

/** Some tests block the scripts: after this time, ms, the test uses the page as it is. */
const READY_MS = 4000

export const test = base.extend<{ expectedErrors: RegExp[]; quiet: undefined }>({
  baseURL: async ({}, use) => use(shopUrl()),
  /** Console errors that a test provokes: one pattern in a list (Playwright reads a list of two as value and options). */
  expectedErrors: [[], { option: true }],
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
    async ({ page, expectedErrors }, use) => {
      const seen: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => seen.push(String(error)))
      await use(undefined)
      expect(seen.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

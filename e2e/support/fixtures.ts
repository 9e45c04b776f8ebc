/** A page whose console must stay silent: an unexpected error fails the test. */
import { test as base, expect } from '@playwright/test'
import { shopUrl } from './current-shop.ts'

export { expect }

export const test = base.extend<{ expectedErrors: RegExp[]; quiet: undefined }>({
  baseURL: async ({}, use) => use(shopUrl()),
  /** Console errors that a test provokes on purpose: one pattern in a list (Playwright reads a list of two as value and options). */
  expectedErrors: [[], { option: true }],
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

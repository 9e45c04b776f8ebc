/**
 * Journeys on a first visit and on a later one. `visit: 'first'` begins without the shop's service worker, `'returning'` with one that has been active since an earlier visit:
 *
 *   for (const visit of VISITS) test.describe(`on a ${visit} visit`, () => { test.use({ visit }); test(…) })
 */
import { test as base } from './fixtures.ts'
import { workerReady } from './offline.ts'

export { expect } from './fixtures.ts'

export const VISITS = ['first', 'returning'] as const

export const test = base.extend<{ visit: (typeof VISITS)[number] }>({
  visit: ['first', { option: true }],
  page: async ({ page, visit }, use) => {
    if (visit === 'returning') {
      await page.goto('/')
      await workerReady(page)
      await page.goto('about:blank')
    }
    await use(page)
  },
})

/** The back office's orders, customers, lists and figures in all their states: nothing scrolls sideways, is clipped, overflows or overlaps. */
import { isLong } from '../support/current-shop.ts'
import { adminScreens, failingAdminScreens } from './admin-screens.ts'
import { breakReads, crawl } from './screen.ts'
import { expect, test } from './staffed.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(withoutWorker('it would fetch every page of the crawl a second time'))
test.beforeEach(() => test.setTimeout(300_000))

test('orders, customers, lists and figures fit every width', async ({ page, staffed }) => {
  expect(await crawl(page, adminScreens, staffed)).toEqual({})
})

test.describe('while nothing can be read', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the back office fits every width', async ({ page, staffed }) => {
    await breakReads(page)
    // All show the same panel, each after a second in which the read is tried again.
    const screens = isLong ? failingAdminScreens : failingAdminScreens.filter((_, place) => place % 3 === 0)
    expect(await crawl(page, screens, staffed)).toEqual({})
  })
})

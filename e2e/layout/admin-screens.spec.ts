/** The back office's orders, customers, lists and figures in all their states: nothing scrolls sideways, is clipped, overflows or overlaps. */
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
    expect(await crawl(page, failingAdminScreens, staffed)).toEqual({})
  })
})

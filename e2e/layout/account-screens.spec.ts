/** Every screen of a signed-in customer in all its states: nothing scrolls sideways, is clipped, overflows or overlaps. */
import { expect, test as base } from '../support/signed-in.ts'
import { buyerScreens, failingScreens, newcomerScreens, onceScreens } from './account-screens.ts'
import { makeBuyer, makeOnce, type Buyer, type Once } from './made.ts'
import { breakReads, crawl } from './screen.ts'
import { withoutWorker } from '../support/without-worker.ts'

/** Created and signed in once for all tests of this file. */
const test = base.extend<object, { buyer: Buyer; once: Once }>({
  once: [async ({}, use) => use(await makeOnce()), { scope: 'worker', timeout: 60_000 }],
  buyer: [
    async ({}, use) => {
      const buyer = await makeBuyer()
      await use(buyer)
      await buyer.clear()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.use(withoutWorker('it would fetch every page of the crawl a second time'))
test.beforeEach(() => test.setTimeout(240_000))

test.describe('a customer without an order', () => {
  test('has screens that fit every width', async ({ page }) => {
    expect(await crawl(page, newcomerScreens, undefined)).toEqual({})
  })
})

test.describe('a customer with one order', () => {
  test.use({ customer: ({ once }, use) => use(once) })

  test('has screens that fit every width, also offline', async ({ page, once }) => {
    expect(await crawl(page, onceScreens, once)).toEqual({})
  })
})

test.describe('a customer with many orders, long names and a full cart', () => {
  test.use({ customer: ({ buyer }, use) => use(buyer) })

  test('has screens that fit every width', async ({ page, buyer }) => {
    expect(await crawl(page, buyerScreens, buyer)).toEqual({})
  })

  test.describe('while nothing can be read', () => {
    test.use({ expectedErrors: [/status of 500/] })

    test('has screens that fit every width', async ({ page, buyer }) => {
      await breakReads(page)
      expect(await crawl(page, failingScreens, buyer)).toEqual({})
    })
  })
})

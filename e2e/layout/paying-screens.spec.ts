/** The payment screens and a back office with one product and one order: nothing scrolls sideways, is clipped, overflows or overlaps. */
import { buyer, onlineOrder, openPayingShop, sendEvents, signIn, unmatchedPayment, type PayingShop } from '../payments/paying-shop.ts'
import { newCustomer } from '../support/customers.ts'
import { expect, test } from '../support/fixtures.ts'
import { bareScreens, invitedScreens, payingScreens } from './paying-screens.ts'
import { crawl } from './screen.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(withoutWorker('it would fetch every page of the crawl a second time'))

let paying: PayingShop
test.beforeAll(async () => {
  test.setTimeout(150_000)
  paying = await openPayingShop()
})
test.afterAll(async () => paying.close())
test.beforeEach(() => test.setTimeout(240_000))

test('an order that is paid online fits every width', async ({ page }) => {
  const customer = await buyer(paying)
  await signIn(page, paying, customer)
  const order = await onlineOrder(customer)
  expect(await crawl(page, payingScreens, { origin: paying.shop.url, order })).toEqual({})
})

test('the page on which a person joins the staff fits every width', async ({ page }) => {
  const { admin, shop } = paying
  const invited = await newCustomer(shop.keys)
  const { error } = await admin.client.functions.invoke('invite-staff', { body: { password: admin.password, email: invited.email, role: 'orders' } })
  expect(error).toBeNull()
  await signIn(page, paying, invited)
  expect(await crawl(page, invitedScreens, { origin: shop.url, order: '' })).toEqual({})
})

test('a back office with one of everything and an unmatched payment fits every width', async ({ page }) => {
  await unmatchedPayment(paying, 50_000)
  await sendEvents(paying, new Set())
  await signIn(page, paying, paying.admin)
  expect(await crawl(page, bareScreens, { origin: paying.shop.url, order: '' })).toEqual({})
})

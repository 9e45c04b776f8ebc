/** Placing the order: exactly once, and never at a price that was not shown (docs/rules.md#placing-an-order, docs/rules.md#stale-quotes). */
import type { Page } from '@playwright/test'
import { addToCart, serviceClient, type Customer } from '../support/customers.ts'
import { placeButton, toReview } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { hold } from '../support/held.ts'
import { changeProduct, makeProduct, type MadeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

const PLACE = '**/functions/v1/place-order'

async function atReview(page: Page, customer: Customer, quantity = 2): Promise<MadeProduct> {
  const product = await makeProduct({ price: 118, stock: 20 })
  await addToCart(customer, product.id, quantity)
  await page.goto('/checkout')
  await toReview(page)
  return product
}

async function ordersOf(customer: Customer): Promise<{ id: string; total_amount: number; address: string }[]> {
  const { data } = await serviceClient(shopKeys()).from('orders').select('id, total_amount, address').eq('user_id', customer.id)
  return data ?? []
}

/** Changes the address in place. */
async function moveTo(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Change the address' }).click()
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Deliver to this address' }).click()
}

async function expectOneOrder(page: Page, customer: Customer, total: number): Promise<void> {
  await expect(page).toHaveURL(/\/order-confirmation\/[0-9a-f-]{36}/, { timeout: 20_000 })
  const orders = await ordersOf(customer)
  expect(orders.map((order) => order.total_amount)).toEqual([total])
  await expect(page.getByRole('heading', { name: `Order #${orders[0]?.id.slice(0, 8)}` })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
}

test('a double click places one order', async ({ page, customer }) => {
  await atReview(page, customer)
  await placeButton(page).dblclick()
  await expectOneOrder(page, customer, 336)
})

test('while the order is placed its button says so', async ({ page, customer }) => {
  await atReview(page, customer)
  const answer = await hold(page, PLACE)
  await placeButton(page).click()
  await expect(page.getByRole('button', { name: 'Placing your order…' })).toBeDisabled()
  answer.release()
  await expectOneOrder(page, customer, 336)
})

for (const [when, reached] of [
  ['before the shop has it', false],
  ['after the shop has taken it', true],
] as const) {
  test(`a reload while the order is on its way, ${when}, places one order`, async ({ page, customer }) => {
    await atReview(page, customer)
    let sent = (): void => undefined
    const underWay = new Promise<void>((resolve) => (sent = resolve))
    let first = true
    await page.route(PLACE, async (route) => {
      if (!first) return route.continue()
      first = false
      if (reached) await route.fetch()
      return sent() // and no answer ever arrives
    })
    await placeButton(page).click()
    await underWay
    await page.reload()
    await expectOneOrder(page, customer, 336)
    await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('order-attempt')
  })
}

test.describe('that is refused', () => {
  // The shop answers 4xx, which the browser logs in its console.
  test.use({ expectedErrors: [/status of 4\d\d .*place-order/] })

  test('a changed price is shown with old and new, and only a second press agrees', async ({ page, customer }) => {
    const product = await atReview(page, customer)
    await changeProduct(product.id, { price: 130 })
    await placeButton(page).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText("The price has changed, so your order wasn't placed.")
    await expect(alert).toContainText(`${product.name}: ₹118.00 each before, ₹130.00 each now`)
    await expect(alert).toContainText('Total: ₹336.00 before, ₹360.00 now')
    await expect(alert).toBeFocused()
    await expect.poll(() => ordersOf(customer)).toEqual([])
    await expect(placeButton(page)).toHaveText('Place order · ₹360.00')
    await placeButton(page).click()
    await expectOneOrder(page, customer, 360)
  })

  test('a stock that ran short shows what is left, and leads to the cart', async ({ page, customer }) => {
    const product = await atReview(page, customer, 5)
    await changeProduct(product.id, { stock: 3 })
    await placeButton(page).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText("Some items don't have enough stock, so your order wasn't placed.")
    await expect(alert).toContainText(`${product.name}: only 3 left (you wanted 5)`)
    await expect.poll(() => ordersOf(customer)).toEqual([])
    await expect(placeButton(page)).toBeDisabled()
    await alert.getByRole('link', { name: 'Edit cart' }).click()
    await page.getByRole('button', { name: 'Change to 3' }).click()
    await page.getByRole('link', { name: 'Checkout' }).click()
    // The typed values are still there.
    await placeButton(page).click()
    await expectOneOrder(page, customer, 454)
  })

  test('a payment method that was switched off is reported, and another can be chosen', async ({ page, customer }) => {
    await atReview(page, customer)
    const switchCod = (on: boolean) => serviceClient(shopKeys()).from('settings').update({ cod_enabled: on }).not('store_name', 'is', null)
    await switchCod(false)
    try {
      await placeButton(page).click()
      await expect(page.getByRole('alert')).toContainText("This payment method isn't available, so your order wasn't placed.")
      await expect.poll(() => ordersOf(customer)).toEqual([])
    } finally {
      await switchCod(true)
    }
  })

  test('a changed delivery charge is shown, and the next press orders at the new total', async ({ page, customer }) => {
    await atReview(page, customer)
    const charge = (amount: number) => serviceClient(shopKeys()).from('settings').update({ delivery_charge: amount }).not('store_name', 'is', null)
    await charge(120)
    try {
      await placeButton(page).click()
      await expect(page.getByRole('alert')).toContainText('Total: ₹336.00 before, ₹356.00 now')
      await placeButton(page).click()
      await expectOneOrder(page, customer, 356)
    } finally {
      await charge(100)
    }
  })

  test('a cart that was ordered in another tab is not ordered again', async ({ page, customer, context }) => {
    await atReview(page, customer)
    const answer = await hold(page, '**/rest/v1/cart_items*')
    const other = await context.newPage()
    await other.goto('/checkout')
    await toReview(other)
    await placeButton(other).click()
    await expect(other).toHaveURL(/\/order-confirmation\//)
    await placeButton(page).click()
    answer.release()
    await expect(page.getByRole('alert')).toContainText('Your cart is empty. You may have ordered it in another tab or on another device.')
    await expect.poll(() => ordersOf(customer)).toHaveLength(1)
  })
})

test.describe('with a bad connection', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of (401|409)/] })

  test('an order whose response was lost is retried with its key: one order', async ({ page, customer }) => {
    await atReview(page, customer)
    const keys: unknown[] = []
    await page.route(PLACE, async (route) => {
      keys.push((route.request().postDataJSON() as { idempotency_key: string }).idempotency_key)
      if (keys.length > 1) return route.continue()
      await route.fetch() // the shop has accepted the order, but the page gets no answer
      return route.abort()
    })
    await placeButton(page).click()
    await expectOneOrder(page, customer, 336)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  test('without any response the buyer reads so, and Check again finds the one order', async ({ page, customer }) => {
    await atReview(page, customer)
    let reached = false
    await page.route(PLACE, async (route) => {
      if (!reached) await route.fetch()
      reached = true
      return route.abort()
    })
    await placeButton(page).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText("We couldn't confirm your order yet.", { timeout: 20_000 })
    await expect(placeButton(page)).toBeDisabled()
    await page.unroute(PLACE)
    await alert.getByRole('button', { name: 'Check again' }).click()
    await expectOneOrder(page, customer, 336)
  })

  test('a session that ended is reported, and everything typed is kept', async ({ page, customer }) => {
    await atReview(page, customer)
    await page.route(PLACE, (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } }))
    await placeButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Your session ended before the order was placed. Your details are saved.')
    await expect(page.getByRole('alert').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect.poll(() => ordersOf(customer)).toEqual([])
    // The order contains the changes made after the sign-in.
    await page.unroute(PLACE)
    await moveTo(page, '7, Tilak Road')
    await placeButton(page).click()
    await expectOneOrder(page, customer, 336)
    await expect.poll(async () => (await ordersOf(customer)).map(({ address }) => address)).toEqual(['7, Tilak Road'])
  })

  test('signing in from the alert orders nothing until the button is pressed', async ({ page, customer }) => {
    await atReview(page, customer)
    await page.route(PLACE, (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } }))
    await placeButton(page).click()
    await page.getByRole('alert').getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/checkout\?step=review/)
    await expect(placeButton(page)).toBeEnabled()
    await expect.poll(() => ordersOf(customer)).toEqual([])
    await page.unroute(PLACE)
    await placeButton(page).click()
    await expectOneOrder(page, customer, 336)
  })

  test('a changed order does not replace one that an earlier attempt placed: the buyer is led to it', async ({ page, customer }) => {
    await atReview(page, customer)
    let tries = 0
    await page.route(PLACE, async (route) => {
      tries += 1
      if (tries > 1) return route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } })
      await route.fetch() // the shop has accepted the order, but the answer is lost, and then the session
      return route.abort()
    })
    await placeButton(page).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Your session ended before the order was placed.')
    await page.unroute(PLACE)
    await moveTo(page, '7, Tilak Road')
    await placeButton(page).click()
    await expect(alert).toContainText('This order was already placed')
    await expect.poll(async () => (await ordersOf(customer)).map(({ address }) => address)).not.toContain('7, Tilak Road')
    await alert.getByRole('link', { name: 'See the order' }).click()
    await expectOneOrder(page, customer, 336)
  })
})

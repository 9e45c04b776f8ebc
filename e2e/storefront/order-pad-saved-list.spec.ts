/** The order pad keeps its list through a sign-in, a lost connection and the end of a session; a sign-out removes it (docs/rules.md#order-pad). */
import { randomUUID } from 'node:crypto'
import { shopKeys } from '../support/current-shop.ts'
import { newCustomer } from '../support/customers.ts'
import { endSession, withoutSessionTimer } from '../support/ended-session.ts'
import { expect, test } from '../support/fixtures.ts'
import { login as logIn } from '../support/journey.ts'
import { cartOf, check, list, row } from '../support/order-pad.ts'
import { dropProducts, makeProduct, type MadeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect as signedInExpect, test as signedIn } from '../support/signed-in.ts'

test.use(laptop)

const mark = randomUUID().slice(0, 6)
let soap: MadeProduct
test.beforeAll(async () => {
  soap = await makeProduct({ name: `Kept soap ${mark}`, price: 149, stock: 500 })
})
test.afterAll(() => dropProducts(soap.id))

test('a visitor is asked to log in, and the list survives the sign-in', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto('/order-pad')
  await check(page, `${soap.name} x 3\nnothing like it ${mark} 2`)
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await expect(page.getByText('Please login to add items to your cart').first()).toBeVisible()
  await expect(page.getByText('Your list stays here.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/order-pad$/)
  await expect(row(page, soap.name)).toContainText('₹447.00')
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await expect(page.getByText('1 product, 3 units added to your cart.')).toBeVisible()
  await expect(page.getByText('One row was not added and stays below.')).toBeVisible()
  await expect(row(page, /nothing like it/)).toBeVisible()
  await expect.poll(() => cartOf(customer.id)).toEqual({ [soap.id]: 3 })
})

test.describe('when the shop cannot be reached', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to load resource|Read failed/] })
  test('the list is saved and can be checked again', async ({ page }) => {
    await page.goto('/order-pad')
    await page.route('**/rpc/match_order_lines', (route) => route.abort())
    await list(page).fill(`${soap.name} x 3`)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByText("We couldn't check the list.")).toBeVisible()
    await page.unroute('**/rpc/match_order_lines')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row(page, soap.name)).toContainText('₹447.00')
    await page.reload()
    await expect(row(page, soap.name)).toContainText('₹447.00')
  })
})

signedIn.describe('when the session ends by itself', () => {
  signedIn.use({ expectedErrors: [/status of (400|401)/] })

  signedIn('the list waits in this tab for the same customer, and another one does not get it', async ({ page, customer }) => {
    const login = page.getByRole('main').getByRole('link', { name: 'Login' })
    await withoutSessionTimer(page)
    await page.goto('/order-pad')
    await check(page, `${soap.name} x 3`)
    await endSession(page)
    await page.getByRole('button', { name: 'Add all to cart' }).click()
    await signedInExpect(page.getByText('Your list stays here.')).toBeVisible()
    // On the device it is gone, as everything of a session that ended.
    await signedInExpect.poll(() => page.evaluate(() => localStorage.getItem('shringar-my-order-pad'))).toBeNull()
    await login.click()
    const other = await newCustomer(shopKeys())
    await logIn(page, other.email, other.password)
    await signedInExpect(page).toHaveURL(/\/order-pad$/)
    await signedInExpect(page.getByRole('button', { name: `Account: ${other.email}` })).toBeVisible()
    await signedInExpect(page.getByRole('heading', { level: 2, name: 'What we do with it' })).toBeVisible()
    await signedInExpect(list(page)).toHaveValue('')

    await endSession(page)
    await page.goto('/login')
    await logIn(page, customer.email, customer.password)
    await signedInExpect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/order-pad')
    await signedInExpect(row(page, soap.name)).toContainText('₹447.00')
  })

  signedIn('on another page, the list is there after the sign-in too', async ({ page, customer }) => {
    await page.goto('/order-pad')
    await check(page, `${soap.name} x 3`)
    // The device has noted that a customer is signed in here.
    await signedInExpect.poll(() => page.evaluate(() => localStorage.getItem('shringar-my-signed-in'))).toBe('true')
    await page.goto('/robots.txt')
    await endSession(page)
    await page.goto('/about')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await signedInExpect.poll(() => page.evaluate(() => localStorage.getItem('shringar-my-order-pad'))).toBeNull()
    await logIn(page, customer.email, customer.password)
    await signedInExpect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/order-pad')
    await signedInExpect(row(page, soap.name)).toContainText('₹447.00')
  })
})

signedIn('a sign-out in another tab empties the list on the screen', async ({ page, context }) => {
  await page.goto('/order-pad')
  await check(page, `${soap.name} x 3`)
  const other = await context.newPage()
  await other.goto('/about')
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await signedInExpect(list(page)).toHaveValue('')
  await signedInExpect(row(page, soap.name)).toHaveCount(0)
  await signedInExpect
    .poll(() => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.endsWith('order-pad'))))
    .toEqual([])
})

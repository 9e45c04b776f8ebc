/** Login and logout (docs/rules.md#return-after-sign-in, docs/rules.md#sign-out). */
import { addToCart, newCustomer } from '../support/customers.ts'
import { typeAddress } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { test as signedInTest } from '../support/signed-in.ts'

test.use(laptop)
signedInTest.use(laptop)

test('the login has the product’s name and tagline, a way home, and the links to register and to a new password', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle(/Login/)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('India’s beauty counter, at wholesale prices')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shringar' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password')
  await page.getByRole('link', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/register$/)
})

for (const [email, password] of [
  ['', ''],
  ['meera@looks.example', ''],
  ['', 'a password'],
] as const) {
  test(`with email ${email || 'missing'} and password ${password || 'missing'} it says Please fill in all fields`, async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Please fill in all fields')
    await expect(alert).toBeFocused()
    await expect.poll(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe(email === '' ? 'true' : null)
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe(password === '' ? 'true' : null)
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })
}

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/login')
  const box = page.getByLabel('Password', { exact: true })
  await box.fill('secret words')
  await expect(box).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(box).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(box).toHaveAttribute('type', 'password')
  await expect(box).toHaveValue('secret words')
})

test('a good login says Welcome back! and opens the dashboard', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto('/login')
  await login(page, customer.email, customer.password)
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

for (const path of [
  '/my-orders',
  '/orders',
  '/notifications',
  '/profile',
  '/dashboard',
  '/checkout',
  '/order-confirmation/00000000-0000-4000-8000-000000000000',
  '/invoice/00000000-0000-4000-8000-000000000000',
]) {
  test(`${path} sends a visitor to the login`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })
}

test('after a redirect the login leads back to the requested page, with its query', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto('/my-orders?from=mail')
  await expect(page).toHaveURL(/\/login$/)
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/my-orders\?from=mail$/)
})

signedInTest('a signed-in user is sent from the login to the dashboard', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

signedInTest('a logout leaves nothing personal in any storage', async ({ page, customer }) => {
  const product = await makeProduct()
  await addToCart(customer, product.id, 1)
  await page.goto(product.path)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(product.id)
  await page.goto('/checkout')
  await typeAddress(page)
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Hill Road')
  await page.getByRole('link', { name: 'Back to cart' }).click()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  const left = () =>
    page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      return JSON.stringify({ local: Object.entries(localStorage), session: Object.entries(sessionStorage), cookies: document.cookie, databases })
    })
  for (const personal of [customer.id, customer.email, product.id, 'Hill Road', 'access_token', 'shringar-my-', 'auth-token'])
    await expect.poll(left).not.toContain(personal)
})

test.describe('that is refused', () => {
  test.use({ expectedErrors: [/status of 400|ERR_FAILED/] })

  test('a wrong password says Invalid email or password and keeps the email', async ({ page }) => {
    const customer = await newCustomer(shopKeys())
    await page.goto('/login')
    await login(page, customer.email, 'not it at all')
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  })

  test('an unknown address says the same', async ({ page }) => {
    await page.goto('/login')
    await login(page, 'nobody@looks.example', 'not it at all')
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  })

  test('without a connection it says An unexpected error occurred', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/auth/v1/token*', (route) => route.abort())
    await login(page, 'meera@looks.example', 'a long enough password')
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred')
  })
})

/** Registration (docs/rules.md#fixed-texts). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { serviceClient } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { forgetSession } from '../support/journey.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'

test.use(laptop)

const good = { 'Full name': 'Meera Nair', Email: 'meera@looks.example', Password: 'a long enough password', 'Confirm password': 'a long enough password' }

async function fill(page: Page, changes: Partial<typeof good> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...good, ...changes })) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

test('the form has its four fields, the hint on the password, and links to terms, privacy and login', async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
  for (const label of Object.keys(good)) await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Must be at least 8 characters')
  await expect(page.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
})

for (const label of Object.keys(good) as (keyof typeof good)[]) {
  test(`without ${label} it says Please fill in all fields, and marks the field`, async ({ page }) => {
    await page.goto('/register')
    await fill(page, { [label]: '' })
    await expect(page.getByRole('alert')).toHaveText('Please fill in all fields')
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  })
}

test('two different passwords say Passwords do not match', async ({ page }) => {
  await page.goto('/register')
  await fill(page, { 'Confirm password': 'another one' })
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match')
})

test('a password of seven characters says Password must be at least 8 characters long', async ({ page }) => {
  await page.goto('/register')
  await fill(page, { Password: '7 chars', 'Confirm password': '7 chars' })
  await expect(page.getByRole('alert')).toHaveText('Password must be at least 8 characters long')
})

test('a visitor who wanted an item registers, confirms by the mailed link, and finds it in the cart', async ({ page }) => {
  const product = await makeProduct()
  await page.goto(product.path)
  await page.getByRole('button', { name: /^Add to Cart · 1 for/ }).click()
  await page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Create Account' }).click()
  const email = `new-${randomUUID().slice(0, 8)}@looks.example`
  await fill(page, { Email: email })
  await expect(page.getByText('Registration successful! Please check your email to confirm your account.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  const mail = await waitForMail(path.join(shopDataDir(), 'outbox'), email, /confirm/i)
  const link = linkIn(mail, shopUrl())
  await openMailedLink(page, link)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  // A link works once.
  await forgetSession(page)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText("Sign in and we'll send you a new one.")
})

test.describe('that is refused', () => {
  test.use({ expectedErrors: [/status of 4\d\d|ERR_FAILED/] })

  test('an account that is not confirmed yet cannot log in, and can have its mail again', async ({ page }) => {
    const email = `late-${randomUUID().slice(0, 8)}@looks.example`
    // Registered long ago: no mail went to this address in the last minute.
    const made = await serviceClient(shopKeys()).auth.admin.createUser({ email, password: good.Password, email_confirm: false })
    expect(made.error).toBeNull()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(good.Password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toHaveText('Email not confirmed')
    const again = page.getByRole('button', { name: 'Send the confirmation again' })
    const message = page.getByRole('region', { name: 'Messages' }).getByRole('listitem').last()
    await again.click()
    await expect(message).toHaveText('Please check your email to confirm your account.')
    const mail = await waitForMail(path.join(shopDataDir(), 'outbox'), email, /confirm/i)
    await again.click()
    await expect(message).toHaveText(/^For security purposes, you can only request this after \d\d? seconds\.$/)
    await openMailedLink(page, linkIn(mail, shopUrl()))
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('the provider’s own message is shown as given', async ({ page }) => {
    await page.goto('/register')
    await fill(page, { Email: 'not an address' })
    await expect(page.getByRole('alert')).toContainText(/email/i)
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
  })

  test('without a connection it says An unexpected error occurred. Please try again.', async ({ page }) => {
    await page.goto('/register')
    await page.route('**/auth/v1/signup*', (route) => route.abort())
    await fill(page)
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred. Please try again.')
  })
})

/** A session across tabs, a session that ends while the page is in use, and an unreachable backend (docs/rules.md#sessions). */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { typeAddress } from '../support/checkout.ts'
import { addToCart, newCustomer, serviceClient } from '../support/customers.ts'
import type { Customer } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { again, endSession, pressUntilAsked, withoutSessionTimer } from '../support/ended-session.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { orderOf } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone } from '../support/screens.ts'
import { test } from '../support/signed-in.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(laptop)
visitorTest.use(laptop)

/** The same between two visits: on an address without the shop's scripts, which could find the dead session before the next page opens with it. */
async function endSessionBetweenVisits(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await endSession(page)
}

async function signInAgain(page: Page, customer: Customer): Promise<void> {
  await expect(again(page)).toContainText(customer.email)
  await again(page).getByLabel('Password', { exact: true }).fill(customer.password)
  await again(page).getByRole('button', { name: 'Login' }).click()
  await expect(again(page)).toHaveCount(0)
}

visitorTest('signing in or out in one tab does the same in the other, which keeps no personal data', async ({ page, context }) => {
  const customer = await newCustomer(shopKeys())
  const other = await context.newPage()
  await page.goto('/my-orders')
  await other.goto('/about')
  const banner = (tab: Page) => tab.getByRole('banner')
  await expect(banner(other).getByRole('link', { name: 'Login' })).toBeVisible()
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/my-orders$/)
  await expect(banner(other).getByRole('button', { name: `Account: ${customer.email}` })).toBeVisible()
  await other.evaluate(() => sessionStorage.setItem('shringar-my-note', '1'))
  await banner(page)
    .getByRole('button', { name: /^Account/ })
    .click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(banner(other).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(() => other.evaluate(() => JSON.stringify([Object.keys(sessionStorage), Object.keys(localStorage)]))).not.toMatch(/shringar-my-|auth-token/)
})

test('a sign-out in another tab leads a guarded page to the login, without a dialog to sign in again', async ({ page, context }) => {
  await page.goto('/profile')
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
  const other = await context.newPage()
  await other.goto('/about')
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
})

test.describe('a session that expires', () => {
  test.use({ expectedErrors: [/status of (400|401)/] })

  test('shows a message at the login when a guarded page is opened with it, and leads back there', async ({ page, customer }) => {
    await endSessionBetweenVisits(page)
    await page.goto('/my-orders')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Your session has ended. Log in again to continue.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await login(page, customer.email, customer.password)
    await expect(page).toHaveURL(/\/my-orders$/)
  })

  test('keeps the profile form: the same person signs in above it and saves', async ({ page, customer }) => {
    await page.goto('/profile')
    const name = page.getByLabel('Full name')
    await expect(name).toHaveValue('Meera Nair')
    await name.fill('Meera Nair-Iyer')
    await endSession(page)
    await pressUntilAsked(page, page.getByRole('button', { name: 'Save profile' }))
    expect(await violations(page)).toEqual([])
    await again(page).getByRole('button', { name: 'Login' }).click()
    await expect(again(page).getByRole('alert')).toHaveText('Enter your password')
    await again(page).getByLabel('Password', { exact: true }).fill('not it at all')
    await again(page).getByRole('button', { name: 'Login' }).click()
    await expect(again(page).getByRole('alert')).toHaveText('Invalid email or password')
    await page.keyboard.press('Escape')
    await expect(again(page)).toBeHidden()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await signInAgain(page, customer)
    await expect(name).toHaveValue('Meera Nair-Iyer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await expect(async () => {
      await expect
        .poll(async () => (await serviceClient(shopKeys()).from('profiles').select('full_name').eq('id', customer.id).single()).data?.full_name)
        .toBe('Meera Nair-Iyer')
    }).toPass()
  })

  test('keeps the checkout: address and payment are there when the order is placed', async ({ page, customer }) => {
    const product = await makeProduct()
    await addToCart(customer, product.id, 2)
    await page.goto('/checkout')
    await typeAddress(page, { Address: '7 Ghat Road' })
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('radio', { name: /Cash on delivery/ }).check()
    await page.getByRole('button', { name: 'Review your order' }).click()
    await endSession(page)
    await pressUntilAsked(page, page.getByRole('button', { name: /^Place order/ }))
    await signInAgain(page, customer)
    await expect(page.getByText('7 Ghat Road')).toBeVisible()
    await page.getByRole('button', { name: /^Place order/ }).click()
    await expect(page).toHaveURL(/\/order-confirmation\//)
    await expect
      .poll(async () => (await serviceClient(shopKeys()).from('orders').select('address').eq('user_id', customer.id)).data)
      .toEqual([{ address: '7 Ghat Road' }])
  })

  test('keeps a complaint, and can be left for another account', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
    await page.getByLabel('What happened').fill('The lipstick arrived broken, please replace it.')
    await endSession(page)
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(page.getByRole('status').getByText(/CMP\/\d\d-\d\d\/\d{6}/)).toBeVisible()
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login$/)
  })

  test('asks only the user of the screen in place; another account goes through the login and back', async ({ page, customer }) => {
    await page.goto('/profile')
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
    await endSession(page)
    await pressUntilAsked(page, page.getByRole('button', { name: 'Save profile' }))
    await again(page).getByRole('button', { name: 'Use another account' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await login(page, customer.email, customer.password)
    await expect(page).toHaveURL(/\/profile$/)
  })

  test.describe('in the back office', () => {
    test.beforeEach(async ({ customer }) => {
      await serviceClient(shopKeys()).from('user_roles').insert({ user_id: customer.id, role: 'manager' }).throwOnError()
    })

    test('keeps the screen for the admin, who follows a link, signs in above it and sees what could not be read before', async ({ page, customer }) => {
      await orderOf(await newCustomer(shopKeys()))
      // Unlike the dashboard and the orders, this page reads nothing by itself, so the dialog appears on the click.
      await withoutSessionTimer(page)
      await page.goto('/admin/discounts')
      await expect(page.getByRole('heading', { level: 1, name: 'Discounts' })).toBeVisible()
      await expect(page.locator('.bone')).toHaveCount(0)
      await endSession(page)
      await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Orders', exact: true }).click()
      await expect(again(page)).toBeVisible()
      await expect(page.getByText('The list did not load.')).toBeVisible()
      await signInAgain(page, customer)
      await expect(page).toHaveURL(/\/admin\/orders$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
      await expect(page.getByRole('table')).toBeVisible()
    })

    test('keeps the dashboard that an order refreshes: the admin signs in above it and sees the order', async ({ page, customer }) => {
      await page.goto('/admin')
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      await endSession(page)
      const order = await orderOf(await newCustomer(shopKeys()))
      await signInAgain(page, customer)
      await expect(page).toHaveURL(/\/admin$/)
      await expect(page.locator(`[data-order="${order.id}"]`)).toBeVisible()
    })

    test('is reported by its login when a screen is opened with it, and leads back there', async ({ page, customer }) => {
      await endSessionBetweenVisits(page)
      await page.goto('/admin/discounts')
      await expect(page).toHaveURL(/\/admin\/login$/)
      await expect(page.getByText('Your session has ended. Log in again to continue.')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await login(page, customer.email, customer.password)
      await expect(page).toHaveURL(/\/admin\/discounts$/)
    })
  })

  test.describe('on a phone', () => {
    test.use(phone)
    test('the question fits the screen', async ({ page }) => {
      await page.goto('/profile')
      await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
      await endSession(page)
      await pressUntilAsked(page, page.getByRole('button', { name: 'Save profile' }))
      await expect(async () => {
        const box = await again(page).boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 740).toBe(true)
      }).toPass()
    })
  })
})

visitorTest('the login of the back office says nothing about sessions to a visitor who had none', async ({ page }) => {
  await page.goto('/admin/discounts')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByRole('heading', { name: 'Back office' })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
})

visitorTest.describe('a backend that cannot be initialised', () => {
  visitorTest.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] })
  visitorTest.use(withoutWorker('a script is intercepted'))

  visitorTest('says Supabase initialization failed on the form, and works once it can be', async ({ page }) => {
    const customer = await newCustomer(shopKeys())
    // Blocked from the start: on a slow visit the client loads before the click.
    await withoutClient(page)
    await page.goto('/login')
    await login(page, customer.email, customer.password)
    await expect(page.getByRole('alert')).toHaveText('Supabase initialization failed')
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('a signed-in screen says so instead of redirecting to the login, and Try again recovers', async ({ page }) => {
    await withoutClient(page)
    await page.goto('/my-orders')
    await expect(page.getByRole('alert')).toContainText('Supabase initialization failed')
    await expect(page).toHaveURL(/\/my-orders$/)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible()
  })
})

/** Blocks the chunk of the official client, regardless of its name. */
async function withoutClient(page: Page): Promise<void> {
  await page.route(/\/assets\/.*\.js/, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await (text.includes('GoTrueClient') ? route.abort() : route.fulfill({ response: answer, body: text }))
  })
}

visitorTest('an expired mailed link says so, also while someone else is signed in', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto('/login')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/about')
  await page.goto('/reset-password#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired')
  await expect(page.getByRole('alert')).toContainText('Email link is invalid or has expired. Please request a new one')
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
})

visitorTest.describe('an address that is not confirmed', () => {
  visitorTest.use({ expectedErrors: [/status of (400|422|429)/] })

  visitorTest('shows a message at the login, gets its email again and signs in with it; a weak password shows its reasons', async ({ page }) => {
    const email = `waits-${Date.now()}@looks.example`
    const { error } = await serviceClient(shopKeys()).auth.admin.createUser({ email, password: 'a long enough password' })
    expect(error).toBeNull()
    await page.goto('/login')
    await login(page, email, 'a long enough password')
    await expect(page.getByRole('alert')).toHaveText('Email not confirmed')
    await page.getByRole('button', { name: 'Send the confirmation again' }).click()
    await expect(page.getByText('Please check your email to confirm your account.')).toBeVisible()
    const link = linkIn(await waitForMail(path.join(shopDataDir(), 'outbox'), email, /confirm/i), shopUrl())
    await openMailedLink(page, link)
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.route(/\/auth\/v1\/user/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            headers: { 'x-supabase-api-version': '2024-01-01' },
            json: { code: 'weak_password', message: 'Password is weak.', weak_password: { reasons: ['characters', 'pwned'] } },
          })
        : route.continue(),
    )
    await page.goto('/reset-password')
    for (const label of ['New password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill('password1')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Password is weak. Use both letters and numbers in your password. This password has appeared in a data leak. Please choose another one.',
    )
  })
})

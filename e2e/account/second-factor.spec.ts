/** Two-step sign-in: turning it on, the code at every sign-in, recovery codes, turning it off. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { authenticator, type Authenticator } from '../support/authenticator.ts'
import { violations } from '../support/axe.ts'
import { newCustomer, visitorClient, type Customer } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { again, endSession, pressUntilAsked } from '../support/ended-session.ts'
import { expect, test as visitorTest } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { laptop, phone } from '../support/screens.ts'
import { storedSession, test } from '../support/signed-in.ts'

test.use(laptop)
visitorTest.use(laptop)

const twoStep = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-step sign-in', exact: true }) })
const askForCode = (page: Page) => page.getByRole('form', { name: 'Enter your code' })

async function codesOn(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  return list.getByRole('listitem').allInnerTexts()
}

async function turnOn(page: Page): Promise<{ app: Authenticator; codes: string[] }> {
  await page.goto('/profile/security')
  await twoStep(page).getByRole('button', { name: 'Turn on' }).click()
  const app = authenticator(await page.getByTestId('totp-secret').innerText())
  await page.getByLabel('Code', { exact: true }).fill(await app.next())
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const codes = await codesOn(page)
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(twoStep(page).getByText('On', { exact: true })).toBeVisible()
  return { app, codes }
}

/** An account with a factor, created through the API. */
async function protectedCustomer(): Promise<{ customer: Customer; app: Authenticator }> {
  const customer = await newCustomer(shopKeys())
  const { data, error } = await customer.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app' })
  if (error) throw error
  const app = authenticator(data.totp.secret)
  const verified = await customer.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: await app.next() })
  if (verified.error) throw verified.error
  return { customer, app }
}

test('is turned on with a code, and the account gets an email', async ({ page, customer }) => {
  test.slow() // the test may have to wait for the second code
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Open security settings' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await twoStep(page).getByRole('button', { name: 'Turn on' }).click()
  const image = page.getByRole('img', { name: 'QR code' })
  await expect(image).toBeVisible()
  // The code is rendered, not an empty frame: the image has an intrinsic size.
  await expect.poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0)).toBe(true)
  expect(await violations(page)).toEqual([])
  const app = authenticator(await page.getByTestId('totp-secret').innerText())
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await code.fill('12 34')
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await expect(page.getByText('Enter the six digits', { exact: true })).toBeVisible()
  // The code as an app shows it and as people copy it.
  const digits = await app.next()
  await code.fill(` ${digits.slice(0, 3)} ${digits.slice(3)} `)
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const codes = await codesOn(page)
  expect(await violations(page)).toEqual([])
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  const text = await readFile(await file.path(), 'utf8')
  for (const one of codes) expect(text).toContain(one)
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(twoStep(page)).toContainText('10 of 10 codes are unused.')
  expect(await violations(page)).toEqual([])
  const mail = await waitForMail(path.join(shopDataDir(), 'outbox'), customer.email, /Two-step sign-in is on/)
  expect(mail.text).toContain('/profile/security')
  // After a reload the codes are gone, but the setting is saved.
  await page.reload()
  await expect(twoStep(page)).toContainText('10 of 10 codes are unused.')
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0)
})

test.describe('while the server does not say whether it is on', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the recovery codes stay until they are saved', async ({ page }) => {
    test.slow() // the test may have to wait for the second code
    await page.goto('/profile/security')
    await twoStep(page).getByRole('button', { name: 'Turn on' }).click()
    const app = authenticator(await page.getByTestId('totp-secret').innerText())
    await page.getByLabel('Code', { exact: true }).fill(await app.next())
    let failures = 0
    page.on('response', (response) => {
      if (response.status() === 500) failures += 1
    })
    await page.route('**/auth/v1/user', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 500, json: { code: 500, msg: 'broken' } }) : route.fallback(),
    )
    await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
    const codes = await codesOn(page)
    await expect.poll(() => failures).toBeGreaterThanOrEqual(2)
    await expect.poll(() => codesOn(page)).toEqual(codes)
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/auth/v1/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(twoStep(page).getByText('On', { exact: true })).toBeVisible()
  })
})

visitorTest.describe('signing in with two steps', () => {
  visitorTest.use({ expectedErrors: [/status of 422/] })

  visitorTest('the code is asked for after the password, before anything else', async ({ page, context }) => {
    visitorTest.slow()
    const { customer, app } = await protectedCustomer()
    await page.goto('/my-orders')
    await expect(page).toHaveURL(/\/login$/)
    await login(page, customer.email, customer.password)
    await expect(askForCode(page)).toContainText(customer.email)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    expect(await violations(page)).toEqual([])
    // Half signed in is not signed in: not after a reload, not on a guarded page, not in another tab.
    await page.reload()
    await expect(askForCode(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/profile')
    await expect(other).toHaveURL(/\/login$/)
    await expect(askForCode(other)).toBeVisible()
    await other.goto('/about')
    await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await other.goto('/login')
    await page.getByLabel('Code', { exact: true }).fill(app.wrong())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(askForCode(page).getByRole('alert')).toContainText("This code isn't right")
    await page.getByLabel('Code', { exact: true }).fill(await app.next())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/(dashboard|my-orders)$/)
    // The other tab follows.
    await expect(other).not.toHaveURL(/\/login$/)
  })

  visitorTest('a recovery code opens the account once, and its owner gets an email', async ({ page }) => {
    visitorTest.slow()
    const { customer } = await protectedCustomer()
    const made = await customer.client.auth.mfa.recoveryCodes.generate()
    const [first = '', second = ''] = made.data?.codes ?? []
    await page.goto('/login')
    await login(page, customer.email, customer.password)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill('not one of them')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(askForCode(page).getByRole('alert')).toContainText('This recovery code is wrong or was used before.')
    await page.getByLabel('Recovery code').fill(first.toUpperCase().replaceAll(/.{4}/g, '$& '))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).not.toHaveURL(/\/login$/)
    await waitForMail(path.join(shopDataDir(), 'outbox'), customer.email, /recovery code was used/)
    await page.goto('/profile/security')
    await expect(twoStep(page)).toContainText('9 of 10 codes are unused.')
    const again = visitorClient(shopKeys())
    await again.auth.signInWithPassword({ email: customer.email, password: customer.password })
    const used = await again.auth.mfa.recoveryCodes.verify({ code: first })
    expect(used.error?.code).toBe('mfa_verification_failed')
    const unused = await again.auth.mfa.recoveryCodes.verify({ code: second })
    expect(unused.error).toBeNull()
  })

  visitorTest('someone who only knows the password cannot read the account', async ({ page }) => {
    const { customer } = await protectedCustomer()
    const half = visitorClient(shopKeys())
    await half.auth.signInWithPassword({ email: customer.email, password: customer.password })
    await expect.poll(async () => (await half.from('profiles').select('id,full_name')).data ?? []).toEqual([])
    const exported = await half.functions.invoke('export-my-data', { method: 'POST' })
    expect(exported.error).not.toBeNull()
    await expect.poll(async () => (await customer.client.from('profiles').select('id')).data).toEqual([{ id: customer.id }])
    await page.goto('/login')
    await login(page, customer.email, customer.password)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    // Cancelling half-way ends only that sign-in.
    const kept = await customer.client.auth.getUser()
    expect(kept.error).toBeNull()
  })
})

visitorTest.describe('a protected account', () => {
  visitorTest.use({ expectedErrors: [/status of (400|401|403)/] })

  visitorTest('chooses a new password with the mailed link and the code, not with the mailbox alone', async ({ page }) => {
    visitorTest.slow()
    const { customer, app } = await protectedCustomer()
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(customer.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await openMailedLink(page, linkIn(await waitForMail(path.join(shopDataDir(), 'outbox'), customer.email, /password/i), shopUrl()))
    await expect(page).toHaveURL(/\/reset-password/)
    await expect(askForCode(page)).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveCount(0)
    await page.getByLabel('Code', { exact: true }).fill(await app.next())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('New password', { exact: true }).fill('a new long password')
    await page.getByLabel('Confirm password', { exact: true }).fill('a new long password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your password was changed' })).toBeVisible()
  })

  visitorTest('a session that ends under a form asks for password and code above it, and the form keeps its input', async ({ browser }) => {
    visitorTest.slow()
    const { customer, app } = await protectedCustomer()
    const context = await browser.newContext({ storageState: await storedSession(customer) })
    const page = await context.newPage()
    await page.goto('/profile')
    const name = page.getByLabel('Full name')
    await expect(name).toHaveValue('Meera Nair')
    await name.fill('Meera Nair-Iyer')
    await endSession(page)
    await pressUntilAsked(page, page.getByRole('button', { name: 'Save profile' }))
    await again(page).getByLabel('Password', { exact: true }).fill(customer.password)
    await again(page).getByRole('button', { name: 'Login' }).click()
    await again(page)
      .getByLabel('Code', { exact: true })
      .fill(await app.next())
    await again(page).getByRole('button', { name: 'Continue' }).click()
    await expect(again(page)).toHaveCount(0)
    await expect(name).toHaveValue('Meera Nair-Iyer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await context.close()
  })
})

test('is turned off again, and the next sign-in asks for the password alone', async ({ page, browser, customer }) => {
  test.slow()
  await turnOn(page)
  await twoStep(page).getByRole('button', { name: 'Create new codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create new codes' }).click()
  await codesOn(page)
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await twoStep(page).getByRole('button', { name: 'Turn off' }).click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible()
  const context: BrowserContext = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const other = await context.newPage()
  await other.goto('/login')
  await login(other, customer.email, customer.password)
  await expect(other).toHaveURL(/\/dashboard$/)
  await context.close()
})

test('fits a phone', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await page.goto('/profile/security')
  await twoStep(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open it in an app on this device' })).toHaveAttribute('href', /^otpauth:\/\/totp\//)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible()
})

visitorTest('someone who lost app and codes signs in with the password alone after npm run remove-second-factor', async ({ page }) => {
  const { customer } = await protectedCustomer()
  const root = path.resolve(import.meta.dirname, '../..')
  const script = path.join(root, 'scripts/remove-second-factor.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, customer.email], { cwd: root, env: { ...process.env, DATA_DIR: shopDataDir() } })
  expect(stdout).toBe(`${customer.email} signs in with the password alone again, and gets a mail about it.\n`)
  await page.goto('/login')
  await login(page, customer.email, customer.password)
  await expect(page).toHaveURL(/\/dashboard$/)
})

/** Setting a new password through the mailed link. */
import path from 'node:path'
import { newCustomer } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { forgetSession, login } from '../support/journey.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { linkIn, mailsTo, waitForMail } from '../support/outbox.ts'
import { laptop } from '../support/screens.ts'

test.use(laptop)

const outbox = () => path.join(shopDataDir(), 'outbox')

test('the mailed link opens the form, the new password is checked, set, and replaces the old one; the link works once', async ({ page }) => {
  const customer = await newCustomer(shopKeys())
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all fields')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(customer.email)).toBeVisible()

  const link = linkIn(await waitForMail(outbox(), customer.email, /password/i), shopUrl())
  await openMailedLink(page, link)
  await expect(page).toHaveURL(/\/reset-password/)
  const save = page.getByRole('button', { name: 'Save password' })
  const [first, second] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Confirm password', { exact: true })]
  await expect(save).toBeEnabled()
  for (const [one, other, sentence] of [
    ['', '', 'Please fill in all fields'],
    ['a new long password', 'another one', 'Passwords do not match'],
    ['7 chars', '7 chars', 'Password must be at least 8 characters long'],
  ] as const) {
    await first.fill(one)
    await second.fill(other)
    await save.click()
    await expect(page.getByRole('alert')).toHaveText(sentence)
  }
  await first.fill('a new long password')
  await second.fill('a new long password')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your password was changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await page.goto('/login')
  await login(page, customer.email, 'a new long password')
  await expect(page).toHaveURL(/\/dashboard$/)

  await forgetSession(page)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText(/expired|invalid/)
  await expect(page.getByRole('link', { name: 'Send a new link' })).toHaveAttribute('href', '/forgot-password')
})

test('an unknown address shows the same text, and no email is sent', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody-at-all@looks.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If there is an account for nobody-at-all@looks.example')).toBeVisible()
  await expect.poll(() => mailsTo(outbox(), 'nobody-at-all@looks.example')).toEqual([])
})

test('the form without its link offers a new one', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

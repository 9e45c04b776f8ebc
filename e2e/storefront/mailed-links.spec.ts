/** Reset and confirmation by mail, with the service worker, after a mail scanner has opened the link. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { newCustomer } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { forgetSession, login } from '../support/journey.ts'
import { openMailedLink, scanLink } from '../support/mailed-link.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { phone } from '../support/screens.ts'
import { expect, test, VISITS } from '../support/with-worker.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(phone)

const linkTo = async (email: string, subject: RegExp): Promise<string> =>
  linkIn(await waitForMail(path.join(shopDataDir(), 'outbox'), email, subject), shopUrl())

for (const visit of VISITS) {
  test.describe(`on a ${visit} visit`, () => {
    test.use({ visit })

    test('a mailed link resets the password', async ({ page }) => {
      const customer = await newCustomer(shopKeys())
      await page.goto('/forgot-password')
      await page.getByLabel('Email').fill(customer.email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
      const link = await linkTo(customer.email, /password/i)
      await scanLink(link)
      await openMailedLink(page, link)
      await expect(page).toHaveURL(/\/reset-password/)
      for (const label of ['New password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill('a new long password')
      await page.getByRole('button', { name: 'Save password' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your password was changed' })).toBeFocused()
      expect(await violations(page)).toEqual([])
      await page.getByRole('link', { name: 'Go to your account' }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
    })

    test('a mailed link confirms a registration, in another browser with the password', async ({ page, browser }) => {
      const email = `link-${randomUUID().slice(0, 8)}@looks.example`
      await page.goto('/register')
      for (const [label, value] of Object.entries({ 'Full name': 'Meera Nair', Email: email })) await page.getByLabel(label, { exact: true }).fill(value)
      for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill('a long enough password')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page).toHaveURL(/\/login$/)
      const link = await linkTo(email, /confirm/i)
      await scanLink(link)
      const elsewhere = await (await browser.newContext()).newPage()
      await elsewhere.goto(link)
      expect(await violations(elsewhere)).toEqual([])
      await elsewhere.getByLabel('Password').fill('another password')
      await elsewhere.getByRole('button', { name: 'Confirm my email' }).click()
      await expect(elsewhere.getByRole('alert')).toContainText('This is not the password you registered with')
      expect(await violations(elsewhere)).toEqual([])
      if (visit === 'first') {
        await openMailedLink(elsewhere, link, 'a long enough password')
        await expect(elsewhere).toHaveURL(/\/dashboard$/)
      } else {
        await page.goto(link)
        await expect(page.getByLabel('Password')).toHaveCount(0)
        expect(await violations(page)).toEqual([])
        await openMailedLink(page, link)
        await expect(page).toHaveURL(/\/dashboard$/)
      }
      await elsewhere.context().close()
      await forgetSession(page)
      await page.goto('/login')
      await login(page, email, 'a long enough password')
      await expect(page).toHaveURL(/\/dashboard$/)
    })
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, ...withoutWorker('without scripts nothing starts it') })
  test('the page behind a link still works', async ({ page }) => {
    const customer = await newCustomer(shopKeys())
    await fetch(`${shopUrl()}/auth/v1/recover`, { method: 'POST', body: JSON.stringify({ email: customer.email }) })
    await openMailedLink(page, await linkTo(customer.email, /password/i))
    await expect(page).toHaveURL(/#access_token=/)
  })
})

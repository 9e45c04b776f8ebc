/** Two-step sign-in that the shop requires of its staff: staff without it set it up before the back office opens. */
import type { Page } from '@playwright/test'
import { authenticator } from '../support/authenticator.ts'
import { violations } from '../support/axe.ts'
import { newCustomer, serviceClient } from '../support/customers.ts'
import type { Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { expect, test } from '../support/fixtures.ts'
import { login } from '../support/journey.ts'
import { laptop } from '../support/screens.ts'
import { storedSession } from '../support/signed-in.ts'

test.use(laptop)
test.use({ expectedErrors: [/status of 409/] })

async function colleague(role: 'owner' | 'manager'): Promise<Customer> {
  const person = await newCustomer(shopKeys())
  const { error } = await serviceClient(shopKeys()).from('user_roles').insert({ user_id: person.id, role })
  if (error) throw error
  return person
}

const rule = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in for staff' })

async function decide(page: Page, button: string, password: string): Promise<void> {
  await rule(page).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: button }).click()
}

test('an owner requires it, and a manager without it sets it up before the back office opens', async ({ browser }) => {
  test.slow()
  const [owner, manager] = [await colleague('owner'), await colleague('manager')]
  const office = await browser.newContext({ storageState: await storedSession(owner) })
  const page = await office.newPage()
  await page.goto('/admin/settings/people')
  await decide(page, 'Require it', owner.password)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Turn on two-step sign-in for your own account first')
  const enrolment = await owner.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app' })
  if (enrolment.error) throw enrolment.error
  const ownersApp = authenticator(enrolment.data.totp.secret)
  const verified = await owner.client.auth.mfa.challengeAndVerify({ factorId: enrolment.data.id, code: await ownersApp.next() })
  if (verified.error) throw verified.error
  await office.close()
  const secured = await browser.newContext({ storageState: await storedSession(owner) })
  const ownerPage = await secured.newPage()
  const bench = await browser.newContext()
  try {
    await ownerPage.goto('/admin/settings/people')
    expect(await violations(ownerPage)).toEqual([])
    await decide(ownerPage, 'Require it', owner.password)
    await expect(rule(ownerPage)).toContainText('must use two-step sign-in')

    const panel = await bench.newPage()
    await panel.goto('/admin/login')
    await login(panel, manager.email, manager.password)
    await expect(panel.getByRole('heading', { level: 1 })).toContainText('Two-step sign-in is required for all staff')
    expect(await violations(panel)).toEqual([])
    const app = authenticator(await panel.getByTestId('totp-secret').innerText())
    await panel.getByLabel('Code', { exact: true }).fill(await app.next())
    await panel.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
    await expect(panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await panel.getByRole('button', { name: 'Continue to the back office' }).click()
    await expect(panel.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  } finally {
    await ownerPage.goto('/admin/settings/people')
    await decide(ownerPage, 'Stop requiring it', owner.password)
    await expect(rule(ownerPage)).toContainText('optional for staff')
    await secured.close()
    await bench.close()
  }
})

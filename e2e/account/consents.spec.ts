/** Consent to offers: the box starts empty, and one switch withdraws the consent (DPDP Act s.6; docs/decisions/0022). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { violations } from '../support/axe.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { expect as expectOpen, test as visitorTest } from '../support/fixtures.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(phone)
visitorTest.use(phone)

const OFFERS = /^Tell me about offers/

visitorTest('registration asks with an empty box and says what is required; a tick is recorded once the address is confirmed', async ({ page }) => {
  const email = `asked-${randomUUID().slice(0, 8)}@looks.example`
  await page.goto('/register')
  const box = page.getByRole('checkbox', { name: OFFERS })
  await expectOpen(box).not.toBeChecked()
  await expectOpen(page.getByText(/^We keep your name, email address, orders/)).toBeVisible()
  expectOpen(await violations(page)).toEqual([])
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Email').fill(email)
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill('a long enough password')
  await box.check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectOpen(page.getByText('Registration successful!')).toBeVisible()
  // The account agrees to nothing until the owner of the mailbox confirms the address.
  await openMailedLink(page, linkIn(await waitForMail(path.join(shopDataDir(), 'outbox'), email, /confirm/i), shopUrl()))
  await expectOpen(page).toHaveURL(/\/dashboard/)
  const service = serviceClient(shopKeys())
  const { data } = await service.from('consents').select('user_id, purpose, version, given').order('id', { ascending: false }).limit(50)
  const { data: users } = await service.auth.admin.listUsers({ perPage: 1000 })
  const made = users.users.find((user) => user.email === email)
  expectOpen(data?.filter((row) => row.user_id === made?.id).map(({ purpose, version, given }) => [purpose, version, given])).toEqual([
    ['offers', 1, true],
    ['account', 1, true],
  ])
})

test('a customer who was never asked has not agreed; one switch gives and withdraws consent, with the date', async ({ page, customer }) => {
  await page.goto('/profile')
  const panel = section(page, 'What you agreed to')
  const offers = panel.getByRole('switch', { name: OFFERS })
  await expect(offers).not.toBeChecked()
  await expect(panel.getByText('You have not agreed to this.')).toBeVisible()
  await offers.focus()
  await page.keyboard.press('Space')
  await expect(panel.getByText(/^You agreed on /)).toBeVisible()
  await expect(page.getByText("You'll get offers from now on")).toBeVisible()
  await page.reload()
  await expect(offers).toBeChecked()
  expect(await violations(page)).toEqual([])
  // Not uncheck(): after the click React keeps the box checked for a moment before it renders the new state.
  await offers.click()
  await expect(offers).not.toBeChecked()
  await expect(panel.getByText(/^You withdrew this on /)).toBeVisible()
  await expect(page.getByText("You won't get offers any more")).toBeVisible()
  await expect
    .poll(async () => (await customer.client.from('consents').select('purpose, given').order('id')).data)
    .toEqual([
      { purpose: 'offers', given: true },
      { purpose: 'offers', given: false },
    ])
})

/** Consent to offers: the box starts empty, and one switch withdraws the consent (DPDP Act s.6; docs/decisions/0022). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Request } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { expect as expectOpen, test as visitorTest } from '../support/fixtures.ts'
import { holdAnswers } from '../support/held.ts'
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

test('an answer from before the switch was pressed does not turn it back', async ({ page, customer }) => {
  await page.goto('/profile')
  const offers = page.getByRole('switch', { name: OFFERS })
  const leave = async () => {
    await section(page, 'What you agreed to').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible()
  }
  await expect(offers).not.toBeChecked()
  await leave()
  // A minute later the page shows what it has read, and reads it again.
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 60_000
  })
  const isRead = (request: Request) => request.method() === 'GET'
  const read = await holdAnswers(page, '**/rest/v1/consents?**', isRead)
  await page.goBack()
  await read.answered
  await offers.click()
  await expect(page.getByText("You'll get offers from now on")).toBeVisible()
  const arrived = page.waitForResponse((response) => response.url().includes('/rest/v1/consents?') && isRead(response.request()))
  read.release()
  await arrived
  // Back on the page, the switch shows what was stored of it.
  await leave()
  await page.goBack()
  await expect(offers).toBeChecked()
  await expect.poll(async () => (await customer.client.from('consents').select('purpose, given')).data).toEqual([{ purpose: 'offers', given: true }])
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] })
  test('an answer that was not saved is taken back, and the switch stays', async ({ page, customer }) => {
    await page.goto('/profile')
    const offers = page.getByRole('switch', { name: OFFERS })
    await expect(offers).not.toBeChecked()
    await page.route('**/rest/v1/consents*', (route) => route.abort())
    let reads = 0
    page.on('requestfailed', (request) => {
      if (request.method() === 'GET' && request.url().includes('/rest/v1/consents')) reads += 1
    })
    await offers.click()
    await expect(page.getByText("Your choice wasn't saved")).toBeVisible()
    await expect.poll(() => reads, { message: 'it was read again, and once more' }).toBe(2)
    await expect(offers).not.toBeChecked()
    await page.unroute('**/rest/v1/consents*')
    await offers.click()
    await expect(page.getByText("You'll get offers from now on")).toBeVisible()
    await expect.poll(async () => (await customer.client.from('consents').select('given')).data).toEqual([{ given: true }])
  })
})

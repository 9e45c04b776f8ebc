/** /profile: name and firm, addresses, password, email (docs/rules.md#forms). */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { address, typeAddress } from '../support/checkout.ts'
import { addToCart, visitorClient } from '../support/customers.ts'
import { shopDataDir, shopKeys, shopUrl } from '../support/current-shop.ts'
import { openMailedLink } from '../support/mailed-link.ts'
import { linkIn, waitForMail } from '../support/outbox.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, phone, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('name, mobile number, company and GSTIN are checked field by field, saved, and there after a reload', async ({ page, customer }) => {
  await page.goto('/profile')
  const about = section(page, 'About you')
  await expect(about.getByLabel('Full name')).toHaveValue('Meera Nair')
  await about.getByLabel('Full name').fill('')
  await about.getByLabel('Mobile number').fill('12345')
  await about.getByLabel('GSTIN').fill('29abcde1234f1zx')
  await about.getByRole('button', { name: 'Save profile' }).click()
  await expect(about.getByRole('alert')).toBeFocused()
  await expect(about.getByRole('alert')).toContainText('Please correct 3 fields')
  expect(await violations(page)).toEqual([])
  await about.getByRole('alert').getByRole('button', { name: /GSTIN/ }).click()
  await expect(about.getByLabel('GSTIN')).toBeFocused()
  await about.getByLabel('GSTIN').fill('29ABCDE1234F1ZW')
  await expect(about.getByLabel('GSTIN')).not.toHaveAttribute('aria-invalid')
  await about.getByLabel('Full name').fill('Meera S Nair')
  await about.getByLabel('Mobile number').fill('+91 98200 12345')
  await about.getByLabel('Company').fill('Looks by Meera')
  await about.getByRole('button', { name: 'Save profile' }).click()
  await expect(messages(page).getByText('Profile saved')).toBeVisible()
  await page.reload()
  await expect(about.getByLabel('Company')).toHaveValue('Looks by Meera')
  await expect
    .poll(async () => (await customer.client.from('profiles').select('full_name, company_name, phone, gstin').eq('id', customer.id).single()).data)
    .toEqual({ full_name: 'Meera S Nair', company_name: 'Looks by Meera', phone: '9820012345', gstin: '29ABCDE1234F1ZW' })
})

test('an address is added, edited, made the default, removed, and taken back; the checkout offers the default first', async ({ page, customer }) => {
  await page.goto('/profile')
  const book = section(page, 'Delivery addresses')
  await expect(book.getByText('None saved yet.')).toBeVisible()
  await book.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('form', { name: 'New address' })
  await expect(form.getByLabel('PIN code')).toBeFocused()
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(form.getByRole('alert')).toBeFocused()
  await form.getByRole('alert').getByRole('button', { name: 'Enter your full name' }).click()
  await expect(form.getByLabel('Full name')).toBeFocused()
  await typeAddress(form, { 'Full name': 'Asha Rao' })
  await expect(form.getByLabel('State')).toHaveValue('Maharashtra')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByRole('listitem')).toContainText(['Asha Rao'])
  await expect(book.getByRole('listitem')).toContainText(['Default'])
  await expect(book.getByRole('button', { name: 'Add an address' })).toBeFocused()

  await page.keyboard.press('Enter')
  await typeAddress(form, { 'Full name': 'Sita Iyer', City: 'Thane' })
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByRole('listitem')).toContainText(['Asha Rao', 'Sita Iyer'])
  await book.getByRole('button', { name: 'Make default the address of Sita Iyer, Thane' }).click()
  await expect(book.getByRole('listitem').first()).toContainText('Sita IyerDefault')
  await book.getByRole('button', { name: 'Edit the address of Sita Iyer, Thane' }).click()
  await page.getByRole('form', { name: 'Edit address' }).getByLabel('Address', { exact: true }).fill('9 Lake View')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByRole('listitem').first()).toContainText('9 Lake View')

  await book.getByRole('button', { name: 'Remove the address of Sita Iyer, Thane' }).click()
  await expect(book.getByRole('listitem')).toHaveCount(1)
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  await expect(book.getByRole('listitem').first()).toContainText('Sita IyerDefault')
  await expect
    .poll(async () => (await customer.client.from('addresses').select('full_name, is_default, pincode').order('is_default', { ascending: false })).data)
    .toEqual([
      { full_name: 'Sita Iyer', is_default: true, pincode: address['PIN code'] },
      { full_name: 'Asha Rao', is_default: false, pincode: address['PIN code'] },
    ])
  await addToCart(customer, (await makeProduct()).id, 1)
  await page.goto('/checkout')
  await expect(page.getByRole('region', { name: 'Deliver to' })).toContainText('Sita Iyer')
  await page.getByRole('link', { name: 'Change the address' }).click()
  await expect(page.getByRole('group', { name: 'Deliver to' }).getByRole('radio').first()).toHaveAccessibleName(/^Sita Iyer/)
})

test.describe('the password', () => {
  test.use({ expectedErrors: [/auth\/v1\/user/] })
  test('is changed after the current one is entered; this session stays, others end; weak and equal ones show the reason', async ({ page, customer }) => {
    const elsewhere = visitorClient(shopKeys())
    await elsewhere.auth.signInWithPassword({ email: customer.email, password: customer.password })
    await page.goto('/profile')
    await page.locator('summary', { hasText: 'Change password' }).click()
    const form = page.getByRole('form', { name: 'Change password' })
    const [current, next, again] = [
      form.getByLabel('Current password'),
      form.getByLabel('New password', { exact: true }),
      form.getByLabel('Confirm new password'),
    ]
    const save = form.getByRole('button', { name: 'Save password' })
    await save.click()
    await expect(form.getByRole('alert')).toContainText('Please correct 2 fields')
    for (const [texts, sentence] of [
      [[customer.password, 'seven77', 'seven77'], 'Password must be at least 8 characters long'],
      [[customer.password, customer.password, customer.password], 'Choose a different password from your current one'],
      [[customer.password, 'a new long password', 'another'], 'Passwords do not match'],
      [['not my password', 'a new long password', 'a new long password'], 'This is not your password'],
    ] as const) {
      for (const [field, text] of [
        [current, texts[0]],
        [next, texts[1]],
        [again, texts[2]],
      ] as const)
        await field.fill(text)
      await save.click()
      await expect(form.getByRole('alert')).toContainText(sentence)
    }
    // the auth service itself rejects a weak password, with its reasons
    const weak = { code: 'weak_password', message: 'Password is known to be weak', weak_password: { reasons: ['pwned'] } }
    await page.route('**/auth/v1/user', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 422, headers: { 'x-supabase-api-version': '2024-01-01' }, json: weak }) : route.continue(),
    )
    await current.fill(customer.password)
    await save.click()
    await expect(form.getByRole('alert')).toContainText('This password has appeared in a data leak; choose another.')
    await page.unroute('**/auth/v1/user')
    await save.click()
    await expect(messages(page).getByText('Your password was changed')).toBeVisible()
    await expect(current).toHaveValue('')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(section(page, 'About you')).toBeVisible()
    const renewed = await elsewhere.auth.refreshSession()
    expect(renewed.error).not.toBeNull()
    const signedIn = await visitorClient(shopKeys()).auth.signInWithPassword({ email: customer.email, password: 'a new long password' })
    expect(signedIn.error).toBeNull()
  })
})

test.describe('the email address', () => {
  test.use({ expectedErrors: [/auth\/v1\/user/] })
  test('changes when both addresses are confirmed, and the page shows each state', async ({ page, customer }) => {
    const outbox = path.join(shopDataDir(), 'outbox')
    const wanted = `new-${randomUUID()}@shringar.example`
    await page.goto('/profile')
    const panel = section(page, 'Email')
    await expect(panel.getByText(customer.email)).toBeVisible()
    await panel.getByRole('button', { name: 'Change email' }).click()
    const field = panel.getByLabel('New email')
    for (const [text, sentence] of [
      ['nobody', 'Enter an email address like name@example.com'],
      [customer.email, 'This is already your address'],
    ] as const) {
      await field.fill(text)
      await panel.getByRole('button', { name: 'Send confirmations' }).click()
      await expect(panel.getByText(sentence)).toBeVisible()
    }
    await field.fill(wanted)
    await panel.getByRole('button', { name: 'Send confirmations' }).click()
    await expect(panel).toContainText(`Waiting to change to ${wanted}`)
    await expect(panel).toContainText(`We wrote to ${customer.email} and ${wanted}. Click the link in both emails; until then nothing changes.`)
    expect(await violations(page)).toEqual([])
    const links = await Promise.all([wanted, customer.email].map(async (to) => linkIn(await waitForMail(outbox, to, /e-?mail/i), shopUrl())))
    await openMailedLink(page, links[0] ?? '')
    await expect(panel).toContainText('One address is confirmed. Please confirm the other one.')
    await expect(page).toHaveURL(/\/profile$/)
    await page.reload()
    await expect(panel).toContainText(`Waiting to change to ${wanted}`)
    await openMailedLink(page, links[1] ?? '')
    await expect(panel).toContainText(`Done. From now on, sign in with ${wanted}.`)
    await expect(panel.getByText(/Waiting to change/)).toHaveCount(0)
    const again = await visitorClient(shopKeys()).auth.signInWithPassword({ email: wanted, password: customer.password })
    expect(again.error).toBeNull()
  })
})

test.describe('without a connection', () => {
  test('no input is lost, and the message says what to do', async ({ page, context }) => {
    await page.goto('/profile')
    const about = section(page, 'About you')
    await about.getByLabel('Full name').fill('Meera on the train')
    await context.setOffline(true)
    await about.getByRole('button', { name: 'Save profile' }).click()
    await expect(about.getByRole('alert')).toContainText("We couldn't save your profile. Your details are still here: please try again.")
    await expect(about.getByLabel('Full name')).toHaveValue('Meera on the train')
    await context.setOffline(false)
    await about.getByRole('button', { name: 'Save profile' }).click()
    await expect(messages(page).getByText('Profile saved')).toBeVisible()
  })
})

for (const [name, screen] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${name}`, () => {
    test.use(screen)
    test('axe finds nothing, and nothing is wider than the screen', async ({ page }) => {
      await page.goto('/profile')
      await expect(page.getByText('None saved yet.')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  })
}

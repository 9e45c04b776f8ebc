/** /admin/settings/numbers, /mail, /messages and /pages (docs/decisions/0029-settings.md). */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopDataDir, shopKeys } from '../support/current-shop.ts'
import { hold } from '../support/held.ts'
import { waitForMail } from '../support/outbox.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, prove, test } from '../support/signed-in-owner.ts'

const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text)
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Expects no accessibility violations in both themes. */
async function clean(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
}

test.describe('on a laptop', () => {
  test.use(laptop)
  test.use({ expectedErrors: [/status of 40[09]/] }) // refusals

  test('a used series is renamed from 1 April, an unused one at once; names against rule 46 and stale names are refused', async ({ page }) => {
    await page.goto('/admin/settings/numbers')
    const invoices = page.getByLabel('Prefix of tax invoices')
    await expect(invoices).toHaveValue('INV')
    await invoices.fill('invoice')
    await save(page)
    await expect(invoices).toHaveAccessibleDescription(/longer than the 16 characters/)
    await invoices.fill('bos')
    await save(page)
    await expect(invoices).toHaveAccessibleDescription(/Another series uses or used this prefix/)
    await invoices.fill('SHR')
    await expect(page.getByText(/^SHR\/\d\d-\d\d\/000001 · 16 of 16$/)).toBeVisible()
    await expect(page.getByText(/has been issued this year, so the series continues until 31 March/)).toBeVisible()
    await clean(page)
    await save(page)
    await expect(toast(page, /^Tax invoices: the new prefix starts on Apr 1, 20\d\d$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'History: tax invoices' }).getByText('SHR')).toBeVisible()

    // Another admin reverts it in the meantime.
    await page.getByLabel('Prefix of tax invoices').fill('ABC')
    const other = await page.context().newPage()
    await other.goto('/admin/settings/numbers')
    await other.getByLabel('Prefix of tax invoices').fill('INV')
    await save(other)
    await expect(toast(other, 'Tax invoices: the next number uses the new prefix')).toBeVisible()
    await other.close()
    await save(page)
    await expect(page.getByRole('alert').getByText(/Someone else changed this series/)).toBeVisible()
    await expect(invoices).toHaveValue('INV')
  })

  test('a mail server is set, its password never shown; the test mail says what really happened', async ({ page, customer }) => {
    await page.goto('/admin/settings/mail')
    await expect(page.getByText(/mails are written as files into the folder “outbox”/)).toBeVisible()
    await page.getByRole('button', { name: 'Send me a test email' }).click()
    await prove(page, customer)
    await expect(page.getByText(`Written to the outbox, addressed to ${customer.email}.`)).toBeVisible()
    await waitForMail(path.join(shopDataDir(), 'outbox'), customer.email, /^Test email from /)

    await page.getByLabel('Server', { exact: true }).fill('localhost')
    await page.getByLabel('Port').fill('1')
    await page.getByLabel('Encryption').selectOption('none')
    await page.getByLabel('User name').fill('shop')
    await save(page)
    await prove(page, customer)
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/needs the password again/)
    await page.getByLabel('Password', { exact: true }).fill('the-password-of-the-shop')
    await save(page)
    await prove(page, customer)
    await expect(toast(page, 'Email settings saved')).toBeVisible()
    await expect(page.getByText('Emails are sent through localhost, as set here.')).toBeVisible()
    await clean(page)
    await page.getByRole('button', { name: 'Send me a test email' }).click()
    await prove(page, customer)
    await expect(page.getByText(/^Not sent: .*ECONNREFUSED/)).toBeVisible()

    await page.reload()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Saved, never shown/)
    await expect(page.getByRole('region', { name: 'History' }).getByText(/password: changed \(secret, not recorded\)/)).toBeVisible()
    await expect.poll(() => page.content()).not.toContain('the-password')
    await page.getByLabel('Server', { exact: true }).fill('')
    await save(page)
    await prove(page, customer)
    await expect(page.getByText(/mails are written as files into the folder “outbox”/)).toBeVisible()
  })

  test('a message has the owner’s text: an unknown placeholder is refused, and the preview equals the mail', async ({ page, customer }) => {
    await page.goto('/admin/settings/messages/mail_recovery')
    await expect(page.getByText('Default text', { exact: true })).toBeVisible()
    await page.getByLabel('Subject').fill('A new key for {shop}, {name}')
    await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/There is no \{name\} in this message/)
    await page.getByLabel('Subject').fill('A new key for {shop}')
    await page.getByLabel('Opening').fill('Namaste!\nHere is <your> way in to {shop}.')
    const mail = page.getByRole('group', { name: 'The email with sample data' })
    await expect(mail.getByText('Here is <your> way in to Shringar.')).toBeVisible()
    await clean(page)
    await save(page)
    await expect(toast(page, 'Saved')).toBeVisible()
    await expect(page.getByLabel('Message').getByRole('option', { name: 'Reset the password · customised' })).toBeAttached()

    await page.request.post('/auth/v1/recover', { data: { email: customer.email }, headers: { apikey: shopKeys().publishable_key } })
    const sent = await waitForMail(path.join(shopDataDir(), 'outbox'), customer.email, /^A new key for Shringar$/)
    expect(sent.text).toContain('Namaste!\n\nHere is <your> way in to Shringar.')
    expect(sent.html).toContain('Here is &#60;your&#62; way in')

    await page.getByRole('button', { name: 'Reset to default' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('Reset your {shop} password')
    await expect.poll(async () => (await service().from('message_texts').select('key')).data).toEqual([])

    // what is typed after the reset stays when it is undone
    await page.getByLabel('Opening').fill('Welcome back.')
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    const both = page.getByRole('alert').filter({ hasText: 'Undo changed this while you were editing' })
    await expect(both.getByRole('row', { name: /^Opening/ })).toContainText('Welcome back.')
    await both.getByRole('button', { name: 'Save my changes' }).click()
    await expect
      .poll(async () => (await service().from('message_texts').select('subject,opening')).data)
      .toEqual([{ subject: 'A new key for {shop}', opening: 'Welcome back.' }])
    await service().from('message_texts').delete().eq('key', 'mail_recovery').throwOnError()
  })

  test('a legal page shows the owner’s text, also without scripts; markup that could harm stays text, and a stale save is reported', async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.goto('/admin/settings/pages/terms')
    const body = page.getByLabel('Text', { exact: true })
    await expect(body).toHaveValue(/^These terms apply between [A-Z][\w ]+ \(“we”\) .*# 1\. Your account/s)
    await body.fill('# Mine\n[x](javascript:alert(1))')
    await save(page)
    await expect(body).toHaveAccessibleDescription(/Links to javascript:alert\(1\) are not allowed/)
    await body.fill('# House rules\n<script>document.title = "taken"</script> Free from **{free_delivery_from}**.\n\n- [Privacy](/privacy)')
    await expect(page.getByRole('heading', { name: 'House rules' })).toBeVisible()
    await clean(page)
    const reads = await hold(page, '**/rest/v1/page_texts?**', (request) => request.method() === 'GET')
    await save(page)
    await expect(toast(page, 'Saved')).toBeVisible()
    await body.press('ControlOrMeta+End')
    await body.pressSequentially('\n- [Contact](/contact)')
    const readBack = page.waitForResponse((response) => response.request().method() === 'GET' && response.url().includes('/page_texts?select=*'))
    reads.release()
    await (await readBack).finished()
    await expect(page.getByLabel('Page', { exact: true }).getByRole('option', { name: /customised$/ })).toHaveCount(1)
    await expect(body).toBeFocused()
    await expect(body, 'typed while the first save was read back').toHaveValue(/\(\/privacy\)\n- \[Contact\]\(\/contact\)$/)
    await save(page)

    const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) })
    const visitor = await plain.newPage()
    await visitor.goto('/terms')
    await expect(visitor.getByRole('heading', { name: 'House rules', level: 2 })).toBeVisible()
    await expect(visitor.getByText('<script>document.title = "taken"</script> Free from ₹1,500.')).toBeVisible()
    await expect(visitor.getByRole('article').getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
    await expect(visitor.getByText(/^Last updated: [A-Z][a-z]{2} \d{1,2}, 20\d\d$/)).toBeVisible()

    await expect(page.getByText(/^Your text, last changed/)).toBeVisible()
    await body.fill('# Mine')
    await service().from('page_texts').update({ body: '# Theirs' }).eq('page', 'terms')
    await save(page)
    const notice = page.getByRole('alert').filter({ hasText: 'Your changes are not saved yet' })
    await expect(notice.getByRole('row', { name: /Text/ })).toContainText('# Theirs')
    await notice.getByRole('button', { name: 'Use the current version' }).click()
    await expect(body).toHaveValue('# Theirs')
    await page.getByRole('button', { name: 'Reset to default' }).click()
    await expect(body).toHaveValue(/^These terms apply between/)
    await visitor.goto('/terms')
    await expect(visitor.getByText('Last updated: April 15, 2025')).toBeVisible()
    await plain.close()

    // what is typed after the reset stays when it is undone
    await body.fill('# Ours')
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('alert').getByRole('row', { name: /^Text/ })).toContainText('# Theirs')
    await expect(body).toHaveValue('# Ours')
    await page.getByRole('button', { name: 'Use the current version' }).click()
    await expect(body).toHaveValue('# Theirs')
    await page.getByRole('button', { name: 'Reset to default' }).click()
    await expect(body).toHaveValue(/^These terms apply between/)
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('every page of the settings fits, and the menu leads from one to the next', async ({ page }) => {
    await page.goto('/admin/settings/numbers')
    for (const [link, heading] of [
      ['Invoice numbering', 'Invoice numbering'],
      ['Email', 'Email'],
      ['Messages', 'Messages'],
      ['Legal pages', 'Legal pages'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: link, exact: true }).click()
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'No unsaved changes' })).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: heading }).toBeLessThanOrEqual(360)
      expect(await violations(page), heading).toEqual([])
    }
  })
})

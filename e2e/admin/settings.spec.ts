/** /admin/settings (docs/rules.md#store-settings, docs/rules.md#gst-rate). */
import type { Page } from '@playwright/test'
import type { TableRow } from '#supabase/database.ts'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { laptop, phone } from '../support/screens.ts'
import { expect, prove, test } from '../support/signed-in-owner.ts'

const service = () => serviceClient(shopKeys())
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
const row = async () => (await service().from('settings').select('*').single().throwOnError()).data

let before: TableRow<'settings'>
test.beforeEach(async () => void (before = await row()))
test.afterEach(async () => {
  const { version: _version, updated_at: _updated, id: _id, ...columns } = before
  const { error } = await service().from('settings').update(columns).eq('id', true)
  expect(error).toBeNull()
})

test.describe('on a laptop', () => {
  test.use(laptop)
  test.use({ expectedErrors: [/status of 40[09]/] }) // an invalid key, and a stale form

  test('errors show at their fields, valid settings are saved and on the pages; a stale save shows both values and asks', async ({ page, customer }) => {
    await page.goto('/admin/settings')
    await page.getByLabel('GSTIN', { exact: true }).fill('22AAAAA0000A1Z5')
    await page.getByLabel('Mon-Fri to').fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByLabel('GSTIN', { exact: true })).toHaveAccessibleDescription(/Invalid GSTIN/)
    await expect(page.getByLabel('Mon-Fri from')).toHaveAccessibleDescription('Enter both times, such as 9:00, or leave both empty')
    await expect.poll(() => row()).toEqual(before)
    await page.getByLabel('GSTIN', { exact: true }).fill(String(before.gstin))
    await page.getByLabel('Mon-Fri to').fill('19:30')
    await page.getByLabel('Free delivery from, ₹').fill('2000')
    await page.getByLabel('Other addresses').fill('4 Linking Road, Mumbai\nMG Road, Pune')
    await expect(page.getByText('3 unsaved changes')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expect.poll(async () => await (await page.request.get('/contact')).text()).toMatch(/<li>4 Linking Road, Mumbai<\/li>.*<li>MG Road, Pune<\/li>/s)
    await expect
      .poll(() => row())
      .toMatchObject({ free_delivery_from: 2000, hours: expect.arrayContaining([{ days: 'Mon-Fri', opens: '9:00', closes: '19:30' }]) })

    await page.getByLabel('Store name').fill('Mine')
    await service().from('settings').update({ store_name: 'Theirs' }).eq('id', true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await prove(page, customer)
    const notice = page.getByRole('alert').filter({ hasText: 'Your changes are not saved yet' })
    await expect(notice.getByRole('row', { name: /Store name/ })).toContainText('Theirs')
    expect(await violations(page)).toEqual([])
    await notice.getByRole('button', { name: 'Save my changes' }).click()
    await prove(page, customer)
    // The toast may still be that of the first save.
    await expect.poll(row).toMatchObject({ store_name: 'Mine' })
  })

  test('the days of delivery and the WhatsApp number are checked, saved and on the product page', async ({ page }) => {
    await page.goto('/admin/settings')
    const own = page.getByRole('group', { name: 'Delivery within your own State, days' })
    await own.getByLabel('At least').fill('50')
    await page.getByLabel('Days without dispatch').fill('Diwali')
    await page.getByLabel('WhatsApp number').fill('022 2640 0000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(own.getByLabel('At most')).toHaveAccessibleDescription('Cannot be less than “At least”')
    await expect(page.getByLabel('Days without dispatch')).toHaveAccessibleDescription(/“Diwali” is not a date such as 08\/11\/2026/)
    await expect(page.getByLabel('WhatsApp number')).toHaveAccessibleDescription(/Enter an Indian mobile number/)
    expect(await violations(page)).toEqual([])
    await expect.poll(() => row()).toEqual(before)
    await own.getByLabel('At most').fill('55')
    await page.getByLabel('Days without dispatch').fill('8/11/2026')
    await page.getByLabel('WhatsApp number').fill('90000 00177')
    const ask = async () => ((await (await page.request.get('/delivery-days?pin=400001')).json()) as { days: string }).days
    const days = await ask()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expect.poll(() => row()).toMatchObject({ transit_home_min: 50, transit_home_max: 55, dispatch_holidays: ['2026-11-08'], whatsapp: '90000 00177' })
    await expect.poll(() => ask()).not.toBe(days)
  })

  test('Razorpay keys are written and never shown; only with them can it be offered', async ({ page, customer }) => {
    await page.goto('/admin/settings')
    const keys = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Razorpay keys' }) })
    await keys.getByLabel('Key id').fill('no key')
    await keys.getByLabel('Key secret').fill('a-key-secret-of-the-shop')
    await keys.getByLabel('Webhook secret').fill('a-webhook-secret-of-the-shop')
    await keys.getByRole('button', { name: 'Save keys' }).click()
    await prove(page, customer)
    await expect(keys.getByLabel('Key id')).toHaveAccessibleDescription(/Not a valid Razorpay key/)
    await keys.getByLabel('Key id').fill('rzp_test_settings1')
    await keys.getByRole('button', { name: 'Save keys' }).click()
    await prove(page, customer)
    await expect(toast(page, 'Razorpay keys saved')).toBeVisible()
    await page.reload()
    await expect(keys.getByText('rzp_test_settings1')).toBeVisible()
    await expect(keys.getByText('Set', { exact: true })).toHaveCount(2)
    await expect(keys.getByLabel('Key secret')).toHaveValue('')
    await expect.poll(() => page.content()).not.toContain('secret-of-the-shop')
    await page.getByRole('checkbox', { name: /^Razorpay/ }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expect.poll(() => row()).toMatchObject({ razorpay_enabled: true })
  })

  test('leaving demo mode with one rate for all lists the products whose legal rate is lower', async ({ page }) => {
    await page.goto('/admin/settings')
    await page.getByRole('checkbox', { name: 'Demo mode' }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave demo mode with one rate for all?' })
    await expect(dialog.getByRole('listitem').first()).toContainText(/ (0|5|12)%$/)
    await expect.poll(() => row()).toMatchObject({ demo_mode: true })
    await dialog.getByRole('button', { name: 'Leave demo mode' }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expect.poll(() => row()).toMatchObject({ demo_mode: false })
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the settings fit the screen and have no violation', async ({ page }) => {
    await page.goto('/admin/settings')
    await expect(page.getByLabel('Store name')).toHaveValue(before.store_name)
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

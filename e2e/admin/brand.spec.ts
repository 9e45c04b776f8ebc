/** /admin/settings/brand (docs/decisions/0070-own-logo.md, docs/decisions/0071-own-colours.md). */
import path from 'node:path'
import sharp from 'sharp'
import { violations } from '../support/axe.ts'
import { serviceClient } from '../support/customers.ts'
import { laptop } from '../support/screens.ts'
import { expect, ownShop, test } from '../support/own-shop.ts'

test.use(laptop)
test.use({ expectedErrors: [/status of 400/] }) // a refused file

// Others look at the header and the icons of the shared one.
const shop = ownShop()

const save = { name: 'Save', exact: true } as const
const logo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
const upload = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

test('a logo is uploaded, shown at a new address after a change, refused with the reason, and taken away', async ({ page }) => {
  await page.goto(shop().url + '/admin/settings/brand')
  const field = page.getByLabel('Logo (optional)', { exact: true })
  await field.setInputFiles(path.resolve(import.meta.dirname, '../../app/public/favicon.svg'))
  await expect(field).toHaveAccessibleDescription(/Choose a PNG, JPEG, WebP or AVIF picture of at most 2 MB/)
  await field.setInputFiles(upload('thin.png', await logo(900, 40, '#064')))
  await page.getByRole('button', save).click()
  await expect(field).toHaveAccessibleDescription(/at most 8 times as wide as high/)

  await field.setInputFiles(upload('logo.png', await logo(600, 200, '#064')))
  await page.getByLabel(/^Logo for dark backgrounds/).setInputFiles(upload('night.png', await logo(600, 200, '#cfe')))
  await page.getByRole('button', save).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('Saved', { exact: true })).toBeVisible()
  const shown = page.getByRole('banner').getByRole('img', { name: 'Shringar' })
  await expect(shown.first()).toHaveAttribute('src', /^\/brand\/small-[0-9a-f]{16}\.png$/)
  const first = (await shown.first().getAttribute('src')) ?? ''
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }

  await field.setInputFiles(upload('logo.png', await logo(600, 200, '#046')))
  await page.getByRole('button', save).click()
  await expect(shown.first()).not.toHaveAttribute('src', first)
  const second = (await shown.first().getAttribute('src')) ?? ''
  const answer = await page.request.get(shop().url + second)
  expect([answer.status(), answer.headers()['content-type'], answer.headers()['cache-control']]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ])
  await expect.poll(async () => (await page.request.get(shop().url + first)).status()).toBe(404)
  await page.goto(shop().url + '/')
  await expect(page.getByRole('banner').getByRole('img', { name: 'Shringar' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto(shop().url + '/admin/settings/brand')
  await page.getByRole('button', { name: 'Remove the logo' }).first().click()
  await page.getByRole('button', save).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await expect
    .poll(async () => (await serviceClient(shop().keys).from('settings').select('logo, logo_dark').single().throwOnError()).data)
    .toEqual({ logo: null, logo_dark: null })
})

test('an unreadable colour is refused with the nearest one that works; the storefront, not the back office, takes it', async ({ page }) => {
  await page.goto(shop().url + '/')
  const colourOf = (name: string) => page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(), name)
  await expect.poll(() => colourOf('--plum-600')).toBe('#74234f')

  await page.goto(shop().url + '/admin/settings/brand')
  const accent = page.getByLabel('Accent colour (optional)')
  await accent.fill('#e91e63')
  await page.getByRole('button', save).click()
  await expect(accent).toHaveAccessibleDescription(/the contrast is 3\.1, and at least 4\.5 is needed\. The nearest colour that works is #c1004e\./)
  await page.getByRole('button', { name: 'Use #c1004e' }).click()
  await page.getByLabel('Second colour (optional)').fill('#0b5d4e')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), colorScheme).toEqual([])
  }
  await page.getByRole('button', save).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()

  for (const path of ['/', '/products', '/about']) {
    await page.goto(shop().url + path)
    await expect.poll(async () => [await colourOf('--plum-600'), await colourOf('--rose-600')], { message: path }).toEqual(['#c1004e', '#0b5d4e'])
    expect(await violations(page), path).toEqual([])
  }
  await page.goto(shop().url + '/admin/settings/brand')
  await expect(accent).toHaveValue('#c1004e')
  await expect.poll(() => colourOf('--plum-600')).not.toBe('#c1004e')
  const manifest = async () => (await (await page.request.get(shop().url + '/manifest.webmanifest')).json()) as { theme_color: string }
  await expect.poll(async () => (await manifest()).theme_color).not.toBe('#37102a')
})

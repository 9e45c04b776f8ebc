/** Sizes of controls in the back office: dense under a mouse, 44 px under a thumb, whatever the width of the screen. */
import type { Page } from '@playwright/test'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

/** The height in px of each control in the main part of the page, of a tick box with its label; `hidden` inputs and links in texts left out. */
const heights = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('input, select, textarea, button')]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
      .map((control) => ({
        name: control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent.trim(),
        height: Math.round((control.matches('[type=checkbox], [type=radio]') ? (control.closest('label') ?? control) : control).getBoundingClientRect().height),
      })),
  )

test.describe('under a mouse', () => {
  test.use(laptop)

  test('fields of forms are 36 px high, controls of lists 32', async ({ page }) => {
    await page.goto('/admin/settings')
    await expect(page.getByLabel('Store name')).toHaveCSS('height', '36px')
    await expect(page.getByLabel('State', { exact: true })).toHaveCSS('height', '36px')
    await page.goto('/admin/orders')
    await expect(page.getByRole('button', { name: 'Status' })).toHaveCSS('height', '32px')
  })
})

for (const width of [360, 768, 1280]) {
  test.describe(`under a thumb at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch: true, isMobile: true })

    test('every control of lists and forms is at least 44 px high', async ({ page }) => {
      for (const [path, heading] of [
        ['/admin/settings', 'Settings'],
        ['/admin/orders', 'Orders'],
        ['/admin/products', 'Products'],
        ['/admin/products/add', 'New product'],
        ['/admin/discounts/new', 'New discount'],
        ['/admin/settings/own-pages/new', 'New page'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
        const found = await heights(page)
        expect(found.length, path).toBeGreaterThan(3)
        expect(
          found.filter(({ height }) => height < 44),
          path,
        ).toEqual([])
      }
    })
  })
}

/** What is pressed answers at once, by its looks; with reduced motion nothing moves. */
import type { Locator, Page } from '@playwright/test'
import { atRest } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { complete } from '../support/hydrated.ts'
import { laptop, phone } from '../support/screens.ts'

/** How it looks, with what it lies in: the link of a card is the whole card. */
const looks = (control: Locator) =>
  control.evaluate((element) =>
    [element, element.querySelector('svg'), element.closest('article')].map((part) => {
      const { opacity, scale, backgroundColor } = part ? getComputedStyle(part) : { opacity: '1', scale: 'none', backgroundColor: '' }
      return { opacity, scale, backgroundColor }
    }),
  )

for (const [where, screen, controls] of [
  [
    'on a laptop',
    laptop,
    {
      'a card': (main) => main.getByRole('article').first().getByRole('heading').getByRole('link'),
      'a heart': (main) => main.locator('.heart button').first(),
      'Add to Cart': (main) => main.getByRole('button', { name: /^Add to Cart/ }).first(),
      'a chip': (main) => main.getByRole('list', { name: 'Chosen filters' }).getByRole('link').first(),
      'a link of the header': (_, page) => page.getByRole('banner').getByRole('link', { name: 'Makeup' }),
      'the cart': (_, page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ }),
    },
  ],
  ['on a phone', phone, { 'a tab': (_, page) => page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Cart' }) }],
] as [string, typeof laptop, Record<string, (main: Locator, page: Page) => Locator>][]) {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test.describe(`${where}, motion: ${reducedMotion}`, () => {
      test.use({ ...screen, hasTouch: false, isMobile: false, reducedMotion })

      test(`${Object.keys(controls).join(', ')} ${Object.keys(controls).length > 1 ? 'answer' : 'answers'} a press`, async ({ page }) => {
        await page.goto('/products?category=skincare')
        // The tab bar's elements are replaced when its code arrives.
        await complete(page)
        for (const [name, find] of Object.entries(controls)) {
          const control = find(page.getByRole('main'), page)
          await control.scrollIntoViewIfNeeded()
          await control.hover()
          await atRest(page) // what the pointer alone does has ended
          const before = await looks(control)
          await page.mouse.down()
          await expect.poll(() => looks(control), name).not.toEqual(before)
          if (reducedMotion === 'reduce')
            await expect.poll(async () => (await looks(control)).map(({ scale }) => scale)).toEqual(before.map(({ scale }) => scale))
          await page.mouse.move(2, 2) // released elsewhere, it was no press
          await page.mouse.up()
        }
        await expect(page).toHaveURL(/category=skincare/)
      })
    })
  }
}

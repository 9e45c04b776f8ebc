/** Every public screen in all its states: nothing scrolls sideways, is clipped, overflows or overlaps. */
import { isLong } from '../support/current-shop.ts'
import { whileBroken } from '../support/breakage.ts'
import { expect, test } from '../support/fixtures.ts'
import { complete } from '../support/hydrated.ts'
import { layoutErrors } from './layout-errors.ts'
import { LONG_WORD } from './long-names.ts'
import { dropPublic, makePublic, publicScreens } from './public-screens.ts'
import { crawl } from './screen.ts'
import { WIDTHS } from './widths.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(withoutWorker('it would fetch every page of the crawl a second time'))

test('every public screen fits every width', async ({ page }) => {
  test.setTimeout(240_000)
  const made = await makePublic()
  try {
    expect(await crawl(page, publicScreens, made, { loads: true })).toEqual({})
  } finally {
    await dropPublic(made)
  }
})

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: width < 768 ? 740 : 900 } })

    test.describe('with expected errors', () => {
      test.use({ expectedErrors: [/status of (404|503)/] })

      test('the 404 page and a listing that cannot be read fit', async ({ page }) => {
        await page.goto(`/no/${LONG_WORD}`)
        await expect.poll(() => layoutErrors(page)).toEqual([])
        await whileBroken('facets', async () => {
          await page.goto('/products?brand=nobody-yet')
          await page.getByRole('button', { name: 'Show details' }).click()
          await expect.poll(() => layoutErrors(page)).toEqual([])
        })
      })

      test('the offline banner covers no target', async ({ page, context }) => {
        await page.goto('/products')
        // The banner's code loads after the page; without a connection it would not load at all.
        await complete(page)
        await context.setOffline(true)
        await expect(page.locator('[data-connection="offline"]')).toBeVisible()
        const covered = () =>
          page.evaluate(() => {
            const banner = document.querySelector('[data-connection]')
            const box = banner?.getBoundingClientRect()
            return [...document.querySelectorAll('header a, header button, header summary')]
              .filter((element) => element.checkVisibility() && !banner?.contains(element))
              .filter((element) => {
                const at = element.getBoundingClientRect()
                return box && at.width > 0 && at.bottom > box.top + 1 && at.top < box.bottom - 1 && at.right > box.left && at.left < box.right
              })
              .map((element) => element.outerHTML.slice(0, 80))
          })
        await expect.poll(covered).toEqual([])
        await context.setOffline(false)
      })
    })
  })
}

test('the long run has all widths', () => {
  expect(WIDTHS).toHaveLength(isLong ? 5 : 2)
})

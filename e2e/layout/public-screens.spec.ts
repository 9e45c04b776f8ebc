/** Every public screen at five widths, in the states it can be in: nothing scrolls sideways, is cut off, sticks out or overlaps. */
import { serviceClient } from '../support/customers.ts'
import { isLong, shopKeys } from '../support/current-shop.ts'
import { whileBroken } from '../support/breakage.ts'
import { expect, test } from '../support/fixtures.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { layoutFaults } from './layout-faults.ts'
import { WIDTHS } from './widths.ts'

const LONG_WORD = 'Extraordinarilylongsearchwordwithoutanyspaceinitatall'

async function category(): Promise<string> {
  const { data } = await serviceClient(shopKeys()).from('categories').select('id').eq('slug', 'makeup').single()
  return `/category/${data?.id as string}`
}

const screens: [name: string, path: () => Promise<string> | string][] = [
  ['home', () => '/'],
  ['listing', () => '/products'],
  ['the second page of the listing', () => '/products?page=2'],
  ['a filtered listing', () => '/products?category=skincare&stock=in_stock&min=100&sort=popular'],
  ['a search', () => '/products?q=oil'],
  ['a search for one long word', () => `/products?q=${LONG_WORD}`],
  ['categories', () => '/categories'],
  ['category', category],
  ['a visitor’s cart', () => '/cart'],
  ['order pad', () => '/order-pad'],
  ['about', () => '/about'],
  ['terms', () => '/terms'],
  ['privacy', () => '/privacy'],
  ['contact', () => '/contact'],
  ['login', () => '/login'],
  ['register', () => '/register'],
  ['forgot password', () => '/forgot-password'],
  ['admin login', () => '/admin/login'],
]

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: width < 768 ? 740 : 900 } })

    for (const [name, path] of screens) {
      test(`${name} fits`, async ({ page }) => {
        await page.goto(await path())
        expect(await layoutFaults(page)).toEqual([])
      })
    }

    test('a product with a long name, many tiers and no stock fits', async ({ page }) => {
      const tiers = [2, 6, 12, 24, 48, 96].map((min_quantity, place) => ({ min_quantity, discount_percent: (place + 1) * 3 }))
      const name = `${LONG_WORD} Kumkumadi Tailam Night Serum with Saffron, Sandalwood and Manjistha`
      const made = await makeProduct({ name, price: 123_456.78, mrp: 199_999.99, retail_price: 123_456.78, pricing_tiers: tiers, brand: LONG_WORD })
      const soldOut = await makeProduct({ stock: 0 })
      try {
        for (const { path } of [made, soldOut]) {
          await page.goto(path)
          expect(await layoutFaults(page), path).toEqual([])
        }
        for (const pin of ['682555', '12', '199999']) {
          await page.goto(`${made.path}?pin=${pin}`)
          expect(await layoutFaults(page), `for PIN code ${pin}`).toEqual([])
        }
        await page.goto(`/products?q=${LONG_WORD}`)
        expect(await layoutFaults(page), 'its card').toEqual([])
      } finally {
        await dropProducts(made.id, soldOut.id)
      }
    })

    test.describe('with errors that are meant', () => {
      test.use({ expectedErrors: [/status of (404|503)|ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/] })

      test('the 404 page and a listing that cannot be read fit', async ({ page }) => {
        await page.goto(`/no/${LONG_WORD}`)
        expect(await layoutFaults(page)).toEqual([])
        await whileBroken('facets', async () => {
          await page.goto('/products?brand=nobody-yet')
          await page.getByRole('button', { name: 'Show details' }).click()
          expect(await layoutFaults(page)).toEqual([])
        })
      })

      test('the offline banner covers no target', async ({ page, context }) => {
        await page.goto('/products')
        // The banner's code comes after the page; without a line it would not come at all.
        await expect(page.locator('.notices')).toBeAttached()
        await context.setOffline(true)
        await expect(page.locator('[data-connection="offline"]')).toBeVisible()
        const covered = await page.evaluate(() => {
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
        expect(covered).toEqual([])
        await context.setOffline(false)
      })
    })
  })
}

test('the widths of the long run are all there', () => {
  expect(WIDTHS).toHaveLength(isLong ? 5 : 2)
})

/** Pictures whose address never has another content (docs/decisions/0111-addresses-of-pictures.md), with the service worker between. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { changeProduct, dropProducts, makeProduct } from '../support/products.ts'
import { picture } from '../support/product-form.ts'
import { expect, test, VISITS } from '../support/with-worker.ts'

const bucket = () => serviceClient(shopKeys()).storage.from('product_images')

async function store(colour: string): Promise<string> {
  const name = `${randomUUID()}.png`
  const { error } = await bucket().upload(name, (await picture('x.png', colour)).buffer, { contentType: 'image/png' })
  if (error) throw error
  return name
}

const shown = (page: Page) => page.getByRole('main').locator('img').first()
const isShown = (page: Page) => shown(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

for (const visit of VISITS)
  test.describe(`on a ${visit} visit`, () => {
    test.use({ visit })
    test('a second visit asks for no picture again, and a replaced picture is seen at once', async ({ page }) => {
      const first = await store('#c43a5b')
      const made = await makeProduct({ image_url: `product_images/${first}` })
      const answer = page.waitForResponse((one) => one.url().includes(first) && one.request().resourceType() === 'image')
      await page.goto(made.path)
      await expect.poll(async () => (await answer).headers()['cache-control']).toBe('public, max-age=31536000, immutable')
      await expect.poll(() => isShown(page)).toBe(true)

      // The file is gone from the shop, so only the browser can have it.
      const { error } = await bucket().remove([first])
      expect(error).toBeNull()
      await page.goto('/about')
      await page.goto(made.path)
      await expect(shown(page)).toHaveAttribute('src', new RegExp(first))
      await expect.poll(() => isShown(page)).toBe(true)

      const second = await store('#1f6b4a')
      await changeProduct(made.id, { image_url: `product_images/${second}` })
      await expect
        .poll(async () => {
          await page.goto(made.path)
          return shown(page).getAttribute('src')
        })
        .toContain(second)
      await expect.poll(() => isShown(page)).toBe(true)
      await dropProducts(made.id)
    })
  })

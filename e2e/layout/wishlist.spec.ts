/** The wishlist, and a sold-out product for a customer who waits for it, at every width. */
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { changeProduct, dropProducts, makeProduct } from '../support/products.ts'
import { expect, test } from '../support/signed-in.ts'
import { layoutErrors } from './layout-errors.ts'
import { WIDTHS } from './widths.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use(withoutWorker('it would fetch every page of the crawl a second time'))

const LONG_NAME = 'Extraordinarilylongproductnamewithoutanyspace Kumkumadi Tailam Night Serum with Saffron, Sandalwood and Manjistha'

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: width < 768 ? 740 : 900 } })

    test('an empty wishlist fits', async ({ page }) => {
      await page.goto('/wishlist')
      await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible()
      await expect.poll(() => layoutErrors(page)).toEqual([])
    })

    test('a wishlist of many products, with long names, sold out and no longer sold, fits, and so do the stock requests', async ({ page, customer }) => {
      const { data } = await serviceClient(shopKeys()).from('products').select('id').eq('status', 'active').gt('stock', 0).limit(26).throwOnError()
      const long = await makeProduct({ name: LONG_NAME, price: 123_456.78, mrp: 199_999.99, brand: LONG_NAME.slice(0, 60), stock: 0 })
      const asked = await makeProduct({ name: `${LONG_NAME} 2`, stock: 0 })
      const gone = await makeProduct()
      try {
        const ids = [...(data ?? []).map(({ id }) => id), gone.id, asked.id, long.id]
        await customer.client
          .from('wishlist_items')
          .insert(ids.map((id) => ({ product_id: id })))
          .throwOnError()
        await customer.client.rpc('ask_when_back', { p_product: asked.id, p_version: 1 }).throwOnError()
        await changeProduct(gone.id, { status: 'archived' })
        await page.goto('/wishlist')
        await expect(page.getByRole('heading', { name: 'Waiting for restock' })).toBeVisible()
        await expect.poll(() => layoutErrors(page)).toEqual([])
        for (const { path } of [long, asked]) {
          await page.goto(path)
          await expect(page.getByRole('button', { name: path === asked.path ? 'Cancel request' : "Notify me when it's back" })).toBeVisible()
          await expect.poll(() => layoutErrors(page), { message: path }).toEqual([])
        }
      } finally {
        await dropProducts(long.id, asked.id, gone.id)
      }
    })
  })
}

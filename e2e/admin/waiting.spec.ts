/** The back office shows how many customers wait for a sold-out product. */
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { newCustomer } from '../support/customers.ts'
import { makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)

test('the list of products and the product’s page say how many customers wait for it', async ({ page }) => {
  const product = await makeProduct({ stock: 0 })
  for (const buyer of [await newCustomer(shopKeys()), await newCustomer(shopKeys())])
    await buyer.client.rpc('ask_when_back', { p_product: product.id, p_version: 1 }).throwOnError()
  await page.goto(`/admin/products?q=${encodeURIComponent(product.name)}`)
  await expect(page.getByRole('row').filter({ hasText: product.name }).getByText('2 waiting')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(`/admin/products/edit/${product.id}`)
  await expect(page.getByText('2 customers want to know when it is back.')).toBeVisible()
})

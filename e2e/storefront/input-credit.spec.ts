import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use(laptop)

test('a customer with a GSTIN reads how much GST the chosen quantity lets them claim, others that they may add one', async ({ page, customer }) => {
  const made = await makeProduct({ price: 118, gst_percent: 18 })
  await page.goto(made.path)
  await expect(page.getByText('in your company’s name if you add your GSTIN')).toBeVisible()
  await serviceClient(shopKeys()).from('profiles').update({ gstin: '27AAPFU0939F1ZV' }).eq('id', customer.id).throwOnError()
  await page.reload()
  await expect(page.getByText('₹18.00 GST to claim as input credit:')).toBeVisible()
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('10')
  await expect(page.getByText('₹180.00 GST to claim as input credit:')).toBeVisible()
  await dropProducts(made.id)
})

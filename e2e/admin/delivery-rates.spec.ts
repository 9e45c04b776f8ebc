/** /admin/settings/delivery and what it does to the checkout (docs/decisions/0083-delivery-rates.md). */
import { violations } from '../support/axe.ts'
import { placeButton, toReview } from '../support/checkout.ts'
import { addToCart, serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { hold } from '../support/held.ts'
import { makeProduct } from '../support/products.ts'
import { phone } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-owner.ts'

test.use(phone)
const service = () => serviceClient(shopKeys())

test.afterEach(async () => {
  const { error } = await service().from('delivery_rates').update({ zones: [], cod_fee: 0, cod_minimum: null, cod_maximum: null }).eq('id', true)
  expect(error).toBeNull()
})

test('the owner makes a zone and a fee on a phone; the checkout shows both, and the order has both to the paisa', async ({ page, customer }) => {
  await page.goto('/admin/settings/delivery')
  await page.getByRole('button', { name: 'Add zone' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Give the zone a name.')
  await page.getByLabel('Name', { exact: true }).fill('Everywhere')
  await page.getByLabel('PIN codes').fill('1-8')
  await page.getByLabel('Price, ₹').fill('64.50')
  await page.getByLabel('Fee, ₹').fill('35')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Delivery rates saved')).toBeVisible()

  const product = await makeProduct({ price: 118 })
  await addToCart(customer, product.id, 2)
  await page.goto('/checkout')
  await toReview(page)
  await expect(page.getByText('Fee: ₹35.00.')).toBeVisible()
  await expect(page.getByText('Cash on delivery fee')).toBeVisible()
  await expect(placeButton(page)).toHaveText(/₹335\.50/)
  await placeButton(page).click()
  await expect(page).toHaveURL(/order-confirmation/)
  await expect
    .poll(async () => (await service().from('orders').select('charges, total_amount').eq('user_id', customer.id).single()).data)
    .toMatchObject({
      total_amount: 335.5,
      charges: [
        { kind: 'delivery', amount: 64.5 },
        { kind: 'cod', amount: 35 },
      ],
    })
})

test('a fee that is typed while the list of PIN codes is imported stays', async ({ page }) => {
  const toast = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)
  await page.goto('/admin/settings/delivery')
  // the rest of the tests order from elsewhere
  await page.getByLabel('exceptions').check()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'pins.csv', mimeType: 'text/csv', buffer: Buffer.from('PIN code,Prepaid,COD\n744301,Y,N') })
  const held = await hold(page, '**/rpc/import_delivery_pins')
  const asked = page.waitForRequest(/import_delivery_pins/)
  await page.getByRole('button', { name: 'Import list' }).click()
  await asked
  await page.getByLabel('Fee, ₹').fill('35')
  held.release()
  await expect(toast('The list has 1 PIN codes now')).toBeVisible()
  await expect(page.getByLabel('Fee, ₹')).toHaveValue('35')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast('Delivery rates saved')).toBeVisible()
  await expect.poll(async () => (await service().from('delivery_rates').select('cod_fee,pin_count').single()).data).toEqual({ cod_fee: 35, pin_count: 1 })
  await page.getByRole('button', { name: 'Remove list' }).click()
  await expect(toast('The list is removed')).toBeVisible()
})

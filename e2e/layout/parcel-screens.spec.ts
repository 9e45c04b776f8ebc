/** Delivery information fits at every width: the cart's expected days, and orders with known and unknown couriers. */
import { addToCart } from '../support/customers.ts'
import { changeOrder, moveOrder, orderOf } from '../support/orders.ts'
import { dropProducts, makeProduct } from '../support/products.ts'
import { expect, test } from '../support/signed-in.ts'
import { layoutErrors } from './layout-errors.ts'
import { WIDTHS } from './widths.ts'

test('the expected days fit into the cart', async ({ page, customer }) => {
  const made = await makeProduct()
  await addToCart(customer, made.id, 2)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const pin of ['781001', '12']) {
      await page.goto('/cart')
      await page.getByRole('textbox', { name: 'Delivery to PIN code' }).fill(pin)
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByText(/^(Delivery to 781001: .+|Enter a PIN code of 6 digits.*)$/)).toBeVisible()
      await expect.poll(() => layoutErrors(page), { message: `${pin} at ${width} px` }).toEqual([])
    }
  }
  await dropProducts(made.id)
})

test('a shipped order fits with any courier and number', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await moveOrder(id, 'shipped')
  const parcels = [
    { courier: 'Blue Dart', tracking_number: 'BD4410052291' },
    { courier: 'The Professional Couriers', tracking_number: 'A'.repeat(60) },
    { courier: 'Mycousinsveryownvanthatdrivestothevillage', tracking_number: '9'.repeat(80) },
  ]
  for (const parcel of parcels) {
    await changeOrder(id, parcel)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/order-confirmation/${id}`)
      await expect(page.getByRole('button', { name: 'Copy tracking number' })).toBeVisible()
      await expect.poll(() => layoutErrors(page), { message: `${parcel.courier} at ${width} px` }).toEqual([])
    }
  }
})

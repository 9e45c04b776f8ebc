/** A line that breaks in the middle of a step: what was done is not done twice, and what was not done can be tried again. */
import sharp from 'sharp'
import { placeButton, toReview } from '../support/checkout.ts'
import { shopKeys } from '../support/current-shop.ts'
import { addToCart, serviceClient, shipping } from '../support/customers.ts'
import { breakLine, loseAnswer } from '../support/held.ts'
import { cartOf, check } from '../support/order-pad.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'
import { laptop, section } from '../support/screens.ts'
import { expect, test } from '../support/signed-in.ts'

test.use({ ...laptop, expectedErrors: [/ERR_FAILED|status of 400/] })
const service = () => serviceClient(shopKeys())

test('goods whose answer was lost are in the cart once', async ({ page, customer }) => {
  const soap = await makeProduct({ stock: 100 })
  await page.goto('/order-pad')
  await check(page, `${soap.name}\t6`)
  await loseAnswer(page, '**/rpc/add_to_cart')
  await page.getByRole('button', { name: /^Add all/ }).click()
  await expect(page.getByRole('status').getByRole('link', { name: 'View cart' })).toBeVisible()
  await expect.poll(() => cartOf(customer.id)).toEqual({ [soap.id]: 6 })
  await expect(page.getByRole('button', { name: /^Add all/ })).toHaveCount(0)
})

test('a return whose answer was lost is asked for once, and a photo that is refused keeps no other back', async ({ page, customer }) => {
  const cream = await makeProduct({ price: 118 })
  const { id } = await orderOf(customer, { of: cream, quantity: 3 })
  await moveOrder(id, 'delivered')
  await page.goto(`/order-confirmation/${id}`)
  await section(page, 'Returns').getByRole('button', { name: 'Return goods…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return goods' })
  await dialog.getByRole('textbox', { name: `${cream.name}: pieces to return, of 3` }).fill('1')
  await dialog.getByLabel('Reason').selectOption('Damaged or defective')
  await dialog.getByLabel('What is wrong?').fill('The lid is broken')
  const photo = async (background: string) => ({
    name: `${background}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  })
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await dialog.getByLabel('Photos').setInputFiles([await photo('red'), broken, await photo('blue')])
  await loseAnswer(page, '**/rpc/ask_return')
  await dialog.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(dialog).toHaveCount(0)
  const returns = section(page, 'Returns')
  await expect(returns.getByRole('img', { name: 'Photo 2 of return 1' })).toBeVisible()
  await expect(returns.getByRole('heading', { level: 3 })).toHaveCount(1)
  await expect
    .poll(async () => (await service().from('returns').select('return_lines(quantity)').eq('order_id', id)).data)
    .toEqual([{ return_lines: [{ quantity: 1 }] }])
})

test('returns that could not be read say so, and are read again', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await moveOrder(id, 'delivered')
  const line = await breakLine(page, '**/rpc/returnable?**')
  await page.goto(`/order-confirmation/${id}`)
  await expect(section(page, 'Returns')).toContainText('The returns could not be loaded.')
  await line.back()
  await section(page, 'Returns').getByRole('button', { name: 'Try again' }).click()
  await expect(section(page, 'Returns').getByRole('button', { name: 'Return goods…' })).toBeVisible()
})

test('the new total of a change that could not be calculated is calculated again', async ({ page, customer }) => {
  const soap = await makeProduct({ price: 100, stock: 50 })
  const { id } = await orderOf(customer, { of: soap, quantity: 10 })
  await page.goto(`/order-confirmation/${id}`)
  await page.getByRole('button', { name: 'Change Order' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change order/ })
  const line = await breakLine(page, '**/functions/v1/quote-my-order-change')
  await dialog.getByRole('textbox', { name: `Quantity of ${soap.name}` }).fill('12')
  await dialog.getByRole('textbox', { name: `Quantity of ${soap.name}` }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('The new total could not be calculated. Nothing was sent')
  await line.back()
  await dialog.getByRole('button', { name: 'Recalculate' }).click()
  await expect(dialog.getByText('You pay ₹200.00 more.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a coupon that could not be checked is checked again by Apply', async ({ page, customer }) => {
  const soap = await makeProduct({ price: 118 })
  await addToCart(customer, soap.id, 2)
  const code = `LINE-${soap.id.slice(0, 8).toUpperCase()}`
  await service().from('discounts').insert({ code, kind: 'percent', value: 10 }).throwOnError()
  await page.goto('/checkout')
  await toReview(page)
  const line = await breakLine(page, '**/rpc/find_coupon')
  await page.getByLabel('Have a coupon?').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText("We couldn't check this coupon. Please try again.")).toBeVisible()
  await line.back()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(placeButton(page)).toHaveText('Place order · ₹312.40')
})

test('a saved address that is corrected while the checkout waits is the one that is used', async ({ page, customer }) => {
  const { data: saved } = await service()
    .from('addresses')
    .insert({ ...shipping, user_id: customer.id, is_default: true, company_name: null, gstin: null })
    .select('id')
    .single()
    .throwOnError()
  const soap = await makeProduct({ price: 118 })
  await addToCart(customer, soap.id, 2)
  await page.goto('/checkout')
  await page.getByRole('link', { name: 'Change the address' }).click()
  await page
    .getByRole('button', { name: 'Deliver here' })
    .or(page.getByRole('button', { name: 'Continue to payment' }))
    .click()
  await service().from('addresses').update({ address: '99 Corrected Lane' }).eq('id', saved.id).throwOnError()
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: /99 Corrected Lane/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('region', { name: 'Deliver to' })).toContainText('99 Corrected Lane')
})

/** A line that breaks in the middle of a step of staff: what was done is not done twice. */
import { shopKeys } from '../support/current-shop.ts'
import { serviceClient } from '../support/customers.ts'
import { loseAnswer } from '../support/held.ts'
import { moveOrder, orderOf } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use({ ...laptop, expectedErrors: [/ERR_FAILED/] })

test('a return that staff book and whose answer was lost is booked once', async ({ page, customer }) => {
  const { id, product } = await orderOf(customer, { quantity: 2 })
  await moveOrder(id, 'delivered')
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Book a return' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`${product.name}: Pieces`).fill('1')
  await dialog.getByLabel('Reason').selectOption('Damaged or defective')
  await loseAnswer(page, '**/rpc/book_return')
  await dialog.getByRole('button', { name: 'Book the return' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Returns' }).getByRole('button', { name: /^Receive/ })).toHaveCount(1)
  await expect
    .poll(async () => (await serviceClient(shopKeys()).from('returns').select('return_lines(quantity)').eq('order_id', id)).data)
    .toEqual([{ return_lines: [{ quantity: 1 }] }])
})

const NO_ANSWER = 'The shop did not answer, so we don’t know whether it was saved.'

test('a parcel that comes back, and whose answer was lost, is shown as it is', async ({ page, customer }) => {
  const { id, product } = await orderOf(customer, { quantity: 2 })
  await moveOrder(id, 'processing')
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Ship', exact: true }).click()
  const ship = page.getByRole('dialog', { name: 'Hand it to the courier?' })
  await ship.getByLabel(/We deliver it ourselves/).check()
  await ship.getByLabel(`Pieces of ${product.name} in this parcel`).fill('1')
  await ship.getByRole('button', { name: 'Ship', exact: true }).click()
  const shipping = page.getByRole('region', { name: 'Shipping' })
  await shipping.getByRole('button', { name: 'Comes back Parcel 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Parcel 1 comes back?' })
  await dialog.getByLabel('Reason').fill('Refused at the door')
  await loseAnswer(page, '**/rpc/book_undelivered')
  await dialog.getByRole('button', { name: 'Comes back' }).click()
  await expect(dialog.getByRole('alert')).toContainText(NO_ANSWER)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(shipping.getByRole('listitem').filter({ hasText: 'Parcel 1' })).toContainText('On its way back')
  await expect(shipping.getByRole('button', { name: /^Comes back/ })).toHaveCount(0)
})

test('other money whose answer was lost is recorded once, and the payments are read again', async ({ page, customer }) => {
  const { id } = await orderOf(customer)
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Record other money…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record other money' })
  await dialog.getByLabel('How it came').selectOption('Cash')
  await dialog.getByLabel('Amount received').fill('777')
  await loseAnswer(page, '**/rpc/record_surplus')
  await dialog.getByRole('button', { name: 'Record money' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(NO_ANSWER)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveText([/₹777\.00 · Cash/])
})

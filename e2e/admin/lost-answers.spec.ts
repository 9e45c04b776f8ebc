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

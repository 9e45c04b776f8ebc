/** A payment that Razorpay does not know, as staff see it: the goods are held until staff record what the payment was. */
import pg from 'pg'
import { violations } from '../support/axe.ts'
import { shopKeys } from '../support/current-shop.ts'
import { orderOf } from '../support/orders.ts'
import { laptop } from '../support/screens.ts'
import { expect, test } from '../support/signed-in-admin.ts'

test.use(laptop)
test.use({ expectedErrors: [/status of 409 .*orders/] })

/** The rows that the scheduled job leaves when Razorpay does not know the payment of an event; other tests cover how they arise. */
async function doubt(orderId: string, payment: string): Promise<void> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    await client.query("update public.orders set payment_method = 'razorpay', payment_state = 'paid' where id = $1", [orderId])
    await client.query("update public.payments set method = 'razorpay', state = 'paid', provider_reference = $2 where order_id = $1", [orderId, payment])
    await client.query(
      "insert into private.razorpay_payments (id, order_id, amount, currency, status, standing, doubted_at) values ($2, $1, 30000, 'INR', 'captured', 'kept', now())",
      [orderId, payment],
    )
  } finally {
    await client.end()
  }
}

test('goods of a payment unknown to Razorpay are held until staff reject it', async ({ page, customer }) => {
  const order = await orderOf(customer)
  const payment = `pay_unknown${order.short}`
  await doubt(order.id, payment)
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Accept' }).click()
  const accept = page.getByRole('dialog', { name: 'Accept this order?' })
  await accept.getByRole('button', { name: 'Accept' }).click()
  await expect(accept.getByRole('alert')).toContainText('Look at it under Unmatched payments first.')

  await page.goto('/admin/orders')
  await page.getByRole('button', { name: /^Unmatched payments · \d+ to resolve$/ }).click()
  const item = page.getByRole('listitem').filter({ hasText: payment })
  await expect(item).toContainText('Unknown to Razorpay')
  expect(await violations(page)).toEqual([])
  await item.getByRole('button', { name: `Reject: payment ${payment}` }).click()
  const question = page.getByRole('dialog', { name: 'Reject this payment?' })
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(question.getByRole('alert')).toContainText('Enter what you have seen')
  await question.getByLabel('Note').fill('Not in the dashboard')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Payment rejected')).toBeVisible()
  await page.goto(`/admin/orders/${order.id}`)
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Awaiting payment')
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMailShop } from '../testing/mail-shop.ts'
import type { MailShop } from '../testing/mail-shop.ts'

let shop: MailShop
beforeAll(async () => {
  shop = await openMailShop()
  await shop.owner.query("update public.settings set upi_vpa = 'shringar@okbank'")
})
afterAll(() => shop.close())

async function remindedOrder(state: string): Promise<string> {
  const id = await shop.order()
  await shop.owner.query("update private.mails set status = 'sent'")
  await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = $2 where id = $1", [id, state])
  await shop.owner.query("insert into private.mails (kind, recipient, data) values ('order_reminder', 'meera@looks.example', $1)", [
    JSON.stringify({ order_id: id, amount: 150.5, until: null }),
  ])
  return id
}

test('a reminder is sent with the amount of the moment at which it was asked for', async () => {
  await remindedOrder('awaiting_payment')
  const worker = shop.open()
  await shop.allSent()
  await worker.close()
  const [mail] = await shop.outbox()
  expect(mail?.text).toContain('Please pay ₹150.50 by UPI to shringar@okbank')
})

test('a reminder of an order that is paid by now is not sent', async () => {
  await shop.clear()
  await remindedOrder('paid')
  const worker = shop.open()
  await vi.waitFor(async () => expect((await shop.mails()).at(-1)).toMatchObject({ kind: 'order_reminder', status: 'failed' }), 20_000)
  await worker.close()
  expect((await shop.mails()).at(-1)?.last_error).toContain('paid or cancelled in the meantime')
  expect(await shop.outbox()).toEqual([])
})

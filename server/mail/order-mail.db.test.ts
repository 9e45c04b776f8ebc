import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_ORDER } from '#documents/mails/sample.ts'
import { openMailShop } from '../testing/mail-shop.ts'
import type { MailShop } from '../testing/mail-shop.ts'
import { readOrder } from './queued-mail.ts'

let shop: MailShop
beforeAll(async () => void (shop = await openMailShop()))
afterAll(() => shop.close())

test('the sender reads exactly the fields that an order’s mail contains', async () => {
  const order = await readOrder(shop.owner, { id: '1', data: { order_id: await shop.order() } })
  expect(Object.keys(order).sort()).toEqual(Object.keys(SAMPLE_ORDER).sort())
})

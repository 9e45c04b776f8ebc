import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop } from '../testing/razorpay-shop.ts'
import { FAKE_RAZORPAY_KEYS } from '../testing/razorpay-process.ts'
import type { Voucher } from '../testing/razorpay-process.ts'

let shop: PayingShop
beforeAll(async () => void (shop = await openPayingShop(await createDatabase('shop'))))
afterAll(() => shop.close())
afterEach(() => shop.razorpay.control('answer', { mode: 'up' }))

const pay = (order: string, changes = {}) => shop.razorpay.control<Voucher>('pay', { order_id: order, ...changes })
const authorize = (order: string) => shop.razorpay.control<Voucher>('authorize', { order_id: order })
const ordersAt = async (amount?: number) => (await shop.razorpay.state()).orders.filter((order) => amount === undefined || order.amount === amount)

describe('an order to be paid online', () => {
  test('is placed first and then opened at Razorpay once, however often the request is repeated', async () => {
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [await shop.product({ price: 123.45 })]: 1 })
    const first = await shop.order(buyer, 'key-pay-once')
    expect(first).toMatchObject({ status: 200, body: { payment: { method: 'razorpay', state: 'awaiting_payment', amount: 22345, currency: 'INR' } } })
    const { razorpay_order_id: opened, key_id: key, checkout_url: script } = first.body['payment'] as Record<string, string>
    expect([key, script]).toEqual([FAKE_RAZORPAY_KEYS.keyId, `${shop.razorpay.url}/v1/checkout.js`])
    expect(await ordersAt(22345)).toMatchObject([{ id: opened, receipt: (first.body['order'] as { id: string }).id.replaceAll('-', '') }])
    expect(await shop.order(buyer, 'key-pay-once')).toEqual(first)
    expect(await shop.start(first.body['order'] as { id: string }, buyer)).toMatchObject({
      status: 200,
      body: { razorpay_order_id: opened, state: 'awaiting_payment' },
    })
    expect(await ordersAt(22345)).toHaveLength(1)
  })

  test('just placed is opened with one call, and searched for only if Razorpay may know it', async () => {
    const called = vi.spyOn(globalThis, 'fetch')
    try {
      const buyer = await shop.person()
      await shop.fillCart(buyer, { [await shop.product()]: 1 })
      const calls = () =>
        called.mock.calls.flatMap(([url, init]) => (String(url instanceof Request ? url.url : url).includes('/v1/orders') ? [init?.method ?? 'GET'] : []))
      const placed = await shop.order(buyer, 'key-pay-fresh')
      expect(placed.status).toBe(200)
      expect(calls()).toEqual(['POST'])
      // As if the server had crashed before it stored the id of the Razorpay order.
      await shop.sql('delete from private.razorpay_orders where order_id = $1', [(placed.body['order'] as { id: string }).id])
      expect(await shop.order(buyer, 'key-pay-fresh')).toEqual(placed)
      expect(calls()).toEqual(['POST', 'GET'])
    } finally {
      called.mockRestore()
    }
  })

  test('remains while Razorpay is down, and its payment is started later', async () => {
    for (const mode of ['down', 'error']) {
      await shop.razorpay.control('answer', { mode })
      const order = await shop.placed()
      expect(order.providerOrder).toBe('undefined')
      expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'awaiting_payment' })
      expect(await shop.start(order, order.buyer)).toEqual({ status: 502, body: { code: 'PAYMENT_PROVIDER_UNREACHABLE' } })
      expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'awaiting_payment', checking: false } })
      await shop.razorpay.control('answer', { mode: 'up' })
      expect(await shop.start(order, order.buyer)).toMatchObject({ status: 200, body: { amount: 30000 } })
    }
  })

  test('cannot be paid, confirmed or checked by other customers; staff may check it', async () => {
    const order = await shop.placed()
    const other = await shop.person()
    for (const person of [other, shop.admin]) expect(await shop.start(order, person)).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } })
    expect(await shop.check(order, other)).toMatchObject({ status: 404 })
    expect(await shop.check(order, shop.admin)).toMatchObject({ status: 200 })
    expect(await shop.confirm(order, await authorize(order.providerOrder), other)).toMatchObject({ status: 404 })
    for (const act of [shop.start, shop.check]) expect(await act(order, null)).toMatchObject({ status: 401 })
    for (const id of ['', 'x', '00000000-0000-4000-8000-000000000000']) expect((await shop.check({ id }, order.buyer)).status).toBe(id.length > 1 ? 404 : 400)
  })

  test('is not offered without the switch, without keys, or below one rupee', async () => {
    await shop.asAdmin('update public.settings set razorpay_enabled = false')
    await expect(shop.placed()).rejects.toThrow('PAYMENT_METHOD_UNAVAILABLE')
    await shop.asAdmin('update public.settings set razorpay_enabled = true, delivery_charge = 0')
    await expect(shop.placed({ product: await shop.product({ price: 0.99 }), quantity: 1 })).rejects.toThrow('PAYMENT_METHOD_UNAVAILABLE')
    await shop.asAdmin('update public.settings set delivery_charge = 100')
  })
})

describe('the browser’s return', () => {
  test('pays the order and may be repeated', async () => {
    const order = await shop.placed()
    const voucher = await pay(order.providerOrder)
    for (let n = 0; n < 2; n += 1) expect(await shop.confirm(order, voucher, order.buyer)).toEqual({ status: 200, body: { state: 'paid', checking: false } })
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid', state: 'paid', provider_reference: voucher.razorpay_payment_id })
    expect(await shop.start(order, order.buyer)).toEqual({ status: 409, body: { code: 'PAYMENT_NOT_AWAITED', state: 'paid' } })
  })

  test('captures an authorised payment', async () => {
    const order = await shop.placed()
    expect(await shop.confirm(order, await authorize(order.providerOrder), order.buyer)).toEqual({ status: 200, body: { state: 'paid', checking: false } })
    expect((await shop.razorpay.state()).payments.filter((payment) => payment.order_id === order.providerOrder)).toMatchObject([{ status: 'captured' }])
  })

  test('with a signature that is not Razorpay’s, or another order’s, changes nothing', async () => {
    const [order, second] = [await shop.placed(), await shop.placed()]
    const [voucher, foreign] = [await authorize(order.providerOrder), await authorize(second.providerOrder)]
    for (const forged of [
      { ...voucher, razorpay_signature: '0'.repeat(64) },
      { ...voucher, razorpay_signature: 'short' },
      { ...voucher, razorpay_payment_id: 'pay_another' },
      { ...foreign },
      { ...foreign, razorpay_order_id: order.providerOrder },
    ]) {
      expect(await shop.confirm(order, forged, order.buyer)).toEqual({ status: 400, body: { code: 'BAD_SIGNATURE' } })
    }
    expect(await shop.confirm(order, {}, order.buyer)).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID',
        fields: { razorpay_order_id: expect.any(String), razorpay_payment_id: expect.any(String), razorpay_signature: expect.any(String) },
      },
    })
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'awaiting_payment' })
  })

  test('is pending while Razorpay does not respond, and reconciled later', async () => {
    const order = await shop.placed()
    const voucher = await pay(order.providerOrder)
    await shop.razorpay.control('answer', { mode: 'down' })
    expect(await shop.confirm(order, voucher, order.buyer)).toEqual({ status: 200, body: { state: 'awaiting_verification', checking: true } })
    expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'awaiting_verification', checking: true } })
    expect(await shop.start(order, order.buyer), 'not paid twice').toMatchObject({ status: 409, body: { state: 'awaiting_verification' } })
    await shop.razorpay.control('answer', { mode: 'up' })
    expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'paid', checking: false } })
  })
})

test('rejected keys and orders unknown to Razorpay leave the result unknown', async () => {
  const order = await shop.placed()
  await pay(order.providerOrder)
  await shop.setKeys(null, 'the-key-of-another', null)
  expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'awaiting_payment', checking: true } })
  await shop.setKeys(null, FAKE_RAZORPAY_KEYS.keySecret, null)
  await shop.sql("update private.razorpay_orders set id = 'order_ofanother' where id = $1", [order.providerOrder])
  expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'awaiting_payment', checking: true } })
  await shop.runJobs(order) // which does not fail because of this order
  await shop.sql("update private.razorpay_orders set id = $1 where id = 'order_ofanother'", [order.providerOrder])
  expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'paid', checking: false } })
})

describe('an attempt that fails', () => {
  test('leaves the order payable with the reason, until it is paid', async () => {
    const order = await shop.placed()
    await shop.razorpay.control('fail', { order_id: order.providerOrder })
    for (const event of await shop.events(order.providerOrder)) expect(await shop.deliver(event)).toBe(200)
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'awaiting_payment', failure: 'Payment was declined by the bank' })
    await pay(order.providerOrder)
    expect(await shop.check(order, order.buyer)).toMatchObject({ body: { state: 'paid' } })
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid', failure: null })
  })

  test('that has only started has an unknown result', async () => {
    const order = await shop.placed()
    await shop.razorpay.control('begin', { order_id: order.providerOrder })
    expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'awaiting_payment', checking: true } })
  })

  test('and an expired authorisation make the order payable again', async () => {
    const order = await shop.placed()
    const voucher = await authorize(order.providerOrder)
    await shop.razorpay.control('answer', { mode: 'down' })
    await shop.confirm(order, voucher, order.buyer)
    await shop.razorpay.control('answer', { mode: 'up' })
    await shop.razorpay.control('release', { payment_id: voucher.razorpay_payment_id })
    expect(await shop.check(order, order.buyer)).toEqual({ status: 200, body: { state: 'awaiting_payment', checking: false } })
  })
})

describe('two payments of one order', () => {
  test('lead to an automatic refund of the second, and the customer is notified', async () => {
    const order = await shop.placed()
    const [first, second] = [await pay(order.providerOrder), await pay(order.providerOrder)]
    await shop.check(order, order.buyer)
    const [charge] = await shop.asAdmin<{ payment_id: string; reason: string; refund: string; amount: string }>(
      'select * from public.unmatched_payments() where order_id = $1',
      [order.id],
    )
    expect(charge).toMatchObject({ reason: 'second_charge', refund: 'due', amount: '300.00' })
    await shop.runJobs()
    await shop.runJobs()
    const { payments } = await shop.razorpay.state()
    const kept = payments.filter(({ id }) => [first, second].some((voucher) => voucher.razorpay_payment_id === id) && id !== charge?.payment_id)
    expect(kept).toMatchObject([{ status: 'captured', amount_refunded: 0 }])
    expect(payments.find(({ id }) => id === charge?.payment_id)).toMatchObject({ status: 'refunded' })
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid', provider_reference: kept[0]?.id })
    const [{ number } = { number: '' }] = await shop.sql<{ number: string }>(
      'select private.order_number_text(order_number) as number from public.orders where id = $1',
      [order.id],
    )
    expect(await shop.sql("select message from public.notifications where order_id = $1 and title = 'Second payment returned'", [order.id])).toEqual([
      { message: `Your order #${order.id.slice(0, 8)} (no. ${number}) was paid twice. The second payment of ₹300.00 is on its way back to you.` },
    ])
  })
})

describe('unmatched payments', () => {
  test('are listed for staff only, who refund or settle them', async () => {
    const order = await shop.placed()
    await pay(order.providerOrder, { amount: 29900 })
    await pay(order.providerOrder, { currency: 'USD' })
    await shop.razorpay.control('answer', { mode: 'up' })
    await shop.check(order, order.buyer)
    expect(await shop.standing(order)).toMatchObject({ payment_state: 'awaiting_payment' })
    const listed = await shop.asAdmin<{ payment_id: string; reason: string }>(
      'select payment_id, reason from public.unmatched_payments() where order_id = $1',
      [order.id],
    )
    expect(listed.map(({ reason }) => reason)).toEqual(['amount_differs', 'amount_differs'])
    const [first, second] = listed.map(({ payment_id: id }) => id)

    const stranger = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id: 'pay_stranger', order_id: 'order_stranger', amount: 5000, currency: 'INR', status: 'captured' } } },
    })
    expect(await shop.deliver({ id: 'evt-stranger', body: stranger })).toBe(200)
    expect(await shop.asAdmin("select reason, order_id from public.unmatched_payments() where payment_id = 'pay_stranger'")).toEqual([
      { reason: 'unknown_order', order_id: null },
    ])

    const settle = (id: unknown, action: string, note: string | null = null) =>
      shop.asAdmin('select public.settle_unmatched_payment($1, $2, $3)', [id, action, note])
    await expect(settle(first, 'resolve')).rejects.toMatchObject({ detail: '{"code":"NOTE_REQUIRED"}' })
    await expect(settle('pay_nobody', 'refund')).rejects.toMatchObject({ code: 'PT404' })
    await settle(first, 'refund')
    await settle(second, 'resolve', 'Paid back in cash')
    await expect(settle(first, 'refund')).rejects.toMatchObject({ code: 'PT409' })
    await shop.runJobs()
    await shop.runJobs()
    const refunded = await shop.asAdmin<{ payment_id: string; refund: string; note: string | null }>(
      'select payment_id, refund, note from public.unmatched_payments() where order_id = $1',
      [order.id],
    )
    expect(refunded.find(({ payment_id: id }) => id === first)).toMatchObject({ refund: 'processed' })
    expect(refunded.find(({ payment_id: id }) => id === second)).toMatchObject({ refund: 'by_hand', note: 'Paid back in cash' })

    const asBuyer = (text: string) => shop.context(order.buyer).asUser((query) => query(text))
    for (const text of [
      'select public.unmatched_payments()',
      "select public.settle_unmatched_payment('pay_stranger', 'refund', null)",
      'select public.razorpay_setup()',
      "select private.set_razorpay_keys('rzp_test_evil', 'evil-secret', 'evil-secret')",
      'select * from private.razorpay_keys',
    ]) {
      await expect(asBuyer(text), text).rejects.toMatchObject({ code: '42501' })
    }
    await expect(asBuyer("select private.settle_razorpay_payment('{}', true)")).rejects.toMatchObject({ code: '42501' })
  })
})

describe('keys', () => {
  test('are write-only: staff only see that they are set', async () => {
    expect(await shop.asOwner('select public.razorpay_setup() as setup')).toMatchObject([
      { setup: { key_id: FAKE_RAZORPAY_KEYS.keyId, key_secret_set: true, webhook_secret_set: true } },
    ])
    await expect(shop.asAdmin('select * from private.razorpay_keys')).rejects.toMatchObject({ code: '42501' })
    for (const [id, secret, webhook, field] of [
      ['rzp_test', null, null, 'key_id'],
      [null, 'short', null, 'key_secret'],
      [null, null, 'with spaces in it', 'webhook_secret'],
    ]) {
      const refusal = await shop.setKeys(id ?? null, secret ?? null, webhook ?? null).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: '22023', detail: expect.stringContaining(`"${field}"`) as string })
      expect(JSON.stringify(refusal)).not.toContain('with spaces in it')
    }
  })

  test('that were replaced remain valid for signatures for a while', async () => {
    const order = await shop.placed()
    await pay(order.providerOrder)
    const [event] = await shop.events(order.providerOrder, 'payment.captured')
    if (!event) throw new Error('No event received')
    await shop.setKeys('', '', 'a-new-webhook-secret')
    try {
      expect(await shop.deliver(event), 'signed with the previous one').toBe(200)
      expect(await shop.standing(order)).toMatchObject({ payment_state: 'paid' })
      await shop.sql("update private.razorpay_keys set previous_until = now() - interval '1 second'")
      expect(await shop.deliver(event, { id: 'evt-too-late' })).toBe(400)
    } finally {
      await shop.setKeys(null, null, FAKE_RAZORPAY_KEYS.webhookSecret)
    }
  })
})

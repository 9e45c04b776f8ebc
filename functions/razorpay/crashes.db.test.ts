/**
 * The process crashes between any two steps of a payment: before or after each of its commits, or after Razorpay has processed
 * a request but the response is lost. The next run completes the payment and does nothing twice.
 */
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import type { FunctionContext } from '../context.ts'
import { razorpayWebhook } from '../razorpay-webhook/razorpay-webhook.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop, Placed } from '../testing/razorpay-shop.ts'
import { FAKE_RAZORPAY_KEYS } from '../testing/razorpay-process.ts'
import type { FakeState, Voucher } from '../testing/razorpay-process.ts'
import { runPaymentJobs } from './payment-jobs.ts'

type Moment = 'before its commit' | 'after its commit' | 'with its connection'
const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const MOMENTS: Moment[] = LONG ? ['before its commit', 'after its commit', 'with its connection'] : ['before its commit', 'after its commit']

let shop: PayingShop
beforeAll(async () => void (shop = await openPayingShop(await createDatabase('shop'))))
afterAll(() => shop.close())
afterEach(() => shop.razorpay.control('answer', { mode: 'up' }))

class Death extends Error {}

/** A process that crashes at its n-th transaction of the payment service. */
function mortal(context: FunctionContext, n: number, moment: Moment) {
  let count = 0
  const life = { died: false }
  const die = (): never => {
    life.died = true
    throw new Death()
  }
  const mortalContext: FunctionContext = {
    ...context,
    async asPaymentService(work) {
      count += 1
      if (life.died) return die()
      if (count !== n) return context.asPaymentService(work)
      const result = await context.asPaymentService(async (query) => {
        const done = await work(query)
        if (moment === 'before its commit') return die()
        // On the database's side: the connection is closed before the commit.
        if (moment === 'with its connection') {
          const [{ pid } = { pid: 0 }] = await query<{ pid: number }>('select pg_backend_pid() as pid')
          life.died = true
          await shop.sql('select pg_terminate_backend($1)', [pid])
        }
        return done
      })
      return moment === 'after its commit' ? die() : result
    },
  }
  return { context: mortalContext, life }
}

const about = ({ providerOrder }: Placed): Promise<FakeState> => shop.razorpay.about(providerOrder)
/** The Razorpay orders with this order's receipt, including those that the shop has not stored. */
const openedFor = async ({ id }: { id: string }) => (await shop.razorpay.state()).orders.filter(({ receipt }) => receipt === id.replaceAll('-', ''))

async function unopened(): Promise<Placed> {
  await shop.razorpay.control('answer', { mode: 'down' })
  const order = await shop.placed()
  await shop.razorpay.control('answer', { mode: 'up' })
  return order
}
async function webhook(order: Placed, context: FunctionContext): Promise<number> {
  const event = (await about(order)).events.find(({ event: kind }) => kind === 'payment.captured')
  if (!event) throw new Error('No event received')
  const signature = createHmac('sha256', FAKE_RAZORPAY_KEYS.webhookSecret).update(event.body).digest('hex')
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': event.id }
  return (await razorpayWebhook(new Request('http://shop.example/', { method: 'POST', headers, body: event.body }), context)).status
}

type Act = { prepare: () => Promise<Placed>; act: (order: Placed, context: FunctionContext) => Promise<unknown>; finish: (order: Placed) => Promise<unknown> }

const authorized = async (order: Placed) => shop.razorpay.control<Voucher>('authorize', { order_id: order.providerOrder })
async function dueBack(): Promise<Placed> {
  const order = await shop.placed()
  await shop.razorpay.control('pay', { order_id: order.providerOrder })
  await shop.check(order, order.buyer)
  await shop.asAdmin("update public.orders set status = 'cancelled', cancel_reason = 'Out of stock' where id = $1", [order.id])
  await shop.sql('update private.razorpay_orders set next_check_at = null')
  await shop.sql("update private.razorpay_payments set refund_next_at = now() where refund = 'due'")
  return order
}

/** The actions of a payment: how each is prepared and run, and how the next run completes it after a crash. */
const ACTS: Record<string, Act> = {
  'the start of a payment': {
    prepare: unopened,
    act: (order, context) => shop.start(order, order.buyer, context),
    async finish(order) {
      const { body } = await shop.start(order, order.buyer)
      const opened = await openedFor(order)
      expect(opened.map(({ id }) => id)).toEqual([body['razorpay_order_id']])
      await shop.razorpay.control('pay', { order_id: opened[0]?.id })
      await shop.check(order, order.buyer)
      expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'paid' })
    },
  },
  'the browser’s return': {
    prepare: () => shop.placed(),
    act: async (order, context) => shop.confirm(order, await authorized(order), order.buyer, context),
    async finish(order) {
      await shop.runJobs(order)
      expect((await about(order)).payments).toMatchObject([{ status: 'captured', amount_refunded: 0 }])
      expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'paid' })
    },
  },
  'a webhook': {
    async prepare() {
      const order = await shop.placed()
      await shop.razorpay.control('pay', { order_id: order.providerOrder })
      return order
    },
    act: webhook,
    async finish(order) {
      expect(await webhook(order, shop.context(null))).toBe(200)
      expect(await shop.standing(order)).toMatchObject({ status: 'pending', payment_state: 'paid' })
      expect(await shop.sql("select from private.razorpay_payments where order_id = $1 and standing = 'kept'", [order.id])).toHaveLength(1)
    },
  },
  'a refund by the scheduler': {
    prepare: dueBack,
    act: (_order, context) => runPaymentJobs(context),
    async finish(order) {
      for (let n = 0; n < 2; n += 1) await shop.runJobs(order)
      expect((await about(order)).refunds).toMatchObject([{ status: 'processed', amount: 30000 }])
      expect(await shop.standing(order)).toMatchObject({ payment_state: 'refunded' })
    },
  },
}

describe.each(Object.entries(ACTS))('%s', (_name, { prepare, act, finish }) => {
  test.each(MOMENTS)('crashes at any transaction %s, and is finished by the next run', async (moment) => {
    for (let n = 1; ; n += 1) {
      const order = await prepare()
      const { context, life } = mortal(shop.context(order.buyer), n, moment)
      await act(order, context).catch((error: unknown) => {
        if (!life.died) throw error
      })
      await finish(order)
      if (!life.died) {
        expect(n, 'it died at least once').toBeGreaterThan(1)
        return
      }
    }
  })
})

describe('Razorpay processes a request, and its response is lost', () => {
  test.each([
    ['the start of a payment', '/v1/orders'],
    ['the browser’s return', '/capture'],
    ['the browser’s return', '/payments'],
    ['a refund by the scheduler', '/refund'],
  ])('%s, at %s', async (name, path) => {
    const { prepare, act, finish } = ACTS[name] as Act
    const order = await prepare()
    await shop.razorpay.control('answer', { mode: 'lost', path })
    await act(order, shop.context(order.buyer))
    await shop.razorpay.control('answer', { mode: 'up' })
    await finish(order)
  })
})

test('an order is opened once although the process crashes after Razorpay has opened it', async () => {
  const buyer = await shop.person()
  await shop.fillCart(buyer, { [await shop.product()]: 1 })
  const { context } = mortal(shop.context(buyer), 2, 'before its commit')
  const first = await shop.order(buyer, 'key-pay-dying', context)
  const id = (first.body['order'] as { id: string }).id
  expect(first.body['payment']).toEqual({ method: 'razorpay', state: 'awaiting_payment' })
  const again = await shop.order(buyer, 'key-pay-dying')
  expect((again.body['order'] as { id: string }).id).toBe(id)
  expect((await openedFor({ id })).map((order) => order.id)).toEqual([(again.body['payment'] as { razorpay_order_id: string }).razorpay_order_id])
})

test('two concurrent starts of one payment get the same Razorpay order, and no other can be paid', async () => {
  const order = await unopened()
  const answers = await Promise.all(Array.from({ length: 4 }, () => shop.start(order, order.buyer)))
  const orders = new Set(answers.map(({ body }) => body['razorpay_order_id']))
  expect(orders.size).toBe(1)
  expect(await shop.sql('select id from private.razorpay_orders where order_id = $1', [order.id])).toEqual([{ id: [...orders][0] }])
})

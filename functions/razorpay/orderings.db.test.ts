/**
 * The events of an order paid online, in any order, repeated, late or concurrent: at the end there is one order, at most one
 * payment is kept, no unpaid order holds stock, and the records of the shop and of Razorpay agree
 * (docs/rules.md#order-before-payment).
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import type { FakeState, Voucher } from '../testing/razorpay-process.ts'
import { openPayingShop } from '../testing/razorpay-shop.ts'
import type { PayingShop, Placed } from '../testing/razorpay-shop.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const WORKERS = 4
const PIECES = 5
const QUANTITY = 3

let shop: PayingShop
beforeAll(async () => void (shop = await openPayingShop(await createDatabase('shop'))))
afterAll(() => shop.close())

/** Counts the outcomes: a test of outcomes that never occur proves nothing. */
const endings = { paid: 0, reopened: 0, 'late and refunded': 0, 'second returned': 0, 'never paid': 0 }

type Course = { order: Placed; voucher?: Promise<Voucher>; soldElsewhere: number }

/** The buyer pays once, when the first event needs it. */
const paid = (course: Course): Promise<Voucher> => (course.voucher ??= shop.razorpay.control<Voucher>('pay', { order_id: course.order.providerOrder }))
const about = (course: Course): Promise<FakeState> => shop.razorpay.about(course.order.providerOrder)

async function eventOf(course: Course, kind: string): Promise<FakeState['events'][number]> {
  const { razorpay_payment_id: payment } = await paid(course)
  const found = (await about(course)).events.find(({ event, body }) => event === kind && body.includes(payment))
  if (!found) throw new Error(`No event ${kind}`)
  return found
}
async function taken(event: { id: string; body: string }, changes = {}): Promise<void> {
  const status = await shop.deliver(event, changes)
  // Busy: Razorpay delivers the event again.
  if (status === 503) return taken(event, changes)
  if (status !== 200) throw new Error(`An event was answered ${status}`)
}

/** Everything that can happen to an order, by name. */
const EVENTS = {
  async return(course: Course): Promise<void> {
    const { status } = await shop.confirm(course.order, await paid(course), course.order.buyer)
    if (status === 503) return EVENTS.return(course)
    if (status !== 200) throw new Error(`The return was answered ${status}`)
  },
  captured: async (course: Course) => taken(await eventOf(course, 'payment.captured')),
  'order paid': async (course: Course) => taken(await eventOf(course, 'order.paid')),
  /** An event from before the successful payment arrives late, or the first attempt really fails. */
  async failed(course: Course) {
    if (!course.voucher) {
      await shop.razorpay.control('fail', { order_id: course.order.providerOrder })
      const [event] = (await about(course)).events
      if (event) await taken(event)
      return
    }
    const { body } = await eventOf(course, 'payment.captured')
    await taken({
      id: crypto.randomUUID(),
      body: body.replace('"event":"payment.captured"', '"event":"payment.failed"').replace('"status":"captured"', '"status":"failed"'),
    })
  },
  async duplicate(course: Course) {
    const event = await eventOf(course, 'payment.captured')
    await Promise.all([taken(event), taken(event), taken(event, { id: crypto.randomUUID() })])
  },
  async forged(course: Course) {
    const event = (await about(course)).events[0] ?? { id: 'evt_forged', body: '{"event":"payment.captured"}' }
    if ((await shop.deliver(event, { id: crypto.randomUUID(), signature: 'f'.repeat(64) })) !== 400) throw new Error('A forged event was taken')
  },
  check: async (course: Course) => void (await shop.check(course.order, course.order.buyer)),
  async clock(course: Course) {
    await shop.age(course.order, '31 minutes')
    await shop.runJobs(course.order)
    await shop.cancelByClock()
  },
  customer: async (course: Course) => void (await shop.cancelByCustomer(course.order)),
  async second(course: Course) {
    const { razorpay_payment_id: payment } = await shop.razorpay.control<Voucher>('pay', { order_id: course.order.providerOrder })
    const event = (await about(course)).events.find(({ event: kind, body }) => kind === 'payment.captured' && body.includes(payment))
    if (event) await taken(event)
  },
  async refunds(course: Course) {
    await shop.runJobs(course.order)
    for (const event of (await about(course)).events.filter(({ event: kind }) => kind === 'refund.processed')) await taken(event)
  },
  /** Another customer buys the remaining stock. */
  async rush(course: Course) {
    const left = await shop.stock(course.order.product)
    if (left === 0) return
    const buyer = await shop.person()
    await shop.fillCart(buyer, { [course.order.product]: left })
    const shipping = { full_name: 'A', address: 'B', city: 'Pune', state: 'Maharashtra', pincode: '411001', phone: '9845011234', email: buyer.email }
    const body = JSON.stringify({ idempotency_key: crypto.randomUUID(), payment_method: 'cod', shipping })
    const answer = await placeOrder(new Request('http://shop.example/', { method: 'POST', body }), shop.context(buyer))
    if (answer.status === 200) course.soldElsewhere += left
  },
} satisfies Record<string, (course: Course) => Promise<void>>
type OrderEvent = keyof typeof EVENTS

const begin = async (): Promise<Course> => ({ order: await shop.placed({ pieces: PIECES, quantity: QUANTITY }), soldElsewhere: 0 })

/** Delivers all pending events and lets the time limits expire. */
async function comeToRest(course: Course): Promise<void> {
  const deliverAll = async () => {
    for (const event of (await about(course)).events) await taken(event)
  }
  await shop.runJobs(course.order)
  await deliverAll()
  // The jobs of another sequence may hold this order's check or refund, and the next run of the clock comes a minute later.
  await expect
    .poll(
      async () => {
        await EVENTS.clock(course)
        await shop.runJobs(course.order)
        await deliverAll()
        return stillToCome(course)
      },
      { timeout: 20_000 },
    )
    .toEqual({ payments: 0, refunds: 0 })
}

/** What is still to come of an order: payments that are awaited, and refunds. */
async function stillToCome({ order }: Course): Promise<{ payments: number; refunds: number } | undefined> {
  const [row] = await shop.sql<{ payments: number; refunds: number }>(
    `select (select count(*)::int from public.orders where id = $1 and status = 'pending' and payment_state = 'awaiting_payment') as payments,
       (select count(*)::int from private.razorpay_payments where order_id = $1 and refund in ('due', 'asked')) as refunds`,
    [order.id],
  )
  return row
}

async function expectSound(course: Course, story: string): Promise<void> {
  const { order } = course
  const { payments, orders, refunds } = await about(course)
  const keptThere = payments.filter(({ captured, amount, amount_refunded: back }) => captured && back < amount)
  const standing = await shop.standing(order)
  const open = standing?.status === 'pending'

  expect({ orders: orders.length, kept: keptThere.length }, `${story}: kept at Razorpay`).toEqual({ orders: 1, kept: open ? 1 : 0 })
  const everPaid = payments.some(({ captured }) => captured)
  expect(standing, story).toMatchObject(
    open
      ? { payment_state: 'paid', state: 'paid', provider_reference: keptThere[0]?.id }
      : { status: 'cancelled', payment_state: everPaid ? 'refunded' : 'awaiting_payment', state: everPaid ? 'refunded' : 'awaiting_payment' },
  )
  expect(
    refunds.every(({ status }) => status === 'processed'),
    `${story}: refunds`,
  ).toBe(true)

  const [ours] = await shop.sql<{ orders: number; kept: number; unsettled: number; moved: number; total: number }>(
    `select (select count(*)::int from public.orders where user_id = $2) as orders,
       (select count(*)::int from private.razorpay_payments where order_id = $1 and standing = 'kept' and refund = 'none') as kept,
       (select count(*)::int from private.razorpay_payments where order_id = $1 and (refund in ('due', 'asked', 'failed') or standing in ('unknown_order', 'amount_differs'))) as unsettled,
       (select coalesce(sum(quantity), 0)::int from public.stock_movements where order_id = $1) as moved,
       (select coalesce(sum(quantity), 0)::int from public.stock_movements where product_id = $3) as total`,
    [order.id, order.buyer.id, order.product],
  )
  const stock = await shop.stock(order.product)
  expect({ ...ours, stock }, `${story}: the shop's books`).toEqual({
    orders: 1,
    kept: open ? 1 : 0,
    unsettled: 0,
    moved: open ? -QUANTITY : 0,
    total: stock,
    stock: PIECES - course.soldElsewhere - (open ? QUANTITY : 0),
  })
}

async function countEnding({ order }: Course): Promise<void> {
  const [row] = await shop.sql<{ status: string; state: string; reopened: boolean; second: boolean }>(
    `select o.status, o.payment_state as state, exists (select from public.order_status_history h where h.order_id = o.id and h.notes like 'Order open again%') as reopened,
       exists (select from private.razorpay_payments c where c.order_id = o.id and c.standing = 'second_charge') as second from public.orders o where o.id = $1`,
    [order.id],
  )
  if (row?.status === 'pending') endings.paid += 1
  if (row?.reopened) endings.reopened += 1
  if (row?.state === 'refunded') endings['late and refunded'] += 1
  if (row?.second) endings['second returned'] += 1
  if (row?.state === 'awaiting_payment') endings['never paid'] += 1
}

async function run(groups: OrderEvent[][]): Promise<void> {
  const course = await begin()
  const story = groups.map((group) => group.join(' + ')).join(', then ')
  for (const group of groups) await Promise.all(group.map((one) => EVENTS[one](course)))
  await comeToRest(course)
  await expectSound(course, story)
  await countEnding(course)
}

function* permutations<T>(items: T[]): Generator<T[]> {
  if (items.length < 2) return yield items
  for (const [place, item] of items.entries()) for (const rest of permutations(items.toSpliced(place, 1))) yield [item, ...rest]
}

const SETS: OrderEvent[][] = LONG
  ? [
      ['return', 'captured', 'failed', 'clock', 'customer', 'second'],
      ['captured', 'order paid', 'second', 'clock', 'refunds'],
      ['return', 'duplicate', 'clock', 'rush', 'refunds'],
      ['captured', 'customer', 'clock', 'rush', 'check'],
      ['failed', 'forged', 'clock', 'check'],
    ]
  : [
      ['return', 'failed', 'clock', 'customer'],
      ['captured', 'second', 'clock', 'refunds'],
      ['duplicate', 'clock', 'rush', 'order paid'],
      ['failed', 'forged', 'clock'],
    ]

describe('every order of events', () => {
  test.each(SETS.map((set) => [set.join(', '), set] as const))(
    'of %s is reconciled to the paisa',
    async (_, set) => {
      const waiting = [...permutations([...set])]
      await Promise.all(
        Array.from({ length: WORKERS }, async () => {
          for (let next = waiting.pop(); next; next = waiting.pop()) await run(next.map((one) => [one]))
        }),
      )
    },
    LONG ? 900_000 : 60_000,
  )
})

test(
  'random sequences with concurrent events are reconciled to the paisa',
  async () => {
    const names = Object.keys(EVENTS) as OrderEvent[]
    const group = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
    const seed = LONG ? {} : { seed: 20_261_120 }
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 5 }), (groups) => run(groups)),
      { numRuns: LONG ? 600 : 25, endOnFailure: true, ...seed },
    )
  },
  LONG ? 900_000 : 60_000,
)

test('all results occurred more than once', () => {
  for (const [ending, count] of Object.entries(endings)) expect(count, ending).toBeGreaterThan(1)
})

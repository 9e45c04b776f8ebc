/** Two people at once whose steps need the same two locks wait for each other's end, never for each other (docs/decisions/0138-one-sequence-of-locks.md). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { createDatabase } from '#server/testing/database.ts'
import { changeOrder, quoteOrderChange } from '../change-order/change-order.ts'
import { createManualOrder } from '../manual-order/create-manual-order.ts'
import { quoteManualOrder } from '../manual-order/quote-manual-order.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { address, admin, call, meena, openManualOrders, shop, telephone } from '../testing/manual-orders.ts'

let holder: Client
let url = ''
openManualOrders(async () => {
  const database = await createDatabase('shop')
  ;({ url } = database)
  return database
})
beforeAll(async () => {
  holder = new Client({ connectionString: url })
  await holder.connect()
})
afterAll(() => holder.end())

const retried: string[] = []
const noting = { log: (_level: string, text: string) => void retried.push(text) }

/** Starts two steps while `lock` is held, the second one once the first waits, and lets both go on. Neither may be ended by PostgreSQL and tried again. */
async function whileHeld(lock: string, values: unknown[], ...steps: [() => Promise<unknown>, () => Promise<unknown>]): Promise<void> {
  await holder.query('begin')
  await holder.query(lock, values)
  const running: Promise<unknown>[] = []
  try {
    for (const [at, step] of steps.entries()) {
      running.push(step())
      const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      await expect.poll(async () => (await shop.sql(waiting)).length).toBe(at + 1)
    }
  } finally {
    await holder.query('rollback')
  }
  await Promise.all(running)
  expect(retried).toEqual([])
}
const FIGURES = 'select from public.customer_figures where user_id = $1 for no key update'

async function order(coupon?: string): Promise<string> {
  await shop.fillCart(meena, { [await shop.product()]: 2 })
  const placed = await call(placeOrder, meena, {
    idempotency_key: randomUUID(),
    payment_method: 'cod',
    shipping: { ...address, email: meena.email },
    coupon_code: coupon,
  })
  expect(placed.status).toBe(200)
  return placed.body.order?.id ?? ''
}
const set = (id: string, columns: string) => shop.context(admin).asUser((query) => query(`update public.orders set ${columns} where id = $1`, [id]))
const accept = (id: string) => set(id, "status = 'processing'")
const cancel = (id: string) => set(id, "status = 'cancelled', cancel_reason = 'x'")
async function acceptedOrder(coupon?: string): Promise<string> {
  const id = await order(coupon)
  await accept(id)
  return id
}
/** The change as the screen has previewed it; the step saves it. */
async function plannedChange(id: string): Promise<() => Promise<void>> {
  const [line] = await shop.sql('select o.version, i.id from public.orders o join public.order_items i on i.order_id = o.id where o.id = $1', [id])
  const body = { order_id: id, version: line?.['version'], reason: 'Customer called', lines: [{ item_id: line?.['id'], quantity: 3 }] }
  const preview = await call(quoteOrderChange, admin, body)
  return async () => {
    const saved = await call(changeOrder, admin, { ...body, expected_total: preview.body['total_amount'] }, noting)
    expect(saved).toMatchObject({ status: 200 })
  }
}

test('an invoiced order is changed while another one of its customer is accepted', async () => {
  const [one, other] = [await acceptedOrder(), await order()]
  await whileHeld(FIGURES, [meena.id], await plannedChange(one), () => accept(other))
})

test('a manual order is invoiced while another one of its customer is accepted', async () => {
  const [product, other] = [await shop.product(), await order()]
  const body = telephone([{ product_id: product, quantity: 1 }], { accept: true })
  const quoted = await call(quoteManualOrder, admin, body)
  const enter = async () => {
    const made = await call(createManualOrder, admin, { ...body, expected_total: quoted.body.totals?.['total_amount'] }, noting)
    expect(made).toMatchObject({ status: 200, body: { order: { status: 'processing' } } })
  }
  await whileHeld(FIGURES, [meena.id], enter, () => accept(other))
})

test('an invoiced order is cancelled while another one with the same coupon is changed', async () => {
  await shop.sql("insert into public.discounts (code, kind, value) values ('DIWALI10', 'percent', 10)")
  const [one, other] = [await acceptedOrder('DIWALI10'), await acceptedOrder('DIWALI10')]
  await whileHeld("select from public.discounts where code = 'DIWALI10' for no key update", [], await plannedChange(one), () => cancel(other))
  expect(await shop.sql('select times_used from public.discounts')).toEqual([{ times_used: 1 }])
})

test('an account is deleted while a step of one of its orders has yet to write a notification to it', async () => {
  const id = await order()
  await holder.query('begin')
  await holder.query('select from public.orders where id = $1 for no key update', [id])
  const deleting = shop.context(admin).asOrderService((query) => query('select refusal from private.delete_account($1)', [meena.id]))
  const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await shop.sql(waiting)).length).toBe(1)
  await holder.query('select from auth.users where id = $1 for key share nowait', [meena.id])
  await holder.query('rollback')
  expect(await deleting).toEqual([{ refusal: 'OPEN_ORDERS' }])
})

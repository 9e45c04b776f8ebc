import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { placeOrder } from '#functions/place-order/place-order.ts'
import { openShop, type TestShop } from '#functions/testing/shop.ts'
import { cancelUnpaidOrders } from './scheduled-jobs.ts'
import { openPool } from '#postgres/pool.ts'
import { createDatabase } from '../testing/database.ts'

const shipping = {
  full_name: 'Meera Nair',
  address: '48, 12th Main',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
  email: 'meera@looksbymeera.example',
  phone: '9845011234',
}
const [FIRST, SECOND] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

let shop: TestShop
let buyers: Pool
let clock: Pool
beforeAll(async () => {
  const database = await createDatabase('shop')
  shop = openShop(database)
  buyers = openPool(database.url, { max: 2 })
  clock = openPool(database.urlFor('shop_mail'), { max: 1 })
  await shop.sql("update public.settings set upi_vpa = 'shop@upi'")
  for (const id of [FIRST, SECOND]) await shop.product({ id })
})
afterAll(async () => {
  await Promise.all([buyers.end(), clock.end()])
  await shop.close()
})

/** An unpaid order that the scheduler cancels, oldest first. */
async function unpaidOrder(product: string, hours: number): Promise<string> {
  const person = await shop.person()
  await shop.fillCart(person, { [product]: 1 })
  const body = JSON.stringify({ idempotency_key: randomUUID(), shipping, payment_method: 'upi' })
  const answer = await placeOrder(new Request('http://shop.example/', { method: 'POST', body }), shop.context(person))
  const { order } = (await answer.json()) as { order: { id: string } }
  await shop.sql('update public.orders set created_at = now() - make_interval(hours => $2) where id = $1', [order.id, hours])
  return order.id
}
const waitsForLock = async (): Promise<boolean> =>
  (await shop.sql("select from pg_stat_activity where datname = current_database() and usename = 'shop_mail' and wait_event_type = 'Lock'")).length === 1
const statusOf = async (ids: string[]) =>
  (await shop.sql<{ status: string }>('select status from public.orders where id = any ($1)', [ids])).map(({ status }) => status)

test('cancelling unpaid orders gives way to a customer who locks the same products in another sequence, and is repeated a minute later', async () => {
  const orders = [await unpaidOrder(SECOND, 900), await unpaidOrder(FIRST, 800)]
  const buyer = await buyers.connect()
  const lock = (id: string) => buyer.query('select from public.products where id = $1 for no key update', [id])
  try {
    await buyer.query('begin')
    await lock(FIRST)
    const run = cancelUnpaidOrders(clock).then(
      () => null,
      (error: unknown) => error,
    )
    // The job has locked the second product and waits for the first, or has given up on a slow machine.
    await Promise.race([run, vi.waitFor(async () => expect(await waitsForLock()).toBe(true), { timeout: 20_000, interval: 10 })])
    await lock(SECOND)
    await buyer.query('commit')
    expect(await run).toMatchObject({ code: '55P03' })
  } finally {
    buyer.release()
  }
  expect(await statusOf(orders)).toEqual(['pending', 'pending'])
  await cancelUnpaidOrders(clock)
  expect(await statusOf(orders)).toEqual(['cancelled', 'cancelled'])
  expect((await clock.query("select current_setting('lock_timeout') as t")).rows, 'of that transaction alone').toEqual([{ t: '0' }])
})

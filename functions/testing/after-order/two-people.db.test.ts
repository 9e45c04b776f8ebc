/**
 * Two people act on one order at once: staff twice, staff and the customer, staff and the scheduler. For each pair of acts the shop has to end
 * as if one had come after the other: both orders of events are played one by one on orders of their own, and the result of the simultaneous
 * acts has to be one of the two. Both send the versions that were on their screens, and both wait for the order before either goes on.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasSqlState } from '#postgres/sql-state.ts'
import { createDatabase } from '#server/testing/database.ts'
import { createManualOrder } from '../../manual-order/create-manual-order.ts'
import { dice } from '../load-fixture.ts'
import { openShop } from '../shop.ts'
import type { Person, TestShop } from '../shop.ts'
import { ACTS, look, SITUATIONS } from './acts.ts'
import type { Screen } from './acts.ts'
import { buyerAt, PLACES } from './world.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
/** Pairs that the short run takes of each situation, payments first, because they are settled over REST and by functions; the long one takes all. */
const PAIRS = LONG ? Infinity : 4
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_124

let shop: TestShop
let staff: Person
let other: Person
/** holds the order's lock until both wait for it */
let holder: Client

/** An order of six pieces at ₹118 with delivery, in its situation. */
async function orderIn({ method, before }: (typeof SITUATIONS)[number], buyer: Person): Promise<Screen> {
  const product = await shop.product({ price: 118, stock: 20 })
  const body = {
    idempotency_key: randomUUID(),
    channel: 'telephone',
    buyer: { ...buyerAt(PLACES[0] as (typeof PLACES)[number]), user_id: buyer.id },
    lines: [{ product_id: product, quantity: 6 }],
    delivery: 'rule',
    payment: { method },
    expected_total: 808,
  }
  const answer = await createManualOrder(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) }), shop.context(staff))
  const { order } = (await answer.json()) as { order?: { id: string } }
  for (const name of before) await ACTS[name]?.act(shop, await look(shop, order?.id ?? ''), ACTS[name]?.by === 'customer' ? buyer : staff)
  return look(shop, order?.id ?? '')
}

/** Done, or refused; anything else is an error: a deadlock, a timeout, a broken constraint. */
async function attempt(name: string, screen: Screen, first: boolean): Promise<string> {
  const { by, act } = ACTS[name] as (typeof ACTS)[string]
  try {
    await act(shop, screen, by === 'customer' ? screen.buyer : first ? staff : other)
    return 'done'
  } catch (error) {
    if (!hasSqlState(error, 'PT409', 'PT404', '42501')) throw new Error(`${name}: ${String(error)}`, { cause: error })
    return 'refused'
  }
}

/** Both at once: each waits for the order when it is let go. */
async function atOnce(screen: Screen, names: readonly [string, string]): Promise<string[]> {
  await holder.query('begin')
  await holder.query('select from public.orders where id = $1 for update', [screen.id])
  const both = Promise.all([attempt(names[0], screen, true), attempt(names[1], screen, false)])
  for (let waited = 0; waited < 50; waited += 1) {
    const { rows } = await holder.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
    if (rows.length === 2) break
    await sleep(4)
  }
  await holder.query('commit')
  return both
}

/** All that both can see of the order afterwards, without ids. */
async function pictureOf({ id: order }: Screen): Promise<unknown> {
  const [picture] = await shop.sql(
    `select o.status, o.payment_state, o.total_amount, (select to_jsonb(m) from private.money_of(o.id) m) as money,
       array(select p.state || ' ' || p.amount from public.payments p where p.order_id = o.id) as payments,
       array(select r.state || ' ' || r.source || ' ' || r.amount from public.refunds r where r.order_id = o.id order by 1) as refunds,
       array(select s.state || ' ' || s.number || ' ' || (select sum(l.quantity) from public.shipment_lines l where l.shipment_id = s.id) from public.shipments s where s.order_id = o.id order by 1) as parcels,
       array(select r.state || ' ' || r.asked_by from public.returns r where r.order_id = o.id order by 1) as returns,
       array(select d.kind || ' ' || (d.content #>> '{order,total_amount}') from public.documents d where d.order_id = o.id order by 1) as documents,
       array(select h.status || ' ' || coalesce(h.notes, '') from public.order_status_history h where h.order_id = o.id order by 1) as history,
       (select sum(p.stock) from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id) as stock,
       (select count(*)::integer from public.notifications n where n.order_id = o.id) as bells
     from public.orders o where o.id = $1`,
    [order],
  )
  return JSON.parse(
    JSON.stringify(picture)
      .replaceAll(order.slice(0, 8), '…')
      .replaceAll(/no\. \d{3}-\d{3}/g, 'no.'),
  )
}

beforeAll(async () => {
  const database = await createDatabase('shop')
  shop = openShop(database)
  holder = new Client({ connectionString: database.url })
  await holder.connect()
  ;[staff, other] = (await shop.people(2)) as [Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager'), ($2, 'manager')", [staff.id, other.id])
  await shop.sql('update private.limits set value = 1000000')
  await shop.sql(
    "update public.settings set cod_enabled = true, upi_vpa = 'shop@bank', forced_gst_percent = 18, prices_include_gst = true, state_code = '27', gstin = '27ABCDE1234F1Z0'",
  )
})
afterAll(async () => {
  await holder.end()
  await shop.close()
})

describe(`two people on one order (seed ${SEED})`, () => {
  const roll = dice(SEED)
  test.each(SITUATIONS)('that is $name', async (situation) => {
    const { acts } = situation
    const all = acts.flatMap((one, place) => acts.slice(place + (one === 'time is up' ? 1 : 0)).map((two) => [one, two] as const))
    const last = (pair: readonly string[]) => (pair.includes('record a payment') ? 0 : 1_000_000) + roll(1_000_000)
    const pairs = all
      .map((pair) => [last(pair), pair] as const)
      .toSorted(([a], [b]) => a - b)
      .slice(0, PAIRS)
    const buyer = await shop.person()
    for (const [, [one, two]] of pairs) {
      const afterwards = async (run: (screen: Screen) => Promise<string[]>) => {
        const screen = await orderIn(situation, buyer)
        return { ended: await run(screen), picture: await pictureOf(screen) }
      }
      const serial = await afterwards(async (screen) => [await attempt(one, screen, true), await attempt(two, screen, false)])
      const reversed = await afterwards(async (screen) => {
        const second = await attempt(two, screen, false)
        return [await attempt(one, screen, true), second]
      })
      const together = await afterwards((screen) => atOnce(screen, [one, two]))
      expect([serial.ended[0], reversed.ended[1]], `${one} and ${two}, each as the first`).toEqual(['done', 'done'])
      expect([serial, reversed], `${one} and ${two}`).toContainEqual(together)
    }
  })

  test('leaves stock and documents as their rows say', async () => {
    expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  })
})

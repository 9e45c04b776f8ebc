/** The sums of past days, while orders change (docs/decisions/0120-sums-of-past-days.md). */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUpInFourParts, breakdown, cover, day, overview, sumPastDays } from './analytics-calls.ts'
import { dice, layOutSales } from './analytics-rows.ts'
import { CATEGORY, CHILD_CATEGORY, openShop, PEOPLE, PRODUCT } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** Fewer than in the other tests: the figures are read twice after each turn. */
const ORDERS = 500

/** Everything that is read from the sums. The sales of the tests are moved three years back, so that their days are past. */
async function everything(db: Scratch): Promise<unknown[]> {
  const [now, before] = [day('2024-03-01', '2025-04-05'), day('2023-10-01', '2024-12-31')]
  await db.as('admin')
  const answers: unknown[] = [await overview(db, now, before), await cover(db, now)]
  for (const by of ['product', 'category', 'customer', 'state', 'payment']) answers.push(await breakdown(db, by, now, before))
  return answers
}

/** Days and categories whose sums are not those of their products. */
const differentCategories = (db: Scratch) =>
  db.rows(`(select day, category_id, sum(units)::bigint, sum(paise)::bigint from private.sales_products group by 1, 2)
    except select day, category_id, units, paise from private.sales_categories
    union all (select day, category_id, units, paise from private.sales_categories where units <> 0
    except select day, category_id, sum(units)::bigint, sum(paise)::bigint from private.sales_products group by 1, 2)`)

const fromTheRows = async (db: Scratch): Promise<unknown[]> => {
  await db.as('owner')
  await db.run('savepoint summed')
  await db.run('delete from private.sales_past')
  const answer = await everything(db)
  await db.as('owner')
  await db.run('rollback to savepoint summed')
  return answer
}

async function withoutRulesOfSteps(db: Scratch): Promise<void> {
  for (const trigger of ['guard_step_server', 'guard_reopening', 'guard_delivered_parcels', 'follow_step', 'check_changed_sums'])
    await db.run(`alter table public.orders disable trigger ${trigger}`)
}

/** What can happen to an order or its lines; `$1` is the order. */
const CHANGES = [
  "update public.orders set status = 'cancelled', payment_state = case when payment_state = 'paid' then 'refund_due' else payment_state end where id = $1",
  "update public.orders set status = 'processing' where id = $1",
  "update public.orders set payment_state = 'paid' where id = $1",
  "update public.orders set payment_state = 'refunded' where id = $1",
  "update public.orders set payment_method = 'bank' where id = $1",
  "update public.orders set status = 'delivered' where id = $1",
  'delete from public.orders where id = $1',
  'delete from public.products where id in (select product_id from public.order_items where order_id = $1)',
  'update public.order_items set quantity = quantity + 1 where order_id = $1',
  `update public.products set category_id = (array['${CATEGORY}'::uuid, '${CHILD_CATEGORY}', null])[1 + floor(random() * 3)] where id in (select product_id from public.order_items where order_id = $1)`,
  // As an order is changed: lines go or come while its amounts stay, and its version moves.
  'with gone as (delete from public.order_items where order_id = $1) update public.orders set version = version + 1 where id = $1',
  "update public.orders set created_at = created_at - interval '1 day' where id = $1",
]

test('after any changes of past orders every figure is that of the rows, before the days are summed again and after', async () => {
  await shop.scratch(async (db) => {
    await layOutSales(db, ORDERS)
    await db.run("set session_replication_role = 'replica'")
    await db.run("update public.orders set created_at = created_at - interval '1096 days'")
    await db.run("set session_replication_role = 'origin'")
    // The rules of steps are not what is tested: each change is one that some step or an operator makes.
    await withoutRulesOfSteps(db)
    await sumPastDays(db)
    expect(await everything(db)).toEqual(await fromTheRows(db))

    const roll = dice(20_261_126)
    let changed = 0
    for (let turn = 0; turn < 6; turn += 1) {
      await db.as('owner')
      for (let time = 0; time < 40; time += 1) {
        await db.run('savepoint change')
        const order = `00000000-0000-4000-9000-${String(roll(ORDERS)).padStart(12, '0')}`
        try {
          changed += (await db.run(CHANGES[roll(CHANGES.length)] ?? '', [order])).rowCount ?? 0
        } catch {
          await db.run('rollback to savepoint change')
        }
      }
      expect(await everything(db), `turn ${turn}`).toEqual(await fromTheRows(db))
      if (turn % 3 !== 2) continue
      await sumPastDays(db)
      const rows = await fromTheRows(db)
      expect(await everything(db), `turn ${turn}, summed again`).toEqual(rows)
      await db.as('owner')
      expect(await differentCategories(db)).toEqual([])
      await db.run('savepoint parts')
      await addUpInFourParts(db)
      expect(await everything(db), `turn ${turn}, in parts`).toEqual(rows)
      await db.as('owner')
      await db.run('rollback to savepoint parts')
    }
    expect(changed).toBeGreaterThan(150)
  })
}, 120_000)

test('what happens often to an order of an earlier day sums nothing again', async () => {
  await shop.scratch(async (db) => {
    await layOutSales(db, 20)
    await db.run("set session_replication_role = 'replica'")
    await db.run("update public.orders set created_at = '2026-10-01T10:00:00+05:30', status = 'processing', payment_state = 'cod_pending'")
    await db.run("set session_replication_role = 'origin'")
    await withoutRulesOfSteps(db)
    const changes = async () => (await db.rows('select from private.sales_changed')).length
    await db.run("update public.orders set status = 'shipped', version = version + 1")
    await db.run("update public.orders set status = 'delivered', payment_state = 'paid', version = version + 1")
    expect(await changes()).toBe(0)
    await db.run("update public.orders set status = 'cancelled', payment_state = 'refund_due', version = version + 1")
    expect(await changes()).toBe(20)
  })
})

const session = async (): Promise<Client> => {
  const client = new Client({ connectionString: shop.url })
  await client.connect()
  return client
}
/** The day before yesterday: yesterday is not summed in the first ten minutes of a day. */
const THAT_DAY = "(date_trunc('day', now() at time zone 'Asia/Kolkata') - interval '27 hours') at time zone 'Asia/Kolkata'"
const orderOf = (
  person: string,
  at = THAT_DAY,
) => `with placed as (insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
    goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
  values ('${person}', 'processing', 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending', ${at}) returning id)
  insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
  select id, '${PRODUCT.cream}', 'Goods', 1, 118, 100, 18, 9, 9, 0, 118 from placed`
/** The orders of that day which the figures count, and whether they come from its sums. */
const thatDay = async (client: Client): Promise<{ orders: number; summed: boolean }> => {
  const { rows } = await client.query<{ orders: number; summed: boolean }>(
    `select coalesce((select sum(s.orders) from private.sales_of(d.since, d.until) s), 0)::int as orders, (select x.summed from private.days_of_sales(d.since, d.until) x) as summed
     from (select date_trunc('day', ${THAT_DAY} at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as since,
       (date_trunc('day', ${THAT_DAY} at time zone 'Asia/Kolkata') + interval '1 day') at time zone 'Asia/Kolkata' as until) d`,
  )
  return rows[0] ?? { orders: -1, summed: false }
}
const sumDays = (client: Client) => client.query('select private.sum_sales()')
/** Until all are summed: a day waits for every transaction that began before, of the other test databases too. */
const sumAllDays = (client: Client) =>
  expect
    .poll(async () => {
      await sumDays(client)
      const { rows } = await client.query(
        'select p.day from private.sales_past p where not p.summed or exists (select from private.sales_changed c where c.day = p.day)',
      )
      return rows
    })
    .toEqual([])

test('a day is not summed while an order that was written before it ended is not committed', async () => {
  const [slow, job] = [await session(), await session()]
  try {
    await job.query(orderOf(PEOPLE.customer, `${THAT_DAY} - interval '1 day'`))
    await slow.query('begin')
    // Before midnight no trigger notes an order of the day.
    await slow.query("set local session_replication_role = 'replica'")
    await slow.query(orderOf(PEOPLE.customer))
    await sumDays(job)
    await sumDays(job)
    const before = await thatDay(job)
    expect(before.summed).toBe(false)
    await slow.query('commit')
    expect(await thatDay(job)).toEqual({ orders: before.orders + 1, summed: false })
    await sumAllDays(job)
    expect(await thatDay(job)).toEqual({ orders: before.orders + 1, summed: true })
  } finally {
    await Promise.all([slow.end(), job.end()])
  }
})

test('a change that is committed while its day is summed again is not lost', async () => {
  const [slow, job] = [await session(), await session()]
  try {
    await sumAllDays(job)
    const before = await thatDay(job)
    expect(before.summed).toBe(true)
    await slow.query('begin')
    await slow.query(orderOf(PEOPLE.customer))
    await job.query(orderOf(PEOPLE.other))
    expect(await thatDay(job), 'one committed change').toEqual({ orders: before.orders + 1, summed: false })
    await sumDays(job)
    expect(await thatDay(job)).toEqual({ orders: before.orders + 1, summed: true })
    await slow.query('commit')
    expect(await thatDay(job), 'the other').toEqual({ orders: before.orders + 2, summed: false })
    await sumDays(job)
    expect(await thatDay(job)).toEqual({ orders: before.orders + 2, summed: true })
  } finally {
    await Promise.all([slow.end(), job.end()])
  }
})

test('a category that changes while days are summed is that of their sales once it is committed, before the job and after', async () => {
  const [slow, job] = [await session(), await session()]
  const category = async () =>
    (
      await job.query<{ id: string; units: number; counted: number }>(
        `select p.category_id as id, (select count(*)::int from private.category_changed) as counted,
           (select sum(s.units)::int from private.categories_sold(d.since, d.since + interval '1 day') s where s.category_id = p.category_id) as units
         from public.products p, (select date_trunc('day', ${THAT_DAY} at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as since) d where p.id = '${PRODUCT.cream}'`,
      )
    ).rows[0]
  const sort = (client: Client, to: string) => client.query('update public.products set category_id = $2 where id = $1', [PRODUCT.cream, to])
  try {
    await sort(job, CATEGORY)
    await job.query(orderOf(PEOPLE.customer))
    await sumAllDays(job)
    const sold = await category()
    expect(sold).toMatchObject({ id: CATEGORY, counted: 0 })
    expect(sold?.units).toBeGreaterThan(0)
    await slow.query('begin')
    await sort(slow, CHILD_CATEGORY)
    await job.query(orderOf(PEOPLE.other))
    await sumDays(job)
    expect(await category(), 'not committed yet').toEqual({ id: CATEGORY, counted: 0, units: Number(sold?.units) + 1 })
    await slow.query('commit')
    expect(await category(), 'the sums are of the former one').toEqual({ id: CHILD_CATEGORY, counted: 1, units: Number(sold?.units) + 1 })
    await sumDays(job)
    expect(await category()).toEqual({ id: CHILD_CATEGORY, counted: 0, units: Number(sold?.units) + 1 })
  } finally {
    await Promise.all([slow.end(), job.end()])
  }
})

test('days of another database, out of a backup, are summed as well', async () => {
  await shop.owner.query("update private.sales_past set summed = false, marked = '9000000000000000'")
  await sumAllDays(shop.owner)
})

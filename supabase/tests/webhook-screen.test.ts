/** What staff see of the events for another system, and how they send them again (docs/webhooks.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** An address with a key in it, and events that were accepted, given up or wait: every third. */
async function fill(db: Scratch, count: number): Promise<void> {
  await db.as('owner')
  await db.run("insert into private.webhook_endpoints (url) values ('https://user:secret@hooks.example/shop?key=secret#x')")
  await db.run(
    `insert into private.webhook_deliveries (endpoint_id, kind, object_id, data, state, attempts, last_status, delivered_at)
     select e.id, 'stock.changed', gen_random_uuid(), '{}', (array['delivered', 'parked', 'queued'])[1 + n % 3], n % 15, case n % 3 when 0 then 200 else 500 end,
       case n % 3 when 0 then now() end
     from private.webhook_endpoints e, generate_series(1, $1::int) n`,
    [count],
  )
}
const ids = async (db: Scratch, call: string) => (await db.rows(`select id, state from ${call}`)).map(({ id, state }) => ({ id: Number(id), state }))

test('the setup has the address without its secrets, and how many wait and were given up', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await db.rows('select public.webhook_setup() as setup')).toEqual([{ setup: null }])
    await fill(db, 30)
    await db.as('admin')
    expect(await db.rows('select public.webhook_setup() as setup')).toEqual([
      { setup: { address: 'https://hooks.example/shop', active: true, failing_since: null, switched_off_at: null, queued: 10, parked: 10 } },
    ])
  })
})

test('pages of events lead forward and back without a gap, also of one state', async () => {
  await shop.scratch(async (db) => {
    await fill(db, 30)
    await db.as('admin')
    for (const [state, total] of [
      [null, 30],
      ['parked', 10],
    ] as const) {
      const of = state === null ? 'null' : `'${state}'`
      const all = await ids(db, `public.webhook_deliveries(${of}, null, null, 200)`)
      expect(all).toHaveLength(total)
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
      const first = await ids(db, `public.webhook_deliveries(${of}, null, null, 4)`)
      const second = await ids(db, `public.webhook_deliveries(${of}, ${first.at(-1)?.id}, null, 4)`)
      expect([...first, ...second]).toEqual(all.slice(0, 8))
      expect(await ids(db, `public.webhook_deliveries(${of}, null, ${second[0]?.id}, 4)`)).toEqual(first)
    }
    expect(await ids(db, 'public.webhook_deliveries(null, null, null, 100000)')).toHaveLength(30)
    expect(await ids(db, 'public.webhook_deliveries(null, null, null, -1)')).toHaveLength(0)
  })
})

test('one event, or all that were given up, are sent again under the same id; that switches on what failures had switched off', async () => {
  await shop.scratch(async (db) => {
    await fill(db, 30)
    await db.run("update private.webhook_endpoints set active = false, switched_off_at = now(), failing_since = now() - interval '6 days'")
    const [delivered] = await db.rows("select id, event_id from private.webhook_deliveries where state = 'delivered' order by id limit 1")
    const [queued] = await db.rows("select id from private.webhook_deliveries where state = 'queued' order by id limit 1")
    await db.as('admin')
    const again = async (list: string) => (await db.rows(`select public.send_webhooks_again(${list}) as count`))[0]?.['count']
    expect(await again(`array[${String(queued?.['id'])}]::bigint[]`), 'it waits already').toBe(0)
    expect(await again(`array[${String(delivered?.['id'])}]::bigint[]`)).toBe(1)
    expect(await again('null')).toBe(10)
    expect(await again('null')).toBe(0)
    expect(await db.refused(`select public.send_webhooks_again(array(select generate_series(1, 201))::bigint[])`)).toMatchObject({ code: '22023' })
    await db.as('owner')
    expect(await db.rows('select event_id, state, attempts, delivered_at from private.webhook_deliveries where id = $1', [delivered?.['id']])).toEqual([
      { event_id: delivered?.['event_id'], state: 'queued', attempts: 0, delivered_at: null },
    ])
    expect(await db.rows('select active, switched_off_at, failing_since from private.webhook_endpoints')).toEqual([
      { active: true, switched_off_at: null, failing_since: null },
    ])
  })
})

test('of a great many events ten thousand are sent again at once, the oldest first', async () => {
  await shop.scratch(async (db) => {
    await fill(db, 30_030)
    await db.as('admin')
    expect(await db.rows('select public.send_webhooks_again() as count')).toEqual([{ count: 10_000 }])
    await db.as('owner')
    expect(
      await db.rows(
        `select count(*)::integer as left, bool_and(d.id > (select max(o.id) - 30 from private.webhook_deliveries o)) as newest
         from private.webhook_deliveries d where d.state = 'parked'`,
      ),
    ).toEqual([{ left: 10, newest: true }])
  })
})

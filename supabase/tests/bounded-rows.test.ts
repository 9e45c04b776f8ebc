import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PEOPLE, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("update private.limits set value = 5 where name in ('addresses', 'consents_per_day')")
  await shop.owner.query('delete from public.addresses')
})
afterAll(() => shop.close())

const FULL = { code: 'PT409', detail: '{"code": "TOO_MANY_ADDRESSES", "limit": 5}' }
const WRITE = `insert into public.addresses (user_id, full_name, address, city, state, pincode, phone)
  select $1, 'A', '1 Road', 'Pune', 'Maharashtra', '411001', '9876543210' from generate_series(1, $2::integer)`

test('an account has at most the maximum number of addresses, added together or one by one', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await db.refused(WRITE, [PEOPLE.customer, 6])).toMatchObject(FULL)
    expect(await db.rows('select id from public.addresses')).toHaveLength(0)
    await db.run(WRITE, [PEOPLE.customer, 5])
    expect(await db.refused(WRITE, [PEOPLE.customer, 1])).toMatchObject(FULL)
    await db.run('delete from public.addresses where id = (select id from public.addresses limit 1)')
    await db.run(WRITE, [PEOPLE.customer, 1])
    await db.as('other')
    await db.run(WRITE, [PEOPLE.other, 5])
  })
})

test('addresses that are added concurrently are counted together', async () => {
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new Client({ connectionString: shop.url })
      await client.connect()
      await client.query("select set_config('request.jwt.claims', $1, false)", [JSON.stringify({ sub: PEOPLE.customer, role: 'authenticated' })])
      await client.query('set role authenticated')
      return client
    }),
  )
  const results = await Promise.allSettled(clients.map((client) => client.query(WRITE, [PEOPLE.customer, 2])))
  await Promise.all(clients.map((client) => client.end()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect((await shop.owner.query('select from public.addresses where user_id = $1', [PEOPLE.customer])).rowCount).toBe(4)
})

test('spaces around an address count towards its length', async () => {
  await shop.scratch(async (db) => {
    await db.as('other')
    for (const column of ['full_name', 'address', 'city', 'state']) {
      const values = { full_name: 'A', address: '1 Road', city: 'Pune', state: 'Goa', [column]: `A${' '.repeat(100_000)}` }
      const refusal = await db.refused(
        `insert into public.addresses (user_id, full_name, address, city, state, pincode, phone) values ($1, $2, $3, $4, $5, '411001', '9876543210')`,
        [PEOPLE.other, values.full_name, values.address, values.city, values.state],
      )
      expect(refusal.code, column).toBe('23514')
    }
  })
})

test('an account can change a consent a few times a day, and a repeated answer does not count', async () => {
  await shop.scratch(async (db) => {
    await db.run("delete from public.consents; update private.limits set value = 3 where name = 'consents_per_day'")
    await db.as('customer')
    const answer =
      "insert into public.consents (purpose, version, given) select 'offers', 1, given from unnest($1::boolean[]) with ordinality g (given, n) order by n"
    await db.run(answer, [[true, true, true, true, false, false, true]])
    expect(await db.refused(answer, [[false]])).toMatchObject({ code: 'PT429', detail: '{"code": "TOO_MANY", "limit": 3}' })
    await db.run(answer, [[true]])
    expect(await db.rows('select id from public.consents')).toHaveLength(3)
  })
})

test('a search or a payment reference of any length gets a fast response', async () => {
  await shop.scratch(async (db) => {
    await db.run("insert into public.products (sku, name, price, stock) select 'MANY-' || n, 'Lotion ' || n, 10, 5 from generate_series(1, 200) n")
    await db.run("set local statement_timeout = '2s'")
    await db.as('visitor')
    expect(await db.rows('select id from public.search_products($1)', ['rose cream '.repeat(200_000)])).toEqual([])
    expect(await db.rows('select name from public.search_products($1)', [' rose '])).toEqual([{ name: 'Rose Cream' }])
    await db.as('customer')
    expect(await db.refused('select public.claim_payment($1, $2)', [ORDER, ' '.repeat(5_000_000)])).toMatchObject({ code: '22023' })
  })
})

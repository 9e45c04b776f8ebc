import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatOrderNumber, readOrderNumber } from '#domain/orders/order-number.ts'
import { placeOrder } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const numberOf = async (db: Pick<Scratch, 'rows'>, order: string): Promise<number> =>
  Number((await db.rows('select order_number from public.orders where id = $1', [order]))[0]?.['order_number'])

const insertOrder = (columns = '', values = '') => `insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone,
    place_of_supply, seller_state, prices_include_gst, goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state${columns})
  values ('${PEOPLE.customer}', 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending'${values})
  returning order_number`

test('an order that the order service places has a number of six digits, different from the others', async () => {
  await shop.scratch(async (db) => {
    const id = '00000000-0000-4000-8000-00eeee000077'
    await db.as('orderService')
    await placeOrder(shop.owner, { orderId: id, userId: PEOPLE.customer, productId: PRODUCT.cream, quantity: 1 })
    await db.as('owner')
    const numbers: number[] = []
    for (const order of [id, ORDER, OTHER_ORDER]) numbers.push(await numberOf(db, order))
    for (const number of numbers) expect(String(number)).toMatch(/^[1-9][0-9]{5}$/)
    expect(new Set(numbers).size).toBe(3)
  })
})

test('no client sets or changes a number', async () => {
  const people: Person[] = ['visitor', 'customer', 'other', 'admin', 'superAdmin', 'orders', 'orderService', 'mailer']
  for (const person of people) {
    await shop.scratch(async (db) => {
      await db.as(person)
      expect(await db.refused(`update public.orders set order_number = 111111 where id = '${ORDER}'`), person).toMatchObject({ code: '42501' })
      expect(await db.refused(insertOrder(', order_number', ', 111111')), person).toMatchObject({ code: '42501' })
    })
  }
})

test('even the server and the owner of the database get the next number, and do not change it', async () => {
  for (const person of ['server', 'owner'] satisfies Person[]) {
    await shop.scratch(async (db) => {
      await db.as(person)
      expect((await db.rows(insertOrder(', order_number', ', 1')))[0]?.['order_number'], person).toBeGreaterThan(99_999)
      expect(await db.refused(`update public.orders set order_number = 111111 where id = '${ORDER}'`), person).toMatchObject({ code: '23514' })
    })
  }
})

test('rows without triggers have numbers too, and a copied row keeps its own', async () => {
  await shop.scratch(async (db) => {
    await db.run("set local session_replication_role = 'replica'")
    expect((await db.rows(insertOrder()))[0]?.['order_number']).toBeGreaterThan(99_999)
    expect((await db.rows(insertOrder(', order_number', ', 99')))[0]?.['order_number']).toBe(99)
    expect(await db.refused(insertOrder(', order_number', ', 99'))).toMatchObject({ code: '23505' })
  })
})

test('a customer reads the number of their own order alone, staff who read orders all, and no one the secret', async () => {
  await shop.scratch(async (db) => {
    const read = async (person: Person) => {
      await db.as(person)
      return (await db.rows(`select order_number from public.orders where id = '${ORDER}'`)).length
    }
    expect(await read('customer')).toBe(1)
    expect(await read('other')).toBe(0)
    expect(await read('admin')).toBe(1)
    for (const person of ['customer', 'superAdmin', 'orderService', 'server'] satisfies Person[]) {
      await db.as(person)
      expect(await db.refused('select secret from private.order_number_secret'), person).toMatchObject({ code: '42501' })
      expect(await db.refused("select nextval('private.order_positions')"), person).toMatchObject({ code: '42501' })
    }
  })
})

test('orders at the same time do not wait for each other, and their numbers differ', async () => {
  const clients = Array.from({ length: 5 }, () => new Client({ connectionString: shop.url }))
  try {
    const numbers: number[] = []
    for (const client of clients) await client.connect()
    // every transaction is open while the others insert: a lock would end in an error after the timeout
    for (const client of clients) await client.query("begin; set local lock_timeout = '5s'; set local session_replication_role = 'replica'")
    for (let round = 0; round < 20; round += 1) {
      const rows = await Promise.all(clients.map((client) => client.query<{ order_number: number }>(insertOrder())))
      numbers.push(...rows.map(({ rows: [row] }) => row?.order_number ?? 0))
    }
    expect(new Set(numbers).size).toBe(100)
    for (const client of clients.slice(1)) await client.query('rollback')
    await clients[0]?.query('commit')
    expect((await shop.owner.query('select from public.orders group by order_number having count(*) > 1')).rowCount).toBe(0)
    await shop.owner.query("set session_replication_role = 'replica'")
    await shop.owner.query('delete from public.orders where order_number = any ($1)', [numbers])
    await shop.owner.query("set session_replication_role = 'origin'")
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
})

const SECRET = "decode(repeat('2a', 32), 'hex')"

test('each position has a number of its own: six digits for the first 900,000, then seven', async () => {
  await shop.scratch(async (db) => {
    const spread = async (from: number, to: number) =>
      (
        await db.rows(
          `select count(distinct n)::int as all, min(n) as least, max(n) as most from (select private.order_number_at(p, ${SECRET}) as n from generate_series(${from}, ${to}) p) x`,
        )
      )[0] as { all: number; least: number; most: number }
    const early = await spread(0, 4999)
    expect(early.all).toBe(5000)
    expect([early.least >= 100_000, early.most <= 999_999]).toEqual([true, true])
    const late = await spread(897_000, 902_999)
    expect(late.all).toBe(6000)
    expect([late.least >= 100_000, late.most > 999_999]).toEqual([true, true])
    const [last] = await db.rows(`select private.order_number_at(899999, ${SECRET}) as six, private.order_number_at(900000, ${SECRET}) as seven`)
    expect([String(last?.['six']).length, String(last?.['seven']).length]).toEqual([6, 7])
  })
})

test('two numbers do not say how many orders lie between them: their distance is as wide as chance', async () => {
  await shop.scratch(async (db) => {
    const [row] = await db.rows(`select count(distinct b - a)::int as distances, count(*) filter (where b > a)::int as rising from (
      select private.order_number_at(p, ${SECRET}) as a, private.order_number_at(p + 1, ${SECRET}) as b from generate_series(0, 1998) p) x`)
    expect(row?.['distances']).toBeGreaterThan(1950)
    expect(row?.['rising']).toBeGreaterThan(800)
    expect(row?.['rising']).toBeLessThan(1200)
    // another shop, another order
    const [other] = await db.rows(`select count(*)::int as same from generate_series(0, 999) p
      where private.order_number_at(p, ${SECRET}) = private.order_number_at(p, decode(repeat('2b', 32), 'hex'))`)
    expect(other?.['same']).toBeLessThan(10)
  })
})

test.each([
  '482715',
  '482-715',
  '482 715',
  ' 482-715 ',
  '#482-715',
  'No. 482-715',
  'no 482715',
  'Order no. 482-715',
  'Order 482 715',
  'Order  no.  482  715',
  '1234567',
  '1234-567',
  '',
  '12345',
  '082-715',
  '48-2715',
  '482--715',
  '9876543210',
  'INV/26-27/000001',
  'order',
  'abc482715',
])('database and screens read %j alike', async (text) => {
  await shop.scratch(async (db) => {
    const [row] = await db.rows('select private.order_number_in($1) as number', [text])
    expect(row?.['number']).toBe(readOrderNumber(text))
  })
})

test('database and screens write a number alike', async () => {
  await shop.scratch(async (db) => {
    for (const number of [100_000, 482_715, 1_234_567, 123_456_789]) {
      const [row] = await db.rows('select private.order_number_text($1) as text', [number])
      expect(row?.['text']).toBe(formatOrderNumber(number))
      expect(readOrderNumber(formatOrderNumber(number))).toBe(number)
    }
  })
})

test('the back office finds an order by its number, in the list and in the palette, written in any way', async () => {
  await shop.scratch(async (db) => {
    const number = await numberOf(db, ORDER)
    const text = formatOrderNumber(number)
    await db.as('admin')
    for (const typed of [text, String(number), text.replace('-', ' '), `#${text}`, `Order no. ${text}`]) {
      const listed = await db.rows('select id, order_number from public.admin_orders($1)', [JSON.stringify({ search: typed })])
      expect(listed, typed).toContainEqual({ id: ORDER, order_number: number })
      const found = await db.rows('select id, detail from public.admin_search($1)', [typed])
      expect(found, typed).toContainEqual({ id: ORDER, detail: expect.stringContaining(`${text} · #${ORDER.slice(0, 8)}`) })
    }
    await db.as('customer')
    expect(await db.refused('select id from public.admin_search($1)', [text])).toMatchObject({ code: '42501' })
    expect(await db.refused('select id from public.admin_orders($1)', [JSON.stringify({ search: text })])).toMatchObject({ code: '42501' })
  })
})

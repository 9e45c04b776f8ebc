import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hireStaff, placeOrder } from './scenario.ts'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const ASK = 'select public.ask_when_back($1, 1)'
const setStock = (db: Scratch, stock: number, product: string = PRODUCT.cream) =>
  db.run('update public.products set stock = $2 where id = $1', [product, stock])
const waiting = (db: Scratch) => db.rows('select user_id, product_id from public.stock_requests order by user_id')
const noted = (db: Scratch) => db.rows('select product_id from private.restocked order by product_id')
const mails = (db: Scratch) => db.rows("select recipient, data->>'product_id' as product from private.mails where kind = 'back_in_stock' order by recipient")
const bells = (db: Scratch) =>
  db.rows("select user_id, title, message, type, product_id from public.notifications where title = 'Back in stock' order by user_id")

/** The cream is sold out, and these people wait for it. Leaves the connection as the database's owner. */
async function soldOut(db: Scratch, ...people: Person[]): Promise<void> {
  await db.as('owner')
  await setStock(db, 0)
  for (const person of people) {
    await db.as(person)
    await db.run(ASK, [PRODUCT.cream])
  }
  await db.as('owner')
}
/** One run of the scheduled job, with its own login. */
async function tell(db: Scratch): Promise<unknown> {
  await db.as('mailer')
  const [row] = await db.rows('select private.notify_restocked() as notified')
  await db.as('owner')
  return row?.['notified']
}

test('a request is one row per customer and product, with the notice that was shown; deleting it withdraws the request', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer', 'customer', 'other')
    await db.as('customer')
    expect(await db.rows('select user_id, product_id, purpose, version from public.stock_requests')).toEqual([
      { user_id: PEOPLE.customer, product_id: PRODUCT.cream, purpose: 'back_in_stock', version: 1 },
    ])
    expect((await db.run('delete from public.stock_requests')).rowCount).toBe(1)
    await db.as('owner')
    expect(await waiting(db)).toEqual([{ user_id: PEOPLE.other, product_id: PRODUCT.cream }])
  })
})

test('a request without an account, for a product in stock or not for sale, or with a notice that was never shown is refused', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    expect(await db.refused(ASK, [PRODUCT.cream])).toMatchObject({ code: '42501' })
    await db.as('customer')
    expect(await db.refused(ASK, [PRODUCT.soap])).toMatchObject({ code: 'PT409', detail: '{"code":"IN_STOCK"}' })
    for (const product of [PRODUCT.draft, randomUUID()]) expect(await db.refused(ASK, [product])).toMatchObject({ code: 'PT404', detail: '{"code":"GONE"}' })
    await soldOut(db)
    await db.as('customer')
    expect(await db.refused('select public.ask_when_back($1, 99)', [PRODUCT.cream])).toMatchObject({ code: '23503' })
  })
})

test('an account waits for 200 products at most', async () => {
  await shop.scratch(async (db) => {
    await db.run("insert into public.products (sku, name, price, stock) select 'OUT-' || n, 'Out ' || n, 10, 0 from generate_series(1, 201) n")
    await db.as('customer')
    await db.run("select public.ask_when_back(id, 1) from (select id from public.products where sku like 'OUT-%' order by sku limit 200) p")
    const refusal = await db.refused("select public.ask_when_back(id, 1) from public.products where sku like 'OUT-%'")
    expect(refusal).toMatchObject({ code: 'PT409', message: 'You are waiting for 200 products already. Cancel one first.' })
    await db.run("select public.ask_when_back(id, 1) from (select id from public.products where sku like 'OUT-%' order by sku limit 5) p") // no change
    expect(await waiting(db)).toHaveLength(200)
  })
})

test('a product back in stock notifies each waiting customer once, in the shop and by mail, and removes the requests', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer', 'other')
    await setStock(db, 1) // fewer units than waiting customers: all of them are notified
    expect(await noted(db)).toEqual([{ product_id: PRODUCT.cream }])
    expect(await mails(db), 'before the job').toEqual([])
    expect(await tell(db)).toBe(2)
    expect(await mails(db)).toEqual([
      { recipient: 'customer@example.in', product: PRODUCT.cream },
      { recipient: 'other@example.in', product: PRODUCT.cream },
    ])
    const bell = { title: 'Back in stock', message: 'Rose Cream is back in stock. You asked us to notify you.', type: 'system', product_id: PRODUCT.cream }
    expect(await bells(db)).toEqual([
      { user_id: PEOPLE.customer, ...bell },
      { user_id: PEOPLE.other, ...bell },
    ])
    expect(await waiting(db)).toEqual([])
    expect(await noted(db)).toEqual([])
  })
})

test('stock that alternates between 0 and 1 sends one mail', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer')
    for (let turn = 0; turn < 5; turn += 1) {
      await setStock(db, 1)
      await tell(db)
      await setStock(db, 0)
      await tell(db)
    }
    expect(await mails(db)).toHaveLength(1)
    expect(await bells(db)).toHaveLength(1)
  })
})

test('if a product sells out again before the notifications are sent, they are sent when it is next in stock', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer')
    await setStock(db, 1)
    await setStock(db, 0)
    expect(await tell(db)).toBe(0)
    expect([await noted(db), await mails(db)]).toEqual([[], []])
    expect(await waiting(db)).toHaveLength(1)
    await setStock(db, 3)
    expect(await tell(db)).toBe(1)
  })
})

test.each<[string, (db: Scratch) => Promise<unknown>]>([
  [
    'a cancelled order',
    async (db) => {
      const orderId = randomUUID()
      await db.run('delete from public.stock_requests')
      await setStock(db, 2)
      await placeOrder(shop.owner, { orderId, userId: PEOPLE.other, productId: PRODUCT.cream, quantity: 2 })
      await db.as('customer')
      await db.run(ASK, [PRODUCT.cream])
      await db.as('other')
      await db.run("update public.orders set status = 'cancelled', cancelled_by = auth.uid() where id = $1", [orderId])
    },
  ],
  [
    'a movement by hand',
    async (db) => {
      await db.as('catalogue')
      await db.run("select public.move_stock($1, 'purchase', 12)", [PRODUCT.cream])
    },
  ],
  [
    'a change in the list of products',
    async (db) => {
      await db.as('admin')
      await setStock(db, 5)
    },
  ],
  [
    'an import',
    async (db) => {
      await db.as('catalogue')
      const rows = [{ row: 2, sku: 'CREAM', set: { stock: 9 } }]
      expect(await db.rows('select public.import_products($1::jsonb, false) as rows', [JSON.stringify(rows)])).toMatchObject([
        { rows: [{ outcome: 'changed' }] },
      ])
    },
  ],
  [
    'a draft with stock that the product form publishes',
    async (db) => {
      await db.run("update public.products set status = 'draft' where id = $1", [PRODUCT.cream])
      await setStock(db, 4)
      expect(await noted(db)).toEqual([])
      const version = (await db.rows('select version from public.products where id = $1', [PRODUCT.cream]))[0]?.['version']
      await db.as('catalogue')
      await db.run('select public.save_product($1, $2, $3, null, null)', [PRODUCT.cream, version, JSON.stringify({ status: 'active' })])
    },
  ],
])('%s puts a product back in stock for waiting customers', async (_way, bring) => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer')
    await bring(db)
    await db.as('owner')
    expect(await noted(db)).toEqual([{ product_id: PRODUCT.cream }])
    expect(await tell(db)).toBe(1)
    expect(await mails(db)).toEqual([{ recipient: 'customer@example.in', product: PRODUCT.cream }])
  })
})

test('a change of stock that does not put a product back in stock, or without waiting customers, records nothing', async () => {
  await shop.scratch(async (db) => {
    await setStock(db, 0)
    await setStock(db, 3)
    expect(await noted(db), 'no customer waits').toEqual([])
    await soldOut(db, 'customer')
    await db.run("update public.products set name = 'Rose Cream, new' where id = $1", [PRODUCT.cream])
    expect(await noted(db), 'still sold out').toEqual([])
  })
})

test('a rolled-back change notifies no one', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer')
    await db.run('savepoint before')
    await setStock(db, 3)
    await db.run('rollback to savepoint before')
    expect(await tell(db)).toBe(0)
    expect(await waiting(db)).toHaveLength(1)
  })
})

test('a mail goes only to a confirmed address: the others get a notification in the shop, and a blocked account gets no mail', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer', 'other')
    await db.run('update auth.users set email_confirmed_at = null where id = $1', [PEOPLE.customer])
    await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [PEOPLE.other])
    await setStock(db, 3)
    expect(await tell(db)).toBe(2)
    expect(await mails(db)).toEqual([])
    expect((await bells(db)).map((row) => row['user_id'])).toEqual([PEOPLE.customer, PEOPLE.other])
  })
})

test('mails are queued up to the limit; later runs notify the others once each, in the order of their requests', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db)
    await db.run(
      `with made as (insert into auth.users (id, email, email_confirmed_at) select gen_random_uuid(), 'w' || lpad(n::text, 3, '0') || '@example.in', now() from generate_series(1, 150) n returning id, email)
       insert into public.stock_requests (user_id, product_id, version, created_at) select id, $1, 1, now() + make_interval(secs => right(split_part(email, '@', 1), 3)::integer) from made`,
      [PRODUCT.cream],
    )
    await setStock(db, 3)
    expect(await tell(db)).toBe(100)
    expect((await mails(db)).map(({ recipient }) => recipient).at(-1)).toBe('w100@example.in')
    expect(await tell(db), 'while none was sent').toBe(0)
    // One mailbox refuses for hours: its mail stays in the queue and delays no other.
    await db.run(
      "update private.mails set attempts = 1, status = case when recipient = 'w001@example.in' then 'queued' else 'sent' end where kind = 'back_in_stock'",
    )
    expect(await tell(db)).toBe(50)
    expect(new Set((await mails(db)).map(({ recipient }) => recipient)).size).toBe(150)
    expect(await mails(db)).toHaveLength(150)
    expect(await noted(db)).toEqual([])
  })
})

test('staff see how many customers wait, not who', async () => {
  await shop.scratch(async (db) => {
    await soldOut(db, 'customer', 'other')
    const count = () => db.rows('select * from public.stock_waiting($1)', [[PRODUCT.cream, PRODUCT.soap]])
    for (const person of ['admin', 'superAdmin', 'catalogue'] as const) {
      await db.as(person)
      expect(await count(), person).toEqual([{ product_id: PRODUCT.cream, waiting: 2 }])
      expect(await waiting(db), person).toEqual([])
    }
    for (const person of ['customer', 'orders', 'accounts'] as const) {
      await db.as(person)
      expect(await db.refused('select * from public.stock_waiting($1)', [[PRODUCT.cream]]), person).toMatchObject({ code: '42501' })
    }
  })
})

test('a request made while the product is put back in stock is notified, and two concurrent jobs notify each request once', async () => {
  const [buyer, keeper, rival] = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = new Client({ connectionString: shop.url })
      await client.connect()
      return client
    }),
  )
  if (!buyer || !keeper || !rival) throw new Error('three clients were opened')
  try {
    await shop.owner.query('update public.products set stock = 0 where id = $1', [PRODUCT.soap])
    await buyer.query('begin')
    await buyer.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ role: 'authenticated', sub: PEOPLE.customer })])
    await buyer.query(ASK, [PRODUCT.soap])
    // The update waits for the uncommitted request, and then finds it.
    const back = keeper.query('update public.products set stock = 7 where id = $1', [PRODUCT.soap])
    await buyer.query('commit')
    await back
    expect((await shop.owner.query('select product_id from private.restocked')).rows).toEqual([{ product_id: PRODUCT.soap }])
    const notified = await Promise.all([keeper, rival].map(async (client) => Number((await client.query('select private.notify_restocked() as n')).rows[0].n)))
    expect(notified.toSorted((a, b) => a - b)).toEqual([0, 1])
    expect((await shop.owner.query("select from private.mails where kind = 'back_in_stock'")).rowCount).toBe(1)
  } finally {
    await Promise.all([buyer, keeper, rival].map((client) => client.end()))
    await shop.owner.query("delete from private.mails where kind = 'back_in_stock'")
    await shop.owner.query("delete from public.notifications where title = 'Back in stock'")
  }
})

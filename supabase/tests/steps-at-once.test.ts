/** Steps that meet another one which has not ended yet: they wait for it and go by what it left, or need not wait. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from './scenario.ts'
import { DISCOUNT, ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
let first: Client
let second: Client
beforeAll(async () => {
  shop = await openShop()
  ;[first, second] = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  await Promise.all([first.connect(), second.connect()])
})
afterAll(async () => {
  await Promise.all([first.end(), second.end()])
  await shop.close()
})

/** Does `one` in a transaction, begins `other` in another, and commits the first once the second waits for it; answers what the second did. */
async function meeting<T>(
  one: (db: Scratch) => Promise<unknown>,
  other: (db: Scratch) => Promise<T>,
  /** of the first, while the second waits */ then: (db: Scratch) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const {
    rows: [session],
  } = await second.query<{ pid: number }>('select pg_backend_pid() as pid')
  await first.query('begin')
  await second.query('begin')
  try {
    await one(scratchOn(first))
    const outcome = other(scratchOn(second))
    const waits = async () => (await shop.owner.query<{ is: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as is', [session?.pid])).rows[0]?.is
    await expect.poll(waits).toBe(true)
    await then(scratchOn(first))
    await first.query('commit')
    return await outcome
  } finally {
    await first.query('rollback') // nothing, once it is committed
    await second.query('commit') // of what failed it is a rollback
  }
}

/** The customer's order waits for a payment by UPI, since ten days ago. */
async function awaitUpi(): Promise<void> {
  await shop.owner.query("set session_replication_role = 'replica'")
  await shop.owner.query(
    "update public.orders set payment_method = 'upi', payment_state = 'awaiting_verification', created_at = now() - interval '10 days' where id = $1",
    [ORDER],
  )
  await shop.owner.query(
    "update public.payments set method = 'upi', state = 'awaiting_verification', provider_reference = '312345678900', claim_holds_until = now() - interval '1 day' where order_id = $1",
    [ORDER],
  )
  await shop.owner.query("set session_replication_role = 'origin'")
}

test('an order whose payment is claimed again while the job looks for unpaid orders is not cancelled', async () => {
  await awaitUpi()
  // the moment between what the job reads and what it locks: here it waits, for as long as the claim is not committed
  await shop.owner.query(`create or replace function private.awaited_since(o public.orders) returns timestamptz language plpgsql set search_path = '' as $$
    begin
      perform pg_advisory_xact_lock_shared(138);
      return o.created_at;
    end $$`)
  const cancelled = await meeting(
    async (db) => {
      await db.run('select pg_advisory_xact_lock(138)')
      await db.as('customer')
      await db.run("select public.claim_payment($1, '312345678901')", [ORDER])
    },
    async (db) => {
      await db.as('mailer')
      return db.rows('select private.cancel_unpaid_orders() as orders')
    },
  )
  expect(cancelled).toEqual([{ orders: 0 }])
  expect((await shop.owner.query('select status, payment_state from public.orders where id = $1', [ORDER])).rows).toEqual([
    { status: 'pending', payment_state: 'awaiting_verification' },
  ])
})

test('a coupon for one order of each customer is used again by one of two orders that are paid late', async () => {
  const another = '00000000-0000-4000-8000-00eeee000003'
  await shop.owner.query('begin')
  await placeOrder(shop.owner, { orderId: another, userId: PEOPLE.customer, productId: PRODUCT.soap, quantity: 1 })
  await shop.owner.query('commit')
  await shop.owner.query('update public.discounts set customer_limit = 1')
  // both had the coupon, one after the other, and were cancelled by the job
  await shop.owner.query("set session_replication_role = 'replica'")
  await shop.owner.query('delete from public.discount_redemptions')
  await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment', status = 'cancelled' where user_id = $1", [
    PEOPLE.customer,
  ])
  await shop.owner.query("update public.payments set method = 'upi', state = 'awaiting_payment' where order_id = any ($1)", [[ORDER, another]])
  await shop.owner.query('insert into private.released_redemptions (order_id, discount_id, user_id) select unnest($1::uuid[]), $2, $3', [
    [ORDER, another],
    DISCOUNT,
    PEOPLE.customer,
  ])
  await shop.owner.query("set session_replication_role = 'origin'")
  const pay = async (db: Scratch, id: string) => {
    await db.as('admin')
    await db.run("update public.payments set state = 'paid' where order_id = $1", [id])
  }
  await meeting(
    (db) => pay(db, ORDER),
    (db) => pay(db, another),
  )
  const { rows } = await shop.owner.query(
    'select o.id, o.status, p.state from public.orders o join public.payments p on p.order_id = o.id where o.user_id = $1 order by o.id',
    [PEOPLE.customer],
  )
  expect(rows).toEqual([
    { id: ORDER, status: 'pending', state: 'paid' },
    { id: another, status: 'cancelled', state: 'refund_due' },
  ])
})

test('webhooks are claimed while an order writes an event, and an order writes one while they are claimed', async () => {
  await shop.owner.query("insert into private.webhook_endpoints (url) values ('https://erp.example/hook')")
  const write = (db: Scratch, order: string) => db.run("select private.write_webhook('order.placed', $1, '{}')", [order])
  const claim = (db: Scratch) => db.rows('select kind from private.claim_webhooks(10)')
  await write(scratchOn(shop.owner), ORDER)
  const [one, other] = [scratchOn(first), scratchOn(second)]
  await one.run('begin')
  await other.run('begin')
  await write(one, OTHER_ORDER)
  expect(await claim(other)).toEqual([{ kind: 'order.placed' }])
  await one.run('rollback')
  await one.run('begin')
  await one.run("set local lock_timeout = '2s'") // to fail rather than to wait
  await write(one, OTHER_ORDER)
  await one.run('rollback')
  await other.run('rollback')
})

const begin = async (): Promise<string> => {
  await shop.owner.query('begin')
  const db = scratchOn(shop.owner)
  await db.as('admin')
  const id = String((await db.rows("select public.begin_import('list.xlsx', 1, 1) as id"))[0]?.['id'])
  await db.run('select public.import_products($1, false, $2)', [JSON.stringify([{ row: 2, sku: 'SOAP', set: { brand: 'Neem & Co' } }]), id])
  await shop.owner.query('commit')
  return id
}
const undo = async (db: Scratch, id: string) => {
  await db.as('admin')
  await db.run('select public.undo_import($1)', [id])
}
const PARTS: Record<string, [string, unknown]> = {
  rows: ['select public.import_products($2, false, $1)', JSON.stringify([{ row: 3, sku: 'NEW', set: { name: 'New', price: 10 } }])],
  families: [
    'select public.import_families($2, $1)',
    JSON.stringify([{ key: 'k', name: 'Soap', options: ['Scent'], members: [{ sku: 'SOAP', values: ['Neem'] }] }]),
  ],
  pictures: ['select public.queue_pictures($1, $2)', JSON.stringify([{ sku: 'SOAP', addresses: ['https://example.in/a.webp'] }])],
  'pictures of a zip': ["select public.add_zip_picture($1, 'SOAP', 1, $2, 'product_images/z.webp')", 'a'.repeat(64)],
}

test.for(Object.entries(PARTS))('%s of an import that is being undone are refused', async ([, [sql, value]]) => {
  const id = await begin()
  const refusal = await meeting(
    (db) => undo(db, id),
    async (db) => {
      await db.as('admin')
      return db.refused(sql, [id, value])
    },
  )
  expect(refusal.detail).toBe('{"code":"NO_IMPORT"}')
})

test('an undo takes back the rows that are just being written too', async () => {
  const id = await begin()
  await meeting(
    async (db) => {
      await db.as('admin')
      await db.run(PARTS['rows']?.[0] ?? '', [id, PARTS['rows']?.[1]])
    },
    (db) => undo(db, id),
  )
  expect((await shop.owner.query("select from public.products where sku = 'NEW'")).rowCount).toBe(0)
})

test('a picture that arrives while its import is being undone is not kept, and neither ends in a deadlock', async () => {
  const id = await begin()
  await shop.owner.query('begin')
  const staff = scratchOn(shop.owner)
  await staff.as('admin')
  await staff.run(PARTS['pictures']?.[0] ?? '', [id, PARTS['pictures']?.[1]])
  await staff.as('owner')
  const [download] = await staff.rows('select id from private.picture_downloads where import_id = $1', [id])
  await shop.owner.query('commit')
  const kept = await meeting(
    // as the undo begins: its products, then what came with them
    (db) => db.run("select from public.products where sku = 'SOAP' for update"),
    (db) => db.rows("select private.keep_picture($1, 'product_images/a.webp', null) as kept", [download?.['id']]),
    (db) => db.run('delete from private.picture_downloads where import_id = $1', [id]),
  )
  expect(kept).toEqual([{ kept: false }])
})

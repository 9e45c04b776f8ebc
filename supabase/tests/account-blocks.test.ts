import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const block = (db: Scratch, whom: string, reason = 'Never pays') => db.rows('select public.block_account($1, $2) as since', [whom, reason])
const blockRefused = (db: Scratch, whom: string, reason = 'Never pays') => db.refused('select public.block_account($1, $2)', [whom, reason])
const unblock = async (db: Scratch, whom: string) => (await db.rows('select public.unblock_account($1) as done', [whom]))[0]?.['done']

test('a block records reason, person and time, bans at the auth service and ends every session; unblocking reverses it', async () => {
  await shop.scratch(async (db) => {
    await db.run('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1), (gen_random_uuid(), $2)', [PEOPLE.customer, PEOPLE.other])
    await db.as('admin')
    await block(db, PEOPLE.customer, '  Never pays ')
    expect(await db.rows('select user_id, reason, blocked_by from public.account_blocks')).toEqual([
      { user_id: PEOPLE.customer, reason: 'Never pays', blocked_by: PEOPLE.admin },
    ])
    await db.as('owner')
    const banned = () => db.rows('select id from auth.users where banned_until > now()')
    expect(await banned()).toEqual([{ id: PEOPLE.customer }])
    expect(await db.rows('select user_id from auth.sessions')).toEqual([{ user_id: PEOPLE.other }])
    await db.as('admin')
    expect(await blockRefused(db, PEOPLE.customer)).toMatchObject({ code: 'PT409', detail: '{"code":"ALREADY_BLOCKED"}' })
    expect(await unblock(db, PEOPLE.customer)).toBe(true)
    expect(await unblock(db, PEOPLE.customer), 'a second time').toBe(false)
    await db.as('owner')
    expect(await banned()).toEqual([])
    expect(await db.rows("select actor, action, changes from public.audit_log where table_name = 'account_blocks' order by id")).toEqual([
      { actor: PEOPLE.admin, action: 'insert', changes: { reason: null } },
      { actor: PEOPLE.admin, action: 'delete', changes: { reason: null } },
    ])
  })
})

test('an admin may block customers, a super admin also admins; they cannot block themselves, and customers can block no one', async () => {
  const ask = (person: Person, whom: string) =>
    shop.scratch(async (db) => {
      await db.as(person)
      try {
        await block(db, whom)
        return 'done'
      } catch (error) {
        const { code, detail } = error as { code: string; detail?: string }
        return /"code":"(\w+)"/.exec(detail ?? '')?.[1] ?? code
      }
    })
  const people = [PEOPLE.customer, PEOPLE.admin, PEOPLE.superAdmin]
  const table: Record<string, string[]> = {}
  for (const person of ['visitor', 'customer', 'admin', 'superAdmin'] as const) {
    table[person] = []
    for (const whom of people) table[person].push(await ask(person, whom))
  }
  expect(table).toEqual({
    visitor: ['42501', '42501', '42501'],
    customer: ['42501', '42501', '42501'],
    admin: ['done', 'OWN_ACCOUNT', 'STAFF'],
    superAdmin: ['done', 'done', 'OWN_ACCOUNT'],
  })
})

test('a reason is needed, and an account', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const reason of ['', '  ', 'x'.repeat(401)]) expect(await blockRefused(db, PEOPLE.customer, reason), reason).toMatchObject({ code: '23514' })
    expect(await blockRefused(db, '00000000-0000-4000-8000-00000000ffff')).toMatchObject({ code: 'PT404' })
  })
})

test('an admin unblocks customers; only a super admin unblocks an admin', async () => {
  await shop.scratch(async (db) => {
    await db.as('superAdmin')
    await db.run("select public.block_account($1, 'x'), public.block_account($2, 'x')", [PEOPLE.admin, PEOPLE.customer])
    await db.as('owner')
    await db.run("insert into public.user_roles (user_id, role) values ($1, 'manager')", [PEOPLE.other])
    await db.as('other')
    expect(await unblock(db, PEOPLE.customer)).toBe(true)
    expect(await db.refused('select public.unblock_account($1)', [PEOPLE.admin])).toMatchObject({ code: '42501', detail: '{"code":"STAFF"}' })
    await db.as('superAdmin')
    expect(await unblock(db, PEOPLE.admin)).toBe(true)
  })
})

test('a blocked admin has no rights from the next statement on, although the token is still valid', async () => {
  await shop.scratch(async (db) => {
    const sees = async (person: Person) => {
      await db.as(person)
      const [row] = await db.rows('select (select count(*)::int from public.orders) as orders, public.has_role($1, $2) as admin', [
        PEOPLE[person as 'admin'],
        'admin',
      ])
      return row
    }
    expect(await sees('admin')).toEqual({ orders: 2, admin: true })
    await db.as('superAdmin')
    await block(db, PEOPLE.admin)
    expect(await sees('admin')).toEqual({ orders: 0, admin: false })
    expect(await db.refused('select public.admin_dashboard()')).toMatchObject({ code: '42501' })
    expect(await blockRefused(db, PEOPLE.customer)).toMatchObject({ code: '42501' })
    expect(await sees('superAdmin')).toEqual({ orders: 2, admin: true })
  })
})

test('a blocked account with a valid token cannot order or fill a cart, but can read its own data', async () => {
  const add = `insert into public.cart_items (product_id, quantity) values ('${PRODUCT.soap}', 1)`
  await shop.scratch(async (db) => {
    await db.as('customer')
    await db.run('savepoint free')
    await db.run(add)
    await db.run('update public.cart_items set quantity = 2 where product_id = $1', [PRODUCT.soap])
    await db.run('rollback to savepoint free')

    await db.as('admin')
    await block(db, PEOPLE.customer)
    await db.as('customer')
    const refused = { code: 'PT403', detail: '{"code":"ACCOUNT_BLOCKED"}' }
    expect(await db.refused(add)).toMatchObject(refused)
    expect(await db.refused('update public.cart_items set quantity = 2')).toMatchObject(refused)
    expect(await db.refused('select public.add_to_cart($1)', [JSON.stringify([{ product_id: PRODUCT.soap, quantity: 1 }])])).toMatchObject(refused)
    expect(await db.rows('select from public.orders')).toHaveLength(1)
    expect(await db.rows('delete from public.cart_items returning id')).toHaveLength(1)
    await db.as('other')
    await db.run(add)
    await db.as('owner')
    const order = (user: string | null) =>
      `insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst, goods_total,
         subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state)
       values (${user === null ? 'null' : `'${user}'`}, 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending')`
    expect(await db.refused(order(PEOPLE.customer))).toMatchObject(refused)
    await db.run(order(PEOPLE.other))
    await db.run(order(null))
  })
})

test('two super admins who block each other at the same time leave one who is not blocked', async () => {
  await shop.owner.query("insert into public.user_roles (user_id, role) values ($1, 'owner')", [PEOPLE.other])
  const [first, second] = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  await Promise.all([first.connect(), second.connect()])
  try {
    const send = async (client: Client, person: Person, whom: string) => {
      await client.query('begin')
      await scratchOn(client).as(person)
      return client.query("select public.block_account($1, 'x')", [whom])
    }
    await send(first, 'superAdmin', PEOPLE.other)
    const waiting = send(second, 'other', PEOPLE.superAdmin).then(
      () => second.query('commit'),
      (error: { code: string }) => error.code,
    )
    await Promise.race([waiting, sleep(300)]) // it now waits for the lock, or has passed it
    await first.query('commit')
    expect(await waiting).toBe('42501')
    expect((await shop.owner.query('select user_id from public.account_blocks')).rows).toEqual([{ user_id: PEOPLE.other }])
  } finally {
    await Promise.all([first.end(), second.end()])
  }
})

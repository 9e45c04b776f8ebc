/** Keys with which other systems act as a member of staff (docs/decisions/0117-api-keys.md). */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hireStaff, ORDER, PEOPLE, PRODUCT } from './scenario.ts'
import { openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

type Made = { refusal: string | null; key: string }

/** The call of the server function create-api-key, for the user whose password it has verified. */
async function make(db: Scratch, wanted: { by?: string; name?: string; role?: string; days?: number; secret?: string } = {}): Promise<Made> {
  const { by = PEOPLE.superAdmin, name = 'ERP', role = 'orders', days = null, secret = name } = wanted
  await db.as('orderService')
  const [made] = await db.rows('select refusal, key from private.create_api_key($1, $2, $3, $4, $5, $6)', [by, name, role, days, digestOf(secret), 'wxyz'])
  await db.as('owner')
  return made as Made
}

/** What a request with the key runs as: the gateway sets these claims. */
async function asKey(db: Scratch, key: string): Promise<void> {
  await db.run('reset role')
  await db.run("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ role: 'authenticated', sub: key })])
  await db.run('set local role authenticated')
}

async function find(db: Scratch, secret: string): Promise<unknown[]> {
  await db.as('orderService')
  const rows = await db.rows('select account, problem from private.find_api_key($1)', [digestOf(secret)])
  await db.as('owner')
  return rows
}

const permissions = async (db: Scratch) => (await db.rows('select public.my_permissions() as list'))[0]?.['list']

describe.each([
  ['manager', 'admin'],
  ['catalogue', 'catalogue'],
  ['orders', 'orders'],
  ['accounts', 'accounts'],
] as const)('a key with the role %s', (role, person: Person) => {
  test('may do what staff with that role may do, and nothing else', async () => {
    await shop.scratch(async (db) => {
      const { key } = await make(db, { role })
      await db.as(person)
      const theirs = await permissions(db)
      await asKey(db, key)
      expect(await permissions(db)).toEqual(theirs)
      expect(theirs).not.toContain('staff.manage')
      expect(theirs).not.toContain('owner.settings')
    })
  })

  test('makes, lists and revokes no keys, changes no roles and sees no staff', async () => {
    await shop.scratch(async (db) => {
      const { key } = await make(db, { role })
      expect(await make(db, { by: key, name: 'Another', role })).toMatchObject({ refusal: 'FORBIDDEN', key: null })
      expect(await db.rows('select refusal from private.set_role($1, $2, null, null)', [key, PEOPLE.superAdmin])).toEqual([{ refusal: 'FORBIDDEN' }])
      await asKey(db, key)
      for (const call of [
        'public.api_keys()',
        `public.revoke_api_key('${key}')`,
        'public.admin_people()',
        'public.staff_security()',
        'public.set_shop_open(false)',
      ])
        expect(await db.refused(`select ${call}`), call).toMatchObject({ code: '42501' })
    })
  })
})

test('orders are read and changed by a key for orders, and products by one for the catalogue, never the other way round', async () => {
  await shop.scratch(async (db) => {
    const orders = await make(db, { name: 'Warehouse', role: 'orders' })
    const catalogue = await make(db, { name: 'ERP', role: 'catalogue' })
    const stock = () => db.rows('select public.move_stock($1, $2, $3, null, $4)', [PRODUCT.cream, 'correction', 5, 'Counted'])
    await asKey(db, orders.key)
    expect(await db.rows('select id from public.orders where id = $1', [ORDER])).toHaveLength(1)
    expect((await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])).rowCount).toBe(1)
    expect(await db.refused("select public.move_stock($1, 'correction', 5, null, 'Counted')", [PRODUCT.cream])).toMatchObject({ code: '42501' })
    await asKey(db, catalogue.key)
    expect(await db.rows('select id from public.orders where id = $1', [ORDER])).toHaveLength(0)
    expect((await db.run("update public.orders set status = 'shipped' where id = $1", [ORDER])).rowCount).toBe(0)
    expect(await stock()).toHaveLength(1)
  })
})

test('only an owner makes a key, with a role below their own, and not through the API', async () => {
  await shop.scratch(async (db) => {
    for (const by of [PEOPLE.admin, PEOPLE.customer]) expect(await make(db, { by }), by).toMatchObject({ refusal: 'FORBIDDEN', key: null })
    expect(await make(db, { role: 'owner' })).toMatchObject({ refusal: 'ROLE', key: null })
    await db.run("delete from private.role_permissions where role = 'owner' and permission = 'gst.read'")
    expect(await make(db, { role: 'accounts' }), 'more than its maker may do').toMatchObject({ refusal: 'ROLE', key: null })
    expect(await make(db)).toMatchObject({ refusal: null })
    expect(await make(db, { name: ' erp ', secret: 'other' })).toMatchObject({ refusal: 'NAME_TAKEN' })
    for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'server', 'mailer'] as const) {
      await db.as(person)
      expect(await db.refused("select private.create_api_key($1, 'x', 'orders', null, sha256('x'), '1234')", [PEOPLE.superAdmin]), person).toMatchObject({
        code: '42501',
      })
      expect(await db.refused("select private.find_api_key(sha256('ERP'))"), person).toMatchObject({ code: '42501' })
    }
  })
})

test('there are at most 50 keys, and revoked ones do not count', async () => {
  await shop.scratch(async (db) => {
    const made: Made[] = []
    for (let n = 0; n < 50; n += 1) made.push(await make(db, { name: `Key ${n}` }))
    expect(made.every(({ refusal }) => refusal === null)).toBe(true)
    expect(await make(db, { name: 'One more' })).toMatchObject({ refusal: 'TOO_MANY_KEYS' })
    await db.as('superAdmin')
    await db.run('select public.revoke_api_key($1)', [made[0]?.key])
    expect(await make(db, { name: 'One more' })).toMatchObject({ refusal: null })
  })
})

test('a revoked key may do nothing at once, even in a session that has begun, and its name is free', async () => {
  await shop.scratch(async (db) => {
    const { key } = await make(db, { role: 'manager' })
    await asKey(db, key)
    expect(await permissions(db)).toContain('orders.process')
    await db.as('admin')
    expect(await db.refused('select public.revoke_api_key($1)', [key]), 'a manager').toMatchObject({ code: '42501' })
    await db.as('superAdmin')
    expect(await db.rows('select public.revoke_api_key($1) as done', [key])).toEqual([{ done: true }])
    expect(await db.rows('select public.revoke_api_key($1) as done', [key])).toEqual([{ done: false }])
    expect(await db.rows('select public.revoke_api_key($1) as done', [PEOPLE.customer]), 'a person').toEqual([{ done: false }])
    await asKey(db, key)
    expect(await permissions(db)).toEqual([])
    expect(await db.rows('select id from public.orders')).toEqual([])
    expect(await find(db, 'ERP')).toEqual([{ account: key, problem: 'REVOKED' }])
    expect(await make(db, { secret: 'new' })).toMatchObject({ refusal: null })
    expect(await find(db, 'new')).toMatchObject([{ problem: null }])
  })
})

test('a key is found by its digest alone; an expired, blocked or unknown one is refused', async () => {
  await shop.scratch(async (db) => {
    const { key } = await make(db, { days: 30 })
    expect(await find(db, 'ERP')).toEqual([{ account: key, problem: null }])
    expect(await find(db, 'erp')).toEqual([])
    await db.run("update private.api_keys set created_at = now() - interval '31 days', expires_at = now() - interval '1 second'")
    expect(await find(db, 'ERP')).toEqual([{ account: key, problem: 'EXPIRED' }])
    await db.run("update private.api_keys set expires_at = now() + interval '1 second'")
    expect(await find(db, 'ERP')).toEqual([{ account: key, problem: null }])
    await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [key])
    expect(await find(db, 'ERP')).toEqual([{ account: key, problem: 'REVOKED' }])
  })
})

test('the last use is written at most once a minute, and only of a valid key', async () => {
  await shop.scratch(async (db) => {
    const used = async () => (await db.rows('select last_used_at, xmin::text as version from private.api_keys'))[0]
    const { key } = await make(db)
    expect((await used())?.['last_used_at']).toBeNull()
    await find(db, 'ERP')
    const first = await used()
    expect(await db.rows("select last_used_at = date_trunc('minute', now()) as now from private.api_keys")).toEqual([{ now: true }])
    await db.run("update private.api_keys set last_used_at = now() - interval '59 seconds'")
    const before = await used()
    await find(db, 'ERP')
    expect(await used()).toEqual(before)
    await db.run("update private.api_keys set last_used_at = now() - interval '61 seconds'")
    await find(db, 'ERP')
    expect((await used())?.['last_used_at']).toEqual(first?.['last_used_at'])
    await db.run('update private.api_keys set last_used_at = null, revoked_at = now() where user_id = $1', [key])
    await find(db, 'ERP')
    expect((await used())?.['last_used_at']).toBeNull()
    expect(await db.rows("select from public.audit_log where table_name = 'api_keys' and changes ? 'last_used_at'")).toEqual([])
  })
})

test('a second factor that the shop demands of its staff is not asked of keys', async () => {
  await shop.scratch(async (db) => {
    const { key } = await make(db)
    await db.run('update private.staff_security set second_factor_required = true')
    await asKey(db, key)
    expect(await permissions(db)).toContain('orders.process')
  })
})

test('making and revoking are in the audit log and mailed to owners, without what recognises the key', async () => {
  await shop.scratch(async (db) => {
    const { key } = await make(db, { days: 90 })
    await db.as('superAdmin')
    await db.run('select public.revoke_api_key($1)', [key])
    await db.as('owner')
    const lines = await db.rows("select actor, action, changes from public.audit_log where table_name = 'api_keys' and row_id = $1 order by id", [key])
    expect(lines).toMatchObject([
      { actor: PEOPLE.superAdmin, action: 'insert', changes: { name: [null, 'ERP'], role: [null, 'orders'], expires_at: [null, expect.any(String)] } },
      { actor: PEOPLE.superAdmin, action: 'update', changes: { revoked_at: [null, expect.any(String)] } },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/digest|hint|wxyz/)
    expect(
      await db.rows(
        "select recipient, data ->> 'what' as what, data ->> 'person' as key, data ->> 'role' as role from private.mails where kind = 'owner_notice'",
      ),
    ).toEqual([{ recipient: 'superAdmin@example.in', what: 'api_key', key: 'ERP', role: 'orders' }])
  })
})

test('what a key changes is in the history under its name, also after it was revoked', async () => {
  await shop.scratch(async (db) => {
    const { key } = await make(db, { role: 'manager' })
    await asKey(db, key)
    await db.run('update public.settings set free_delivery_from = 2000')
    await db.as('superAdmin')
    await db.run('select public.revoke_api_key($1)', [key])
    expect(await db.rows("select actor, actor_name, changes from public.row_history('{settings}', 'true', null, 1)")).toMatchObject([
      { actor: key, actor_name: 'ERP (API key)', changes: { free_delivery_from: [1500, 2000] } },
    ])
    expect(await db.rows('select name from public.staff_names() where user_id = $1', [key])).toEqual([{ name: 'ERP (API key)' }])
  })
})

test('the account of a key is no person: no profile, no staff, no customer, no address to sign in or write to', async () => {
  await shop.scratch(async (db) => {
    const staff = async () => (await db.rows("select facts -> 'count' as count from private.opening_items() where key = 'staff'"))[0]?.['count']
    const before = await staff()
    const { key } = await make(db, { role: 'manager' })
    expect(await staff()).toBe(before)
    expect(
      await db.rows(
        "select email, phone, encrypted_password, email_confirmed_at, banned_until > now() + interval '99 years' as banned from auth.users where id = $1",
        [key],
      ),
    ).toEqual([{ email: null, phone: null, encrypted_password: null, email_confirmed_at: null, banned: true }])
    for (const table of ['public.profiles', 'public.customer_figures', 'public.consents'])
      expect(await db.rows(`select from ${table} where ${table === 'public.profiles' ? 'id' : 'user_id'} = $1`, [key]), table).toEqual([])
    expect(await db.rows('select e from private.owner_emails() e'), 'no mails').toEqual([{ e: 'superAdmin@example.in' }])
    expect(await db.rows('select refusal from private.set_role($1, $2, null, $3)', [PEOPLE.superAdmin, key, 'owner'])).toEqual([{ refusal: 'NO_ACCOUNT' }])
    await db.as('superAdmin')
    expect(await db.rows('select from public.admin_people() where user_id = $1', [key])).toEqual([])
    expect(await db.rows('select from public.customers where id = $1', [key])).toEqual([])
    await db.run('select public.revoke_api_key($1)', [key])
    // history goes on to name a revoked one
    await db.as('owner')
    await db.run("update auth.users set created_at = now() - interval '1 year' where id = $1", [key])
    await db.run('select private.erase_old_sign_ins()')
    expect(await db.rows('select from auth.users where id = $1', [key])).toHaveLength(1)
  })
})

test('a key has no cart', async () => {
  await shop.scratch(async (db) => {
    const { key } = await make(db, { role: 'manager' })
    await asKey(db, key)
    expect(await db.refused('insert into public.cart_items (product_id, quantity) values ($1, 1)', [PRODUCT.cream])).toMatchObject({
      code: 'PT403',
      detail: '{"code":"API_KEY"}',
    })
  })
})

test('the list shows an owner what is valid first, and whether its maker still is an owner', async () => {
  await shop.scratch(async (db) => {
    const old = await make(db, { name: 'Old', secret: 'old' })
    await make(db, { name: 'ERP', role: 'accounts', days: 30 })
    await db.as('superAdmin')
    await db.run('select public.revoke_api_key($1)', [old.key])
    expect(
      await db.rows('select name, role, hint, created_by, maker_is_owner, last_used_at, revoked_at is not null as revoked, revoked_by from public.api_keys()'),
    ).toEqual([
      { name: 'ERP', role: 'accounts', hint: 'wxyz', created_by: 'superAdmin', maker_is_owner: true, last_used_at: null, revoked: false, revoked_by: null },
      {
        name: 'Old',
        role: 'orders',
        hint: 'wxyz',
        created_by: 'superAdmin',
        maker_is_owner: true,
        last_used_at: null,
        revoked: true,
        revoked_by: 'superAdmin',
      },
    ])
    await db.as('owner')
    await db.run("insert into public.user_roles (user_id, role) values ($1, 'owner')", [PEOPLE.other])
    await db.run('delete from public.user_roles where user_id = $1', [PEOPLE.superAdmin])
    await db.as('other')
    expect(await db.rows('select maker_is_owner from public.api_keys() where revoked_at is null')).toEqual([{ maker_is_owner: false }])
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/shop/staff.ts'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test('a new account gets a profile with the name of the sign-up, and a name of any length can sign up', async () => {
  await shop.scratch(async (db) => {
    const make = async (metadata: string | null): Promise<unknown> => {
      const id = randomUUID()
      await db.run('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [id, `${id}@example.in`, metadata])
      return (await db.rows('select full_name from public.profiles where id = $1', [id]))[0]?.['full_name']
    }
    expect(await make('{"full_name":"  Meera Nair "}')).toBe('Meera Nair')
    expect(await make('{}')).toBeNull()
    expect(await make(null)).toBeNull()
    expect(await make(JSON.stringify({ full_name: 'x'.repeat(5000) }))).toBe('x'.repeat(120))
  })
})

test('has_role answers for oneself, to admins and to the server; a super admin has role admin', async () => {
  const ask = (person: Person, about: string, role = 'admin'): Promise<unknown> =>
    shop.scratch(async (db) => {
      await db.as(person)
      return (await db.rows('select public.has_role($1, $2) as answer', [about, role]))[0]?.['answer']
    })
  expect(await ask('admin', PEOPLE.admin)).toBe(true)
  expect(await ask('superAdmin', PEOPLE.superAdmin)).toBe(true)
  expect(await ask('superAdmin', PEOPLE.superAdmin, 'super_admin')).toBe(true)
  expect(await ask('admin', PEOPLE.admin, 'super_admin')).toBe(false)
  expect(await ask('customer', PEOPLE.customer)).toBe(false)
  expect(await ask('customer', PEOPLE.admin), 'about another').toBe(false)
  expect(await ask('admin', PEOPLE.superAdmin), 'an admin about another').toBe(true)
  expect(await ask('server', PEOPLE.admin)).toBe(true)
  await shop.scratch(async (db) => {
    await db.as('visitor')
    expect(await db.refused('select public.has_role($1, $2)', [PEOPLE.admin, 'admin'])).toMatchObject({ code: '42501' })
  })
})

/** The call of the server function set-role, for the user whose password it has verified. */
const setRole = async (db: Scratch, by: Person, whom: string, role: Role | null): Promise<unknown> => {
  await db.as('orderService')
  const [answer] = await db.rows('select refusal from private.set_role($1, $2, null, $3)', [PEOPLE[by as keyof typeof PEOPLE], whom, role])
  await db.as('owner')
  return answer?.['refusal'] ?? 'done'
}
const rolesOf = (db: Scratch, id: string) => db.rows('select role, granted_by from public.user_roles where user_id = $1 order by role', [id])

test('an owner grants, changes and removes roles in their own name; the log shows the person', async () => {
  await shop.scratch(async (db) => {
    await db.run('update auth.users set email_confirmed_at = now()')
    expect(await setRole(db, 'superAdmin', PEOPLE.customer, 'manager')).toBe('done')
    expect(await rolesOf(db, PEOPLE.customer)).toEqual([{ role: 'manager', granted_by: PEOPLE.superAdmin }])
    expect(await setRole(db, 'superAdmin', PEOPLE.customer, 'manager')).toBe('SAME')
    expect(await setRole(db, 'superAdmin', PEOPLE.customer, 'owner')).toBe('done')
    expect(await rolesOf(db, PEOPLE.customer)).toEqual([{ role: 'owner', granted_by: PEOPLE.superAdmin }])
    expect(await setRole(db, 'customer', PEOPLE.admin, null)).toBe('done')
    expect(await rolesOf(db, PEOPLE.admin)).toEqual([])
    expect(
      await db.rows("select actor, action from public.audit_log where table_name = 'user_roles' and row_id = $1 and action = 'delete'", [PEOPLE.admin]),
    ).toEqual([{ actor: PEOPLE.customer, action: 'delete' }])
  })
})

test('only an owner grants a role, not a manager and not through the API, and the last owner cannot be removed', async () => {
  await shop.scratch(async (db) => {
    await db.run('update auth.users set email_confirmed_at = now()')
    for (const person of ['customer', 'admin'] as const) expect(await setRole(db, person, PEOPLE.other, 'manager'), person).toBe('FORBIDDEN')
    expect(await setRole(db, 'superAdmin', PEOPLE.superAdmin, null)).toBe('LAST_OWNER')
    expect(await setRole(db, 'superAdmin', PEOPLE.superAdmin, 'manager')).toBe('LAST_OWNER')
    for (const person of ['customer', 'admin', 'superAdmin'] as const) {
      await db.as(person)
      expect(await db.refused('select private.set_role($1, $2, null, $3)', [PEOPLE.superAdmin, PEOPLE.customer, 'manager']), person).toMatchObject({
        code: '42501',
      })
    }
    expect(await setRole(db, 'superAdmin', PEOPLE.other, 'owner')).toBe('done')
    expect(await setRole(db, 'superAdmin', PEOPLE.superAdmin, null)).toBe('done')
    expect(await setRole(db, 'superAdmin', PEOPLE.customer, 'manager')).toBe('FORBIDDEN')
  })
})

test('a role is only given to an account that is not blocked and has a confirmed address', async () => {
  await shop.scratch(async (db) => {
    const byEmail = async (email: string): Promise<unknown> =>
      (await db.rows("select coalesce(refusal, 'done') as answer from private.set_role($1, null, $2, 'manager')", [PEOPLE.superAdmin, email]))[0]?.['answer']
    expect(await byEmail('nobody@example.in')).toBe('NO_ACCOUNT')
    await db.run("update auth.users set email_confirmed_at = null where email = 'other@example.in'")
    expect(await byEmail('other@example.in')).toBe('UNCONFIRMED')
    await db.run('update auth.users set email_confirmed_at = now()')
    await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [PEOPLE.other])
    expect(await byEmail('other@example.in')).toBe('BLOCKED')
    await db.run('delete from public.account_blocks')
    expect(await byEmail(' Other@Example.in ')).toBe('done')
  })
})

test('a blocked owner does not count as owner: they cannot change roles, and the last owner who is not blocked remains', async () => {
  await shop.scratch(async (db) => {
    await db.run('update auth.users set email_confirmed_at = now()')
    expect(await setRole(db, 'superAdmin', PEOPLE.other, 'owner')).toBe('done')
    await db.run("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [PEOPLE.other])
    expect(await setRole(db, 'other', PEOPLE.customer, 'manager')).toBe('FORBIDDEN')
    expect(await setRole(db, 'superAdmin', PEOPLE.superAdmin, null)).toBe('LAST_OWNER')
  })
})

test('two owners who remove each other at the same moment leave one', async () => {
  await shop.owner.query("insert into public.user_roles (user_id, role) values ($1, 'owner')", [PEOPLE.other])
  const [first, second] = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  await Promise.all([first.connect(), second.connect()])
  try {
    const remove = async (client: Client, by: string, whom: string): Promise<unknown> => {
      await client.query('begin')
      return (await client.query<{ refusal: unknown }>('select refusal from private.set_role($1, $2, null, null)', [by, whom])).rows[0]?.refusal
    }
    expect(await remove(first, PEOPLE.superAdmin, PEOPLE.other)).toBeNull()
    const waiting = remove(second, PEOPLE.other, PEOPLE.superAdmin)
    await Promise.race([waiting, sleep(300)]) // it now waits for the lock, or has passed it
    await first.query('commit')
    expect(await waiting).toBe('FORBIDDEN')
    await second.query('commit')
  } finally {
    await Promise.all([first.end(), second.end()])
  }
  expect((await shop.owner.query("select user_id from public.user_roles where role = 'owner'")).rows).toEqual([{ user_id: PEOPLE.superAdmin }])
})

test('only owners see who the staff are and who has a second factor', async () => {
  const ask = (person: Person) =>
    shop.scratch(async (db) => {
      await db.as(person)
      return db.rows('select user_id, role, email, second_factor from public.admin_people() order by role')
    })
  expect(await ask('superAdmin')).toEqual([
    { user_id: PEOPLE.admin, role: 'manager', email: 'admin@example.in', second_factor: false },
    { user_id: PEOPLE.superAdmin, role: 'owner', email: 'superAdmin@example.in', second_factor: false },
  ])
  for (const person of ['admin', 'customer', 'visitor'] as const) await expect(ask(person), person).rejects.toMatchObject({ code: '42501' })
})

test('a customer cannot take another identity by writing rows', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await db.refused(`update public.profiles set id = '${PEOPLE.other}'`)).toMatchObject({ code: '42501' })
    expect(await db.refused(`insert into public.cart_items (user_id, product_id, quantity) values ('${PEOPLE.other}', '${PRODUCT.soap}', 1)`)).toMatchObject({
      code: '42501',
    })
    expect(
      await db.refused(
        `insert into public.addresses (user_id, full_name, address, city, state, pincode, phone) values ('${PEOPLE.other}', 'A', '1', 'P', 'M', '411001', '9876543210')`,
      ),
    ).toMatchObject({ code: '42501' })
  })
})

test('a cart has whole quantities within limits, each product once, and belongs to the caller by default', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    const add = (quantity: string): string => `insert into public.cart_items (product_id, quantity) values ('${PRODUCT.soap}', ${quantity}) returning user_id`
    for (const bad of ['0', '-1', '100000']) expect(await db.refused(add(bad)), bad).toMatchObject({ code: '23514' })
    expect(await db.rows(add('99999'))).toEqual([{ user_id: PEOPLE.customer }])
    expect(await db.refused(add('1')), 'twice').toMatchObject({ code: '23505' })
  })
})

test('a deleted product is removed from the carts', async () => {
  await shop.scratch(async (db) => {
    await db.run('delete from public.products where id = $1', [PRODUCT.cream])
    expect(await db.rows('select from public.cart_items')).toHaveLength(0)
  })
})

test('choosing a default address is one write, and there is only one default', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    const [second] = await db.rows(
      "insert into public.addresses (full_name, address, city, state, pincode, phone, is_default) values ('Second', '2', 'Pune', 'Maharashtra', '411002', '9876543210', true) returning id",
    )
    const defaults = (): Promise<Record<string, unknown>[]> => db.rows('select full_name from public.addresses where is_default')
    expect(await defaults()).toEqual([{ full_name: 'Second' }])
    await db.run('update public.addresses set is_default = true where id <> $1', [second?.['id']])
    expect(await defaults()).toEqual([{ full_name: 'A' }])
    await db.as('owner')
    expect(await db.rows('select from public.addresses where is_default'), 'the other customer keeps theirs').toHaveLength(2)
  })
})

test('customers cannot see, search or count a draft or its pictures', async () => {
  await shop.scratch(async (db) => {
    for (const person of ['visitor', 'customer'] as const) {
      await db.as(person)
      expect(await db.rows('select from public.products where id = $1', [PRODUCT.draft]), person).toHaveLength(0)
      expect(await db.rows('select from public.product_images where product_id = $1', [PRODUCT.draft]), person).toHaveLength(0)
      expect(await db.rows("select name from public.search_products('serum')"), person).toEqual([])
      expect(await db.rows("select public.product_facets(p_query => 'serum') ->> 'total' as total"), person).toEqual([{ total: '0' }])
    }
    await db.as('admin')
    expect(await db.rows('select from public.products where id = $1', [PRODUCT.draft])).toHaveLength(1)
    expect(await db.rows('select from public.product_images where product_id = $1', [PRODUCT.draft])).toHaveLength(1)
    expect(await db.rows("select name from public.search_products('CREAM')")).toEqual([{ name: 'Rose Cream' }])
  })
})

test("marking all notifications as read changes only the caller's own", async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect((await db.run('update public.notifications set read = true')).rowCount).toBe(1)
    await db.as('owner')
    expect(await db.rows('select user_id from public.notifications where read')).toEqual([{ user_id: PEOPLE.customer }])
  })
})

test('a manager may change the profiles of customers, only an owner those of staff', async () => {
  const rename = async (db: Scratch, id: string) => db.rows("update public.profiles set full_name = 'Renamed' where id = $1 returning id", [id])
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await rename(db, PEOPLE.customer)).toHaveLength(1)
    expect(await rename(db, PEOPLE.superAdmin)).toEqual([])
    expect(await rename(db, PEOPLE.admin)).toHaveLength(1) // their own
    await db.as('superAdmin')
    expect(await rename(db, PEOPLE.admin)).toHaveLength(1)
    expect(await rename(db, PEOPLE.customer)).toHaveLength(1)
  })
})

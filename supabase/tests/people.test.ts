import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Person, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test('a new account gets a profile with the name it signed up with, and no name is too long to sign up', async () => {
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

test('a super admin grants roles in his own name, and the last one stays', async () => {
  await shop.scratch(async (db) => {
    await db.as('superAdmin')
    expect(await db.rows(`insert into public.user_roles (user_id, role) values ('${PEOPLE.customer}', 'admin') returning granted_by`)).toEqual([
      { granted_by: PEOPLE.superAdmin },
    ])
    const resign = `delete from public.user_roles where user_id = '${PEOPLE.superAdmin}'`
    expect(await db.refused(resign)).toMatchObject({ code: 'PT409' })
    await db.run(`insert into public.user_roles (user_id, role) values ('${PEOPLE.customer}', 'super_admin')`)
    expect((await db.run(resign)).rowCount).toBe(1)
  })
})

test('two super admins who remove each other at the same moment leave one', async () => {
  await shop.owner.query("insert into public.user_roles (user_id, role) values ($1, 'super_admin')", [PEOPLE.other])
  const [first, second] = [new Client({ connectionString: shop.url }), new Client({ connectionString: shop.url })]
  await Promise.all([first.connect(), second.connect()])
  try {
    const remove = async (client: Client, person: Person, whom: string): Promise<unknown> => {
      await client.query('begin')
      await scratchOn(client).as(person)
      return client.query("delete from public.user_roles where role = 'super_admin' and user_id = $1", [whom])
    }
    await remove(first, 'superAdmin', PEOPLE.other)
    const waiting = remove(second, 'other', PEOPLE.superAdmin).then(
      () => second.query('commit'),
      (error: { code: string }) => error.code,
    )
    await Promise.race([waiting, sleep(300)]) // it is at the lock now, or went past it
    await first.query('commit')
    expect(await waiting).toBe('PT409')
  } finally {
    await Promise.all([first.end(), second.end()])
  }
})

test('a customer cannot become anybody else by writing', async () => {
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

test('a cart holds whole quantities within reason, each product once, of this user when none is named', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    const add = (quantity: string): string => `insert into public.cart_items (product_id, quantity) values ('${PRODUCT.soap}', ${quantity}) returning user_id`
    for (const bad of ['0', '-1', '100000']) expect(await db.refused(add(bad)), bad).toMatchObject({ code: '23514' })
    expect(await db.rows(add('99999'))).toEqual([{ user_id: PEOPLE.customer }])
    expect(await db.refused(add('1')), 'twice').toMatchObject({ code: '23505' })
  })
})

test('a deleted product leaves the carts', async () => {
  await shop.scratch(async (db) => {
    await db.run('delete from public.products where id = $1', [PRODUCT.cream])
    expect(await db.rows('select from public.cart_items')).toHaveLength(0)
  })
})

test('choosing a default address is one write, and it is the only one', async () => {
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
    expect(await db.rows('select from public.addresses where is_default'), 'the other customer keeps his').toHaveLength(2)
  })
})

test('a draft cannot be seen, pictured, searched or counted by a customer', async () => {
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

test("marking all notifications read touches only one's own", async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect((await db.run('update public.notifications set read = true')).rowCount).toBe(1)
    await db.as('owner')
    expect(await db.rows('select user_id from public.notifications where read')).toEqual([{ user_id: PEOPLE.customer }])
  })
})

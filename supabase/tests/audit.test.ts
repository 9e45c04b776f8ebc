import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** The newest entries about a row, newest first. */
const lines = async (db: Scratch, rowId: string, limit = 1): Promise<Record<string, unknown>[]> => {
  await db.as('owner')
  return db.rows('select actor, table_name, action, changes from public.audit_log where row_id = $1 order by id desc limit $2', [rowId, limit])
}
const count = async (db: Scratch): Promise<number> => {
  await db.as('owner')
  return Number((await db.rows('select count(*) from public.audit_log'))[0]?.['count'])
}

test('a price change is logged with the person, the old and the new value', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run('update public.products set price = 120, is_featured = true where id = $1', [PRODUCT.cream])
    expect(await lines(db, PRODUCT.cream)).toEqual([
      { actor: PEOPLE.admin, table_name: 'products', action: 'update', changes: { price: [118, 120], is_featured: [false, true] } },
    ])
  })
})

test('inserts and deletions are logged; a deleted row is shown with its last values', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const [made] = await db.rows("insert into public.categories (name) values ('Nails') returning id")
    const id = String(made?.['id'])
    await db.run('delete from public.categories where id = $1', [id])
    const [deleted, inserted] = await lines(db, id, 2)
    expect(inserted).toMatchObject({ action: 'insert', changes: { name: [null, 'Nails'], slug: [null, 'nails'] } })
    expect(deleted).toMatchObject({ action: 'delete', changes: { name: ['Nails', null] } })
  })
})

test('each row of a statement has its own entry', async () => {
  await shop.scratch(async (db) => {
    const before = await count(db)
    await db.as('admin')
    await db.run("update public.products set brand = 'Kaveri' where category_id = $1", [CATEGORY])
    expect(await count(db)).toBe(before + 3)
  })
})

test('a sale, a cancellation, a ranking and an edit without a change write no entry about products', async () => {
  await shop.scratch(async (db) => {
    const before = await count(db)
    await db.as('orderService')
    await db.run('update public.products set stock = stock - 1, units_sold = units_sold + 1 where id = $1', [PRODUCT.cream])
    await db.as('owner')
    await db.run('select private.rank_products()')
    await db.as('admin')
    await db.run('update public.products set name = name, stock = 7 where id = $1', [PRODUCT.cream])
    expect(await count(db)).toBe(before)
  })
})

test('a step of an order is logged with its value, the buyer’s data only with the name of the field', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run("update public.orders set courier = 'BlueDart', status = 'cancelled', cancel_reason = 'Asha moved to 12 Hill Road' where id = $1", [ORDER])
    const [line] = await lines(db, ORDER)
    expect(line).toMatchObject({
      actor: PEOPLE.admin,
      changes: { status: ['pending', 'cancelled'], courier: ['DTDC', 'BlueDart'], cancelled_by: [null, PEOPLE.admin], cancel_reason: null },
    })
    expect(await db.rows("select from public.audit_log where changes::text ~ 'Hill Road|Asha|asha@'")).toEqual([])
  })
})

test('erasing an account removes the person from the log', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run("update public.profiles set full_name = 'Meera Nair', phone = '9820012345' where id = $1", [PEOPLE.customer])
    expect((await lines(db, PEOPLE.customer))[0]).toMatchObject({ table_name: 'profiles', changes: { full_name: null, phone: null } })
    await db.run("update public.orders set status = 'cancelled', cancel_reason = 'x' where id = $1", [ORDER])
    await db.run('delete from auth.users where id = $1', [PEOPLE.customer])
    expect(await db.rows("select from public.audit_log where changes::text ~ 'Meera|98200|9876543210|asha@|1 Road'")).toEqual([])
  })
})

test('changes by customers to their own data are not logged', async () => {
  await shop.scratch(async (db) => {
    const before = await count(db)
    await db.as('customer')
    await db.run("update public.profiles set full_name = 'Meera' where id = $1", [PEOPLE.customer])
    expect(await count(db)).toBe(before)
  })
})

test('a payment is found with its order, without its reference; roles and settings are logged', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run("update public.payments set state = 'paid', provider_reference = '412345678901' where order_id = $1", [ORDER])
    expect((await lines(db, ORDER, 5)).find((line) => line['table_name'] === 'payments')).toMatchObject({
      actor: PEOPLE.admin,
      changes: { state: ['cod_pending', 'paid'], provider_reference: null },
    })
    await db.as('owner')
    await db.run('update auth.users set email_confirmed_at = now() where id = $1', [PEOPLE.other])
    await db.as('orderService')
    await db.run("select private.set_role($1, $2, null, 'manager')", [PEOPLE.superAdmin, PEOPLE.other])
    expect(await lines(db, PEOPLE.other)).toEqual([
      { actor: PEOPLE.superAdmin, table_name: 'user_roles', action: 'insert', changes: { role: [null, 'manager'], granted_by: [null, PEOPLE.superAdmin] } },
    ])
    await db.as('admin')
    await db.run('update public.settings set free_delivery_from = 2000')
    expect(await lines(db, 'true')).toMatchObject([{ table_name: 'settings', changes: { free_delivery_from: [1500, 2000] } }])
  })
})

test('long texts are truncated', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run("update public.products set description = repeat('x', 5000) where id = $1", [PRODUCT.cream])
    expect((await lines(db, PRODUCT.cream))[0]?.['changes']).toEqual({ description: [null, `${'x'.repeat(300)}…`] })
  })
})

test('values of a column that sounds like a secret are never shown, whatever happens to the row', async () => {
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run('create table private.keys_of_a_test (id uuid primary key default gen_random_uuid(), name text, razorpay_secret text, api_token text)')
    await db.run("select private.audit_table('private.keys_of_a_test')")
    const [made] = await db.rows("insert into private.keys_of_a_test (name, razorpay_secret, api_token) values ('a', 's1', 't1') returning id")
    const id = String(made?.['id'])
    await db.run("update private.keys_of_a_test set name = 'b', razorpay_secret = 's2', api_token = 't2'")
    await db.run('delete from private.keys_of_a_test')
    const hidden = { razorpay_secret: null, api_token: null }
    expect((await lines(db, id, 3)).map(({ action, changes }) => [action, changes])).toEqual([
      ['delete', { id: [id, null], name: ['b', null], ...hidden }],
      ['update', { name: ['a', 'b'], ...hidden }],
      ['insert', { id: [null, id], name: [null, 'a'], ...hidden }],
    ])
  })
})

test('the history of a row names the person, newest first, page by page, and is empty except for admins', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const price of [101, 102, 103]) await db.run('update public.products set price = $2 where id = $1', [PRODUCT.cream, price])
    const read = (before: unknown) =>
      db.rows("select id, actor_name, changes -> 'price' ->> 1 as price from public.row_history('{products,product_images}', $1, $2, 2)", [
        PRODUCT.cream,
        before,
      ])
    const first = await read(null)
    expect(first.map(({ actor_name, price }) => [actor_name, price])).toEqual([
      ['admin', '103.00'],
      ['admin', '102.00'],
    ])
    expect((await read(first[1]?.['id']))[0]).toMatchObject({ price: '101.00' })
    await db.as('customer')
    expect(await read(null)).toEqual([])
    await db.as('visitor')
    expect(await db.refused("select public.row_history('{products}', 'x')")).toMatchObject({ code: '42501' })
  })
})

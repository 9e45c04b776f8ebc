import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PEOPLE, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const write = async (db: Scratch, body = 'Call Asha before you ring'): Promise<string> => {
  await db.as('admin')
  return String((await db.rows('insert into public.order_notes (order_id, body) values ($1, $2) returning id', [ORDER, body]))[0]?.['id'])
}
const notes = async (db: Scratch) => {
  await db.as('owner')
  return db.rows('select author, body, edited_at is not null as edited from public.order_notes where order_id = $1', [ORDER])
}

test('only its author may correct or delete a note, for a day', async () => {
  await shop.scratch(async (db) => {
    const id = await write(db)
    await db.as('superAdmin')
    expect((await db.run("update public.order_notes set body = 'x' where id = $1", [id])).rowCount).toBe(0)
    expect((await db.run('delete from public.order_notes where id = $1', [id])).rowCount).toBe(0)
    await db.as('admin')
    expect((await db.run("update public.order_notes set body = 'Ring at noon' where id = $1", [id])).rowCount).toBe(1)
    expect(await notes(db)).toEqual([{ author: PEOPLE.admin, body: 'Ring at noon', edited: true }])
    await db.run("update public.order_notes set created_at = now() - interval '25 hours' where id = $1", [id])
    await db.as('admin')
    expect((await db.run("update public.order_notes set body = 'x' where id = $1", [id])).rowCount).toBe(0)
    expect((await db.run('delete from public.order_notes where id = $1', [id])).rowCount).toBe(0)
    expect(await notes(db)).toHaveLength(1)
  })
})

test('a note in another person’s name, an empty note or one without a subject is refused', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect((await db.refused('insert into public.order_notes (order_id, author, body) values ($1, $2, $3)', [ORDER, PEOPLE.superAdmin, 'x'])).code).toBe(
      '42501',
    )
    expect((await db.refused("insert into public.order_notes (order_id, body) values ($1, '  ')", [ORDER])).code).toBe('23514')
    expect((await db.refused("insert into public.order_notes (order_id, body) values (gen_random_uuid(), 'x')")).code).toBe('23503')
  })
})

test('the log shows that a note was written, changed and deleted, never its text', async () => {
  await shop.scratch(async (db) => {
    const id = await write(db)
    await db.run("update public.order_notes set body = 'Secret words' where id = $1", [id])
    await db.run('delete from public.order_notes where id = $1', [id])
    await db.as('owner')
    const lines = await db.rows("select actor, action, changes from public.audit_log where table_name = 'order_notes' and row_id = $1 order by id", [ORDER])
    expect(lines).toEqual(['insert', 'update', 'delete'].map((action) => ({ actor: PEOPLE.admin, action, changes: { body: null } })))
  })
})

test('notes are deleted with the buyer’s data: when the account is erased, and when the documents have expired', async () => {
  await shop.scratch(async (db) => {
    await write(db)
    await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Asked to' where id = $1", [ORDER])
    await db.as('owner')
    expect(await notes(db)).toHaveLength(1)
    await db.run('delete from auth.users where id = $1', [PEOPLE.customer])
    expect(await notes(db)).toEqual([])
  })
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const set of ["status = 'processing'", "status = 'shipped', courier = 'DTDC'", "status = 'delivered'"])
      await db.run(`update public.orders set ${set} where id = $1`, [ORDER])
    await db.as('owner')
    await db.run('delete from auth.users where id = $1', [PEOPLE.customer])
    await write(db, 'Written after the account was deleted')
    await db.as('owner')
    await db.run("select set_config('shop.as_of', '2036-01-01T00:00:00Z', true)")
    expect((await db.rows('select private.erase_documents() as orders'))[0]).toEqual({ orders: 1 })
    expect(await notes(db)).toEqual([])
  })
})

test('a step or a courier does not change the notes', async () => {
  await shop.scratch(async (db) => {
    await write(db)
    await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
    await db.run("update public.orders set courier = 'DTDC', tracking_number = '1' where id = $1", [ORDER])
    expect(await notes(db)).toHaveLength(1)
  })
})

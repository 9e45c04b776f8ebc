/** Which credit note the mail about a refund carries. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hireStaff } from './scenario.ts'
import { ORDER, OTHER_ORDER, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireStaff(shop.owner)
})
afterAll(() => shop.close())

const RETURN = '(select r.version from public.returns r where r.id = $1)'

/** One piece of the order comes back and is credited; answers the file of its credit note. */
async function returned(db: Scratch): Promise<unknown> {
  const [line] = await db.rows('select id from public.order_items where order_id = $1', [ORDER])
  const lines = (columns: Record<string, number>) => JSON.stringify([{ item: line?.['id'], ...columns }])
  await db.as('customer')
  const [asked] = await db.rows("select public.ask_return($1, $2, 'damaged', 'The lid is broken') as id", [ORDER, lines({ quantity: 1 })])
  await db.as('admin')
  await db.run(`select public.approve_return($1, ${RETURN})`, [asked?.['id']])
  await db.run(`select public.receive_return($1, ${RETURN}, $2)`, [asked?.['id'], lines({ restocked: 1, damaged: 0, lost: 0 })])
  await db.run(`select public.close_return($1, ${RETURN})`, [asked?.['id']])
  return (await db.rows('select credit_file from public.returns where id = $1', [asked?.['id']]))[0]?.['credit_file']
}
const carried = async (db: Scratch): Promise<unknown[]> => {
  await db.as('owner')
  const mails = await db.rows(
    "select (select d.file_id from private.mail_document(m.id) d) as file from private.mails m where m.kind = 'order_refunded' order by m.id",
  )
  return mails.map(({ file }) => file)
}

test('each refund of a return has the credit note of its own return, and goodwill has none', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    for (const step of ["'processing'", "'shipped', courier = 'DTDC', tracking_number = 'D1'", "'delivered'"]) {
      await db.run(`update public.orders set status = ${step} where id = $1`, [ORDER])
    }
    await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])
    const files = [await returned(db), await returned(db)]
    await db.as('accounts')
    const [goodwill] = await db.rows("select public.start_refund($1, 10, 'It came late', (select o.version from public.orders o where o.id = $1)) as id", [
      ORDER,
    ])
    const owed = await db.rows("select id from public.refunds where source = 'return' order by reason")
    for (const [at, { id }] of [...owed, goodwill ?? {}].entries()) await db.run("select public.settle_refund($1, 'upi', $2, 1)", [id, `41234567890${at}`])
    expect(new Set(files).size).toBe(2)
    expect(await carried(db)).toEqual([...files, null])
  })
})

test('what a cancellation gives back has its credit note, also where the money arrives after it', async () => {
  await shop.scratch(async (db) => {
    const set = async (table: string, columns: string, order: string) => {
      await db.as('admin')
      await db.run(`update public.${table} set ${columns} where ${table === 'orders' ? 'id' : 'order_id'} = $1`, [order])
    }
    await db.run("set local session_replication_role = 'replica'")
    await db.run("update public.payments set method = 'upi', state = 'awaiting_payment'")
    await db.run("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment'")
    await db.run("set local session_replication_role = 'origin'")
    await set('payments', "state = 'paid'", ORDER)
    for (const order of [ORDER, OTHER_ORDER]) await set('orders', "status = 'processing'", order)
    for (const order of [ORDER, OTHER_ORDER]) await set('orders', "status = 'cancelled', cancel_reason = 'Sold out'", order)
    await set('payments', "state = 'paid'", OTHER_ORDER)
    for (const order of [ORDER, OTHER_ORDER]) await set('payments', "state = 'refunded'", order)
    const files = await carried(db)
    const notes = await db.rows("select file_id from public.documents where kind = 'credit_note' order by issued_at, serial")
    expect(files).toEqual(notes.map((note) => note['file_id']))
    expect(new Set(files).size).toBe(2)
  })
})

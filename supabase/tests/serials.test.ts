import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from './scenario.ts'
import { ORDER, PEOPLE, PRODUCT, openShop, scratchOn } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const accept = (id: string): string => `update public.orders set status = 'processing' where id = '${id}'`

test('accepting issues an invoice number, and a later cancellation a credit note that names the invoice', async () => {
  await shop.scratch(async (db) => {
    await db.run("select set_config('shop.as_of', '2026-11-20 10:00+05:30', true)")
    await db.as('admin')
    expect(await db.rows('select from public.documents')).toHaveLength(0)
    await db.run(accept(ORDER))
    await db.run(`update public.orders set status = 'cancelled', cancel_reason = 'Broken' where id = '${ORDER}'`)
    expect(
      await db.rows(
        'select d.kind, d.serial, r.serial as reverses from public.documents d left join public.documents r on r.id = d.reverses order by d.kind desc',
      ),
    ).toEqual([
      { kind: 'invoice', serial: 'INV/26-27/000001', reverses: null },
      { kind: 'credit_note', serial: 'CN/26-27/000001', reverses: 'INV/26-27/000001' },
    ])
  })
})

test('an order cancelled before it was accepted has no document', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await db.run(`update public.orders set status = 'cancelled', cancelled_by = auth.uid() where id = '${ORDER}'`)
    await db.as('owner')
    expect(await db.rows('select from public.documents')).toHaveLength(0)
  })
})

test('the financial year changes at midnight of 1 April, Indian time', async () => {
  const { rows } = await shop.owner.query(
    "select private.financial_year(t::timestamptz) as year from unnest(array['2027-03-31 23:59:59+05:30', '2027-04-01 00:00+05:30', '2027-03-31 18:30+00', '2027-01-01 12:00+05:30', '2099-12-01']) t",
  )
  expect(rows.map((row: { year: string }) => row.year)).toEqual(['26-27', '27-28', '27-28', '26-27', '99-00'])
})

test('each year starts from one', async () => {
  await shop.scratch(async (db) => {
    const other = randomUUID()
    await placeOrder(shop.owner, { orderId: other, userId: PEOPLE.other, productId: PRODUCT.soap, quantity: 1 })
    await db.run("select set_config('shop.as_of', '2027-03-31 20:00+05:30', true)")
    await db.run(accept(ORDER))
    await db.run("select set_config('shop.as_of', '2027-04-01 09:00+05:30', true)")
    await db.run(accept(other))
    expect(await db.rows('select serial from public.documents order by issued_at')).toEqual([{ serial: 'INV/26-27/000001' }, { serial: 'INV/27-28/000001' }])
  })
})

test('fifty orders accepted concurrently, half of them a second after the year changed, get consecutive numbers, and a rollback leaves no gap', async () => {
  const orders = Array.from({ length: 50 }, () => randomUUID())
  await shop.owner.query('begin')
  for (const orderId of orders) await placeOrder(shop.owner, { orderId, userId: PEOPLE.customer, productId: PRODUCT.cream, quantity: 1 })
  await shop.owner.query('commit')
  await Promise.all(
    orders.map(async (orderId, index) => {
      const client = new Client({ connectionString: shop.url })
      await client.connect()
      try {
        await client.query('begin')
        await client.query("select set_config('shop.as_of', $1, true)", [index % 2 ? '2027-04-01 00:00:01+05:30' : '2027-03-31 23:59:59+05:30'])
        await scratchOn(client).as('admin')
        await client.query(accept(orderId))
        await client.query(index % 5 === 4 ? 'rollback' : 'commit') // ten roll back after they have drawn a number
      } finally {
        await client.end()
      }
    }),
  )
  const { rows } = await shop.owner.query<{ serial: string; issued: string }>(
    "select serial, to_char(issued_at at time zone 'Asia/Kolkata', 'DD Mon') as issued from public.documents where kind = 'invoice' order by serial",
  )
  const row = (year: string, issued: string) =>
    Array.from({ length: 20 }, (_, index) => ({ serial: `INV/${year}/${String(index + 1).padStart(6, '0')}`, issued }))
  expect(rows).toEqual([...row('26-27', '31 Mar'), ...row('27-28', '01 Apr')])
})

test('the year’s millionth invoice has a number of its own, in a series of seven digits', async () => {
  await shop.scratch(async (db) => {
    await db.run("select set_config('shop.as_of', '2030-05-01', true)")
    await db.run("insert into private.serial_counters values ('INV', '30-31', 999999)")
    await db.run(accept(ORDER))
    expect(await db.rows('select serial from public.documents where order_id = $1', [ORDER])).toEqual([{ serial: 'I2/30-31/0000001' }])
  })
})

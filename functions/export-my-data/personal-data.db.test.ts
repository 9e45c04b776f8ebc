import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOT_PERSONAL, PERSONAL_DATA } from '#domain/shop/personal-data.ts'
import type { End } from '#domain/shop/personal-data.ts'
import { createDatabase } from '#server/testing/database.ts'
import { placeOrder } from '../place-order/place-order.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { exportMyData } from './export-my-data.ts'

let shop: TestShop
beforeAll(async () => void (shop = openShop(await createDatabase('shop'))))
afterAll(() => shop.close())

type Row = Record<string, unknown>
const SHIPPING = { full_name: 'Zubeida Nair', address: '12 Hill Road', city: 'Mumbai', state: 'Maharashtra', pincode: '400050', phone: '9820012345' }

async function order(buyer: Person): Promise<string> {
  await shop.fillCart(buyer, { [await shop.product()]: 2 })
  const body = { idempotency_key: randomUUID(), shipping: { ...SHIPPING, email: buyer.email, company_name: 'Zubeida Looks' }, payment_method: 'cod' }
  const answer = await placeOrder(new Request('http://shop.example', { method: 'POST', body: JSON.stringify(body) }), shop.context(buyer))
  return ((await answer.json()) as { order: { id: string } }).order.id
}

/** A buyer with a row in every exported table. One order was invoiced; the other was cancelled before an invoice was issued. */
async function leaver(): Promise<{ buyer: Person; invoiced: string; cancelled: string }> {
  const buyer = await shop.person()
  await shop.sql("update public.profiles set full_name = 'Zubeida Nair', phone = '9820012345' where id = $1", [buyer.id])
  const [invoiced, cancelled] = [await order(buyer), await order(buyer)]
  for (const status of ['processing', 'shipped', 'delivered']) await shop.sql('update public.orders set status = $2 where id = $1', [invoiced, status])
  await shop.sql("update public.orders set status = 'cancelled', cancelled_by = $2, cancel_reason = 'Zubeida moved' where id = $1", [cancelled, buyer.id])
  // Fill empty columns too, so that the test sees whether they are erased; this includes future text columns.
  const texts = Object.entries(PERSONAL_DATA['public.orders']?.columns ?? {}).filter(
    ([name]) => !['gstin', 'pincode', 'state', 'offers', 'cancel_reason'].includes(name),
  )
  const filled = texts.map(([name]) => `${name} = coalesce(nullif(${name}, ''), 'Zubeida')`)
  await shop.sql(`update public.orders set ${filled.join(', ')}, gstin = '27ABCDE1234F1Z0' where id = any ($1)`, [[invoiced, cancelled]])
  for (const id of [invoiced, cancelled])
    await shop.sql(
      "insert into private.undone_payments (payment_id, reason, reference, undone_at) select id, 'Zubeida rang', '412345678901', now() from public.payments where order_id = $1",
      [id],
    )
  for (const id of [invoiced, cancelled]) await shop.sql("insert into public.order_notes (order_id, author, body) values ($1, null, 'Zubeida rang')", [id])
  await shop.sql(
    "insert into public.refunds (order_id, payment_id, amount, source, reason, method, reference, state, paid_at) select order_id, id, 1, 'goodwill', 'Zubeida rang', 'upi', $2, 'paid', now() from public.payments where order_id = $1",
    [invoiced, randomUUID()],
  )
  await shop.sql(
    "insert into public.bank_receipts (order_id, payment_id, received_on, amount, reference, line) select order_id, id, '2026-11-21', 1, $2, sha256(uuid_send(id)) from public.payments where order_id = $1",
    [invoiced, '612345678901'],
  )
  await shop.sql(
    `insert into public.returns (order_id, number, state, asked_by, reason, message, decline_reason, ended_at)
     values ($1, 1, 'declined', 'customer', 'damaged', 'Zubeida rang', 'Zubeida rang', now())`,
    [invoiced],
  )
  await shop.sql(
    `insert into public.e_invoices (document_id, irn, ack_no, ack_at, signed_qr)
     select id, repeat('a', 64), '112620036563310', issued_at, repeat('a', 40) || '.' || repeat('a', 40) || '.' || repeat('a', 40) from public.documents where order_id = $1`,
    [invoiced],
  )
  await shop.sql("insert into public.store_credit_entries (user_id, amount, kind, reason) values ($1, 5, 'staff', 'Zubeida rang')", [buyer.id])
  const product = await shop.product()
  await shop.sql(
    "insert into public.addresses (user_id, full_name, address, city, state, pincode, phone) values ($1, 'M', 'A', 'C', 'Goa', '403001', '9820012345')",
    [buyer.id],
  )
  await shop.sql("insert into public.consents (user_id, purpose, version, given) values ($1, 'offers', 1, true)", [buyer.id])
  await shop.sql('insert into public.stock_requests (user_id, product_id, version) values ($1, $2, 1)', [buyer.id, product])
  await shop.sql("insert into public.customer_notes (user_id, note, author) values ($1, 'Zubeida', null)", [buyer.id])
  await shop.sql(
    "insert into public.complaints (number, user_id, name, email, phone, message, status) values ($1, $2, 'Zubeida', $3, '9820012345', 'It arrived broken.', 'answered')",
    [randomUUID().slice(0, 16), buyer.id, buyer.email],
  )
  await shop.sql("insert into private.mails (kind, recipient, last_error, data) values ('order_status', $1, 'No mailbox of Zubeida', '{}')", [buyer.email])
  return { buyer, invoiced, cancelled }
}

const columnsWith = (table: string, wanted: readonly End[]): string[] =>
  Object.entries(PERSONAL_DATA[table]?.columns ?? {}).flatMap(([name, end]) => (wanted.includes(end) ? [name] : []))

test('every text column of every table is classified, once', async () => {
  const rows = await shop.sql<{ table: string; name: string }>(
    `select n.nspname || '.' || c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.atttypid = any ('{text,text[],varchar,jsonb,json,bytea,inet,cidr}'::regtype[]) order by 1, 2`,
  )
  const classed = [
    ...Object.entries(PERSONAL_DATA).flatMap(([table, { columns }]) => Object.keys(columns).map((name) => `${table}.${name}`)),
    ...Object.entries(NOT_PERSONAL).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  ]
  expect(classed.sort()).toEqual(rows.map(({ table, name }) => `${table}.${name}`).sort())
})

test('data that is deleted with the account is in tables that cascade from it', async () => {
  const rows = await shop.sql<{ table: string }>(
    `with recursive hanging (oid) as (
       select conrelid from pg_constraint where contype = 'f' and confdeltype = 'c' and confrelid = 'auth.users'::regclass
       union select k.conrelid from pg_constraint k join hanging h on k.confrelid = h.oid where k.contype = 'f' and k.confdeltype = 'c')
     select n.nspname || '.' || c.relname as table from hanging h join pg_class c on c.oid = h.oid join pg_namespace n on n.oid = c.relnamespace`,
  )
  const cascading = new Set(rows.map(({ table }) => table))
  const going = Object.keys(PERSONAL_DATA).filter((table) => columnsWith(table, ['goes']).length > 0)
  expect(going.filter((table) => !cascading.has(table))).toEqual([])
})

test('the export contains every column that the register lists for it', async () => {
  const { buyer } = await leaver()
  const answer = await exportMyData(new Request('http://shop.example', { method: 'POST' }), shop.context(buyer))
  const copy = (await answer.json()) as Row
  for (const [table, { copy: path, columns }] of Object.entries(PERSONAL_DATA)) {
    if (path === null) continue
    let found: unknown[] = [copy]
    for (const part of path.split('.')) found = found.flatMap((one) => (one as Row)[part])
    expect(found.length, table).toBeGreaterThan(0)
    expect(Object.keys(Object.assign({}, ...(found as Row[])) as Row), table).toEqual(expect.arrayContaining(Object.keys(columns)))
  }
})

describe('deleting an account', () => {
  const rowsOf = async (table: string, where: string, id: string): Promise<Row[]> => shop.sql(`select * from ${table} where ${where} = $1 order by 1`, [id])
  /** The columns whose values have not changed. */
  const unchanged = (before: Row[], after: Row[], names: string[]): string[] =>
    names.filter((name) => JSON.stringify(before.map((row) => row[name])) === JSON.stringify(after.map((row) => row[name])))

  test.each(['invoiced', 'cancelled'] as const)('treats an order that was %s as the register says', async (which) => {
    const made = await leaver()
    const id = made[which]
    const read = async () => ({
      'public.orders': await rowsOf('public.orders', 'id', id),
      'public.order_status_history': (await rowsOf('public.order_status_history', 'order_id', id)).filter(
        ({ notes, status }) => notes !== null && status === 'cancelled',
      ),
      'public.order_notes': await rowsOf('public.order_notes', 'order_id', id),
      'private.order_words': await rowsOf('private.order_words', 'order_id', id),
      'public.documents': await rowsOf('public.documents', 'order_id', id),
    })
    const before = await read()
    await shop.sql('delete from auth.users where id = $1', [made.buyer.id])
    const after = await read()
    for (const table of Object.keys(before) as (keyof typeof before)[]) {
      if (before[table].length === 0) continue
      const erased = columnsWith(table, which === 'invoiced' ? ['erased'] : ['erased', 'frozen'])
      const stays = columnsWith(table, which === 'invoiced' ? ['frozen', 'kept'] : ['kept'])
      expect(unchanged(before[table], after[table], erased), `${table} still holds`).toEqual([])
      // search words include the phone number, so they change when it is erased
      if (table !== 'private.order_words') expect(unchanged(before[table], after[table], stays), `${table} lost something`).toEqual(stays)
    }
  })

  test('keeps of mails and answered complaints what the register lists', async () => {
    const { buyer } = await leaver()
    const [mails, complaints] = [await rowsOf('private.mails', 'recipient', buyer.email), await rowsOf('public.complaints', 'email', buyer.email)]
    const again = (table: string, rows: Row[]) =>
      shop.sql<Row>(`select * from ${table} where id::text = any ($1) order by 1`, [rows.map((row) => String(row['id']))])
    await shop.sql('delete from auth.users where id = $1', [buyer.id])
    const [mailsAfter, complaintsAfter] = [await again('private.mails', mails), await again('public.complaints', complaints)]
    expect([mails.length > 0, complaints.length > 0]).toEqual([true, true])
    expect(unchanged(complaints, complaintsAfter, columnsWith('public.complaints', ['erased']))).toEqual([])
    expect(unchanged(complaints, complaintsAfter, columnsWith('public.complaints', ['kept']))).toEqual(columnsWith('public.complaints', ['kept']))
    expect(unchanged(mails, mailsAfter, columnsWith('private.mails', ['erased']))).toEqual([])
    expect(unchanged(mails, mailsAfter, columnsWith('private.mails', ['kept']))).toEqual(columnsWith('private.mails', ['kept']))
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keptUntil } from '#domain/documents/retention.ts'
import { ORDER, OTHER_ORDER, PEOPLE, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'
import { at } from './time-and-parts.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Accepts and delivers the order, and stores its document; in the financial year 2020-21 by default. */
async function deliver(db: Scratch, order: string, moment = '2020-05-10T12:00:00+05:30'): Promise<void> {
  await at(db, moment)
  for (const status of ['processing', 'shipped', 'delivered']) await db.run('update public.orders set status = $2 where id = $1', [order, status])
  await db.run("select private.keep_document_files((select d.file_id from public.documents d where d.order_id = $1 limit 1), 'all', '%PDF-', '%PDF-')", [order])
}
const erase = async (db: Scratch) => (await db.rows('select private.erase_documents() as n'))[0]?.['n']
const left = async (db: Scratch, order: string) =>
  (
    await db.rows(
      `select (select count(*)::int from public.documents d where d.order_id = o.id) as documents,
        (select count(*)::int from private.document_files f where f.order_id = o.id) as files, o.full_name, o.address, o.pincode, o.total_amount
       from public.orders o where o.id = $1`,
      [order],
    )
  )[0]
const noted = (db: Scratch) => db.rows('select what, ids, count from private.erasures order by id')
const KEPT = { documents: 1, files: 2, full_name: 'Asha' }

describe('an issued document', () => {
  test('is kept 72 months from the due date of its year’s annual return, and erased by the first run after that', async () => {
    await shop.scratch(async (db) => {
      await deliver(db, ORDER) // 2020-21: the return was due on 31 December 2021
      await at(db, '2027-12-31T23:59:59+05:30')
      expect([await erase(db), await left(db, ORDER)]).toEqual([0, expect.objectContaining(KEPT)])
      const documents = await db.rows('select id from public.documents')
      await at(db, '2028-01-01T00:00:00+05:30')
      expect([await erase(db), await left(db, ORDER)]).toEqual([1, expect.objectContaining({ documents: 0, files: 0 })])
      expect(await noted(db)).toEqual([{ what: 'documents', ids: documents.map(({ id }) => id), count: 1 }])
      expect(await erase(db)).toBe(0)
    })
  })

  test('has the same retention as in the domain', async () => {
    for (const issued of ['2026-11-20T10:00:00Z', '2027-03-31T18:29:59Z', '2027-03-31T18:30:00Z', '2028-01-01T00:00:00Z']) {
      const until = keptUntil(new Date(issued))
      const sql = 'select $1::timestamptz < private.documents_kept_from($2) as due'
      const [after] = (await shop.owner.query<{ due: boolean }>(sql, [issued, until])).rows
      const [before] = (await shop.owner.query<{ due: boolean }>(sql, [issued, new Date(until.getTime() - 1)])).rows
      expect([before?.due, after?.due], issued).toEqual([false, true])
    }
  })

  test('is erased with the name and address that only it required; the amounts remain', async () => {
    await shop.scratch(async (db) => {
      await deliver(db, ORDER)
      await db.run('delete from auth.users where id = $1', [PEOPLE.customer])
      expect(await left(db, ORDER)).toMatchObject(KEPT) // the invoice names the buyer
      await at(db, '2028-01-01T00:00:00+05:30')
      await erase(db)
      expect(await left(db, ORDER)).toEqual({
        documents: 0,
        files: 0,
        full_name: 'Deleted customer',
        address: 'Erased',
        pincode: '411001',
        total_amount: '336.00',
      })
      expect(await noted(db)).toMatchObject([{ what: 'documents' }, { what: 'order_people', ids: [ORDER] }])
    })
  })

  test('leaves the order to a customer with an account, and it is erased with the account', async () => {
    await shop.scratch(async (db) => {
      await deliver(db, ORDER)
      await at(db, '2028-01-01T00:00:00+05:30')
      await erase(db)
      expect(await left(db, ORDER)).toMatchObject({ documents: 0, full_name: 'Asha' })
      await db.run('delete from auth.users where id = $1', [PEOPLE.customer])
      expect(await left(db, ORDER)).toMatchObject({ full_name: 'Deleted customer' })
    })
  })

  test('is kept until the last document of its order expires: a credit note of a later year keeps the invoice too', async () => {
    await shop.scratch(async (db) => {
      await at(db, '2021-03-31T12:00:00+05:30')
      await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
      await at(db, '2021-04-01T12:00:00+05:30')
      await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = $1", [ORDER])
      await at(db, '2028-06-01T12:00:00+05:30')
      expect(await erase(db)).toBe(0)
      await at(db, '2029-01-01T00:00:00+05:30')
      expect([await erase(db), await left(db, ORDER)]).toEqual([1, expect.objectContaining({ documents: 0 })])
    })
  })

  test('is kept while a refund is due, and while it is evidence', async () => {
    await shop.scratch(async (db) => {
      await deliver(db, ORDER)
      await deliver(db, OTHER_ORDER)
      await at(db, '2028-01-01T00:00:00+05:30')
      await db.run("insert into private.retention_holds (reason) values ('Audit of 2020')")
      expect(await erase(db)).toBe(0)
      await db.run('update private.retention_holds set order_id = $1', [ORDER])
      await db.run("update public.orders set payment_state = 'refund_due' where id = $1", [OTHER_ORDER])
      expect(await erase(db)).toBe(0)
      await db.run("update public.orders set payment_state = 'refunded' where id = $1", [OTHER_ORDER])
      expect([await erase(db), await left(db, ORDER), await left(db, OTHER_ORDER)]).toMatchObject([1, KEPT, { documents: 0 }])
    })
  })
})

describe('a file in the bucket', () => {
  const put = (db: Scratch, name: string, moment: string) =>
    db.run("insert into storage.objects (bucket_id, name, created_at, updated_at) values ('documents', $1, $2, $2)", [name, moment])
  const gone = async (db: Scratch) =>
    (await db.rows('select name from private.erase_stored_files() as name')).map(({ name }) => String(name).replace(/.*\//, ''))

  test('is deleted after a day unless it is a copy of an issued document', async () => {
    await shop.scratch(async (db) => {
      await put(db, `${ORDER}/invoice.pdf`, '2020-05-10T11:59:59+05:30') // rendered before it had a number: a proforma
      await put(db, `${ORDER}/invoice-copies.pdf`, '2020-05-10T12:00:00+05:30')
      await put(db, `${ORDER}/packingSlip.pdf`, '2020-05-10T12:00:00+05:30')
      await put(db, `${OTHER_ORDER}/invoice.pdf`, '2020-05-11T11:59:59+05:30') // never accepted
      await put(db, '../odd name', '2020-05-10T12:00:00+05:30')
      await db.run("insert into storage.objects (bucket_id, name, created_at) values ('product_images', 'a.webp', '2020-01-01')")
      await deliver(db, ORDER)
      expect(await gone(db)).toEqual([]) // it is noon of the tenth
      await at(db, '2020-05-12T12:00:00+05:30')
      expect((await gone(db)).sort()).toEqual(['invoice.pdf', 'invoice.pdf', 'odd name', 'packingSlip.pdf'])
      expect(await noted(db)).toMatchObject([{ what: 'stored_files', count: 4 }])
    })
  })

  test('is deleted with its document', async () => {
    await shop.scratch(async (db) => {
      await put(db, `${ORDER}/invoice.pdf`, '2020-05-11T12:00:00+05:30')
      await deliver(db, ORDER)
      await at(db, '2028-01-01T00:00:00+05:30')
      expect(await gone(db)).toEqual([])
      await erase(db)
      expect(await gone(db)).toEqual(['invoice.pdf'])
    })
  })
})

test('sent mails, failed mails, sent logs and fingerprints have their own retention', async () => {
  await shop.scratch(async (db) => {
    await db.run('delete from private.mails')
    await db.run('delete from private.diagnostic_reports')
    const ids = await db.rows(
      `insert into private.mails (kind, recipient, status, created_at, sent_at) values
        ('x', 'a@b.in', 'sent', '2026-01-01', '2026-01-01'), ('x', 'a@b.in', 'failed', '2026-01-01', null), ('x', 'a@b.in', 'queued', '2020-01-01', null),
        ('x', 'a@b.in', 'sent', '2026-03-01', '2026-03-01') returning id::text`,
    )
    await db.run(
      "insert into private.diagnostic_reports (number, page, build, agent, entries, created_at) values ('LOG-1', '/', '1', 'x', '[{}]', '2026-03-01')",
    )
    await db.run("insert into private.complaint_clients values ('x', '2026-03-01')")
    const run = async (moment: string) => {
      await at(db, moment)
      return (await db.rows('select private.erase_old_logs() as n'))[0]?.['n']
    }
    expect(await run('2026-03-01T00:59:00Z')).toBe(0)
    expect([await run('2026-04-02T00:00:00Z'), await noted(db)]).toEqual([
      2,
      [
        { what: 'mails', ids: [ids[0]?.['id']], count: 1 },
        { what: 'diagnostic_reports', ids: ['LOG-1'], count: 1 },
        { what: 'complaint_clients', ids: [], count: 1 },
      ],
    ])
    expect([await run('2026-07-01T00:00:01Z'), await run('2030-01-01T00:00:00Z')]).toEqual([2, 0]) // unsent mail stays in the queue
  })
})

test('only the scheduler’s login may erase', async () => {
  await shop.scratch(async (db) => {
    for (const call of ['erase_documents()', 'erase_stored_files()', 'erase_old_logs()']) {
      for (const person of ['visitor', 'customer', 'admin', 'superAdmin', 'orderService', 'server'] as const) {
        await db.as(person)
        expect(await db.refused(`select private.${call}`), `${person} ${call}`).toMatchObject({ code: '42501' })
      }
      await db.as('mailer')
      await db.run(`select private.${call}`)
      await db.as('owner')
    }
  })
})

describe('once a day besides', () => {
  const requests = (db: Scratch) => db.rows('select key from private.order_requests where user_id = $1 order by key', [PEOPLE.customer])
  const run = async (db: Scratch) => (await db.rows('select private.erase_old_requests() as n'))[0]?.['n']

  test('keys of placed orders are deleted after 30 days, and a record of their orders remains', async () => {
    await shop.scratch(async (db) => {
      await db.run('delete from private.order_requests')
      await db.run(
        "insert into private.order_requests (user_id, key, body_hash, order_id, created_at) values ($1, 'key-old1', 'x', $2, '2026-10-21T10:00:00Z'), ($1, 'key-new1', 'x', null, '2026-10-21T10:00:01Z')",
        [PEOPLE.customer, ORDER],
      )
      await at(db, '2026-11-20T10:00:01Z')
      await db.as('mailer')
      expect(await run(db)).toBe(1)
      expect(await run(db)).toBe(0)
      await db.as('owner')
      expect(await requests(db)).toEqual([{ key: 'key-new1' }])
      expect(await noted(db)).toEqual([{ what: 'order_requests', ids: [ORDER], count: 1 }])
    })
  })

  test('lines of the audit log are kept for eight financial years after their own', async () => {
    await shop.scratch(async (db) => {
      await db.run('delete from private.order_requests')
      await db.run('delete from public.audit_log')
      await db.run(
        "insert into public.audit_log (at, table_name, row_id, action, changes) values ('2026-03-31T23:59:59+05:30', 'settings', 'a', 'update', '{}'), ('2026-04-01T00:00:00+05:30', 'settings', 'b', 'update', '{}')",
      )
      await at(db, '2034-03-31T23:59:59+05:30')
      expect(await run(db)).toBe(0)
      await at(db, '2034-04-01T00:00:00+05:30')
      await db.run('savepoint held')
      await db.run("insert into private.retention_holds (reason) values ('An appeal')")
      expect(await run(db)).toBe(0)
      await db.run('rollback to savepoint held')
      expect(await run(db)).toBe(1)
      expect(await db.rows('select row_id from public.audit_log')).toEqual([{ row_id: 'b' }])
    })
  })
})

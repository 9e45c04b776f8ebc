import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSeries } from '#domain/documents/serials.ts'
import { placeOrder } from './scenario.ts'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'
import { at } from './time-and-parts.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const accept = (db: Scratch, id: string) => db.run("update public.orders set status = 'processing' where id = $1", [id])
const serials = async (db: Scratch) => (await db.rows('select serial from public.documents order by issued_at, serial')).map(({ serial }) => serial)
const version = async (db: Scratch, kind = 'tax_invoice') => (await db.rows('select version from public.serial_series where kind = $1', [kind]))[0]?.['version']
const NAME = 'select public.set_serial_series($1, $2, $3, $4)::text as from'
const name = async (db: Scratch, prefix: string, digits = 6, kind = 'tax_invoice') =>
  (await db.rows(NAME, [kind, prefix, digits, await version(db, kind)]))[0]?.['from']
const refused = async (db: Scratch, prefix: string, digits = 6, kind = 'tax_invoice') =>
  JSON.parse((await db.refused(NAME, [kind, prefix, digits, await version(db, kind)])).detail) as Record<string, unknown>

test('a series without a number this year gets its new name at once', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await at(db, '2026-11-20 10:00+05:30')
    expect(await name(db, 'SHRI', 5)).toBeNull()
    await accept(db, ORDER)
    expect(await serials(db)).toEqual(['SHRI/26-27/00001'])
    expect(await db.rows('select kind, prefix, digits, last_number, next_prefix from public.serial_overview()')).toEqual([
      { kind: 'tax_invoice', prefix: 'SHRI', digits: 5, last_number: 1, next_prefix: null },
      { kind: 'bill_of_supply', prefix: 'BOS', digits: 6, last_number: 0, next_prefix: null },
      { kind: 'credit_note', prefix: 'CN', digits: 6, last_number: 0, next_prefix: null },
    ])
  })
})

test('the last digits of its number find an order in any series', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await at(db, '2026-11-20 10:00+05:30')
    await name(db, 'SHRI', 5)
    await accept(db, ORDER)
    for (const search of ['1', '00001', 'shri/26-27/00001'])
      expect(await db.rows('select id from public.admin_orders($1)', [JSON.stringify({ search })]), search).toEqual([{ id: ORDER }])
    expect(await db.rows('select id from public.admin_orders($1)', [JSON.stringify({ search: '2' })])).toEqual([])
  })
})

test('a series in use keeps its name until 31 March, and the planned one starts with 1 on 1 April', async () => {
  await shop.scratch(async (db) => {
    const third = randomUUID()
    await placeOrder(shop.owner, { orderId: third, userId: PEOPLE.other, productId: PRODUCT.soap, quantity: 1 })
    await db.as('admin')
    await at(db, '2026-11-20 10:00+05:30')
    await accept(db, ORDER)
    expect(await name(db, 'SHR')).toBe('2027-04-01')
    await at(db, '2027-03-31 23:59:59+05:30')
    await accept(db, OTHER_ORDER)
    expect(await db.rows("select prefix, next_prefix, next_from::text from public.serial_overview() where kind = 'tax_invoice'")).toEqual([
      { prefix: 'INV', next_prefix: 'SHR', next_from: '2027-04-01' },
    ])
    await at(db, '2027-04-01 00:00+05:30')
    await accept(db, third)
    expect(await serials(db)).toEqual(['INV/26-27/000001', 'INV/26-27/000002', 'SHR/27-28/000001'])
    expect(await db.rows("select prefix, next_prefix, last_number from public.serial_overview() where kind = 'tax_invoice'")).toEqual([
      { prefix: 'SHR', next_prefix: null, last_number: 1 },
    ])
  })
})

test('choosing the present name withdraws the planned one', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await accept(db, ORDER)
    expect(await name(db, 'SHR')).toMatch(/-04-01$/)
    expect(await name(db, 'INV')).toBeNull()
    expect(await db.rows("select prefix, next_prefix from public.serial_series where kind = 'tax_invoice'")).toEqual([{ prefix: 'INV', next_prefix: null }])
  })
})

describe('a full series', () => {
  const fill = (db: Scratch, last = 9999) => db.run(`insert into private.serial_counters values ('INV', '26-27', ${last})`)
  const short = async (db: Scratch) => {
    await at(db, '2026-11-20 10:00+05:30')
    await db.as('admin')
    await name(db, 'INV', 4)
    await db.as('owner')
  }

  test('goes on by itself under the first letter with a digit, and says so', async () => {
    await shop.scratch(async (db) => {
      await short(db)
      await fill(db, 9998)
      for (const order of [ORDER, OTHER_ORDER]) await accept(db, order)
      expect(await serials(db)).toEqual(['I2/26-27/0000001', 'INV/26-27/9999'])
      await db.as('admin')
      expect(await db.rows("select prefix, digits, last_number from public.serial_overview() where kind = 'tax_invoice'")).toEqual([
        { prefix: 'I2', digits: 7, last_number: 1 },
      ])
    })
  })

  test('goes on under the name that waits for 1 April', async () => {
    await shop.scratch(async (db) => {
      await short(db)
      await fill(db)
      await db.run("update public.serial_series set next_prefix = 'SHR', next_digits = 5, next_from = '2027-04-01' where kind = 'tax_invoice'")
      await accept(db, ORDER)
      expect(await serials(db)).toEqual(['SHR/26-27/00001'])
      expect(await db.rows("select next_prefix from public.serial_series where kind = 'tax_invoice'")).toEqual([{ next_prefix: null }])
    })
  })

  test('leaves out the prefixes of other kinds, and those that are full too', async () => {
    await shop.scratch(async (db) => {
      await short(db)
      await fill(db)
      await db.run("update public.serial_series set prefix = 'I2' where kind = 'credit_note'")
      await db.run("insert into private.serial_counters values ('I3', '26-27', 9999999)")
      await accept(db, ORDER)
      expect(await serials(db)).toEqual(['I4/26-27/0000001'])
    })
  })

  test('is reported when no prefix is left, and its last number stays its last', async () => {
    await shop.scratch(async (db) => {
      await short(db)
      await fill(db)
      await db.run("insert into private.serial_counters select 'I' || n, '26-27', 9999999 from generate_series(2, 9) n")
      expect(await db.refused(`update public.orders set status = 'processing' where id = '${ORDER}'`)).toMatchObject({
        code: 'PT409',
        detail: expect.stringContaining('SERIES_FULL'),
      })
      expect(await db.rows("select last_number from private.serial_counters where series = 'INV'")).toEqual([{ last_number: 9999 }])
    })
  })

  test('continues with more digits if its owner says so first', async () => {
    await shop.scratch(async (db) => {
      await short(db)
      await fill(db)
      await db.as('admin')
      expect(await name(db, 'INV', 6)).toBeNull()
      await accept(db, ORDER)
      expect(await serials(db)).toEqual(['INV/26-27/010000'])
    })
  })
})

describe('is refused', () => {
  test('a name that rule 46 does not allow, with the text of the form', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      for (const [prefix, digits] of [
        ['', 6],
        ['inv', 6],
        ['A/B', 6],
        ['A-', 6],
        ['बिल', 6],
        ['0A', 6],
        ['INV', 3],
        ['INV', 7],
        ['A', 9],
        ['INVO', 6],
        ['MUMBAI', 4],
        ['CMP', 6],
      ] as const) {
        expect(checkSeries(prefix, digits), prefix).not.toBeNull()
        expect(await refused(db, prefix, digits), prefix).toMatchObject({ code: expect.stringMatching(/INVALID_SERIES|SERIES_TOO_LONG|PREFIX_TAKEN/) })
      }
    })
  })

  test('a new name that begins with 0, which the e-invoice portal takes in no number; a series that has it runs on', async () => {
    await shop.scratch(async (db) => {
      await at(db, '2026-11-20 10:00+05:30')
      await db.as('owner')
      await db.run("update public.serial_series set prefix = '0A' where kind = 'tax_invoice'")
      await db.as('admin')
      expect(await refused(db, '0B')).toEqual({ code: 'INVALID_SERIES', field: 'prefix' })
      expect(await name(db, '0A', 4)).toBeNull()
      await accept(db, ORDER)
      expect(await serials(db)).toEqual(['0A/26-27/0001'])
      await db.as('owner')
      await db.run("update private.serial_counters set last_number = 9999 where series = '0A'")
      await db.as('admin')
      await accept(db, OTHER_ORDER)
      expect(await serials(db)).toEqual(['0A/26-27/0001', 'N2/26-27/0000001'])
    })
  })

  test('the name of another kind: in use, planned or used before', async () => {
    await shop.scratch(async (db) => {
      await at(db, '2026-11-20 10:00+05:30')
      await db.as('admin')
      await accept(db, ORDER)
      await name(db, 'SHR')
      for (const prefix of ['INV', 'SHR', 'BOS']) expect(await refused(db, prefix, 6, 'credit_note')).toMatchObject({ code: 'PREFIX_TAKEN' })
      await at(db, '2027-11-20 10:00+05:30')
      await name(db, 'NEW')
      expect(await refused(db, 'INV', 6, 'credit_note')).toMatchObject({ code: 'PREFIX_TAKEN' })
      expect(await name(db, 'CRN', 6, 'credit_note')).toBeNull()
    })
  })

  test('a name based on an outdated form', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const read = await version(db)
      await name(db, 'SHR')
      expect(await db.refused(NAME, ['tax_invoice', 'ABC', 6, read])).toMatchObject({ code: 'PT409', detail: '{"code":"STALE"}' })
    })
  })

  test('a caller who is not an admin', async () => {
    await shop.scratch(async (db) => {
      for (const person of ['visitor', 'customer', 'orderService', 'mailer'] as const) {
        await db.as(person)
        expect(await db.refused(NAME, ['tax_invoice', 'SHR', 6, 1]), person).toMatchObject({ code: '42501' })
        expect(await db.refused('select * from public.serial_overview()'), person).toMatchObject({ code: '42501' })
      }
    })
  })
})

test('each change is an entry of the audit log, with the person', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await name(db, 'SHR')
    expect(await db.rows("select actor, row_id, changes from public.audit_log where table_name = 'serial_series'")).toEqual([
      { actor: PEOPLE.admin, row_id: 'tax_invoice', changes: { prefix: ['INV', 'SHR'] } },
    ])
  })
})

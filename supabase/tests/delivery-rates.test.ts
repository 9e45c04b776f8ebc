import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ZONES, readDeliveryTable } from '#domain/delivery/zones.ts'
import type { DeliveryRow } from '#domain/delivery/zones.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const ZONE = {
  name: 'Mumbai',
  states: [],
  pins: [{ from: 400000, to: 400999 }],
  rates: [{ weight_to: null, goods_from: 0, price: 40.5 }],
  free_from: null,
  cod: true,
  days: null,
}
const RATE = ZONE.rates[0]
const save = 'update public.delivery_rates set zones = $1'
type Db = Parameters<Parameters<Shop['scratch']>[0]>[0]
const at = async (db: Db, pincode: string | null) => (await db.rows('select public.delivery_at($1) as answer', [pincode]))[0]?.['answer'] as DeliveryRow

test('a new shop has no zones, no fee and no list', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    expect(readDeliveryTable(await at(db, '400001'))).toEqual(NO_ZONES)
  })
})

test('the settings say whether delivery costs differ by place', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const varies = () => db.rows('select delivery_varies from public.settings')
    await db.run(save, [JSON.stringify([ZONE])])
    expect(await varies()).toEqual([{ delivery_varies: true }])
    await db.run(save, ['[]'])
    expect(await varies()).toEqual([{ delivery_varies: false }])
  })
})

test.each<[string, unknown]>([
  ['no list', {}],
  ['no name', [{ ...ZONE, name: ' ' }]],
  ['two with one name', [ZONE, { ...ZONE, name: 'mumbai ' }]],
  ['no place', [{ ...ZONE, pins: [] }]],
  ['a State without a code', [{ ...ZONE, states: ['Goa'] }]],
  ['a number as State', [{ ...ZONE, states: [27] }]],
  ['a range that ends before it begins', [{ ...ZONE, pins: [{ from: 400999, to: 400000 }] }]],
  ['half a PIN code', [{ ...ZONE, pins: [{ from: 400, to: 401 }] }]],
  ['a range without an end', [{ ...ZONE, pins: [{ from: 400000 }] }]],
  ['no rates', [{ ...ZONE, rates: [] }]],
  ['no rate for any order', [{ ...ZONE, rates: [{ ...RATE, weight_to: 500 }] }]],
  ['a rate without a price', [{ ...ZONE, rates: [{ ...RATE, price: undefined }] }]],
  ['a free rate', [{ ...ZONE, rates: [{ ...RATE, price: 0 }] }]],
  ['half a paisa', [{ ...ZONE, rates: [{ ...RATE, price: 40.005 }] }]],
  ['a price in words', [{ ...ZONE, rates: [{ ...RATE, price: '40' }] }]],
  ['a weight below a gram', [{ ...ZONE, rates: [RATE, { ...RATE, weight_to: 0 }] }]],
  ['a negative bound', [{ ...ZONE, free_from: -1 }]],
  ['days that end before they begin', [{ ...ZONE, days: { min: 3, max: 2 } }]],
  ['41 zones', Array.from({ length: 41 }, (_, number) => ({ ...ZONE, name: `Zone ${number}` }))],
  ['21 rates', [{ ...ZONE, rates: Array.from({ length: 21 }, () => RATE) }]],
])('zones with %s are refused', async (_, zones) => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect((await db.refused(save, [JSON.stringify(zones)])).code).toBe('23514')
  })
})

describe('a courier’s list', () => {
  const load = (db: Db, means: string, replace: boolean, [listed, prepaid, cod]: [number[], number[], number[]]) =>
    db.rows('select public.import_delivery_pins((select version from public.delivery_rates), $1, $2, $3, $4, $5) as n', [means, replace, listed, prepaid, cod])
  const pin = async (db: Db, code: string | null) => (await at(db, code)).pin

  test('of PIN codes that are served says that others are not', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      expect(await load(db, 'served', true, [[400001, 400002, 400002], [400001, 400002], [400001]])).toEqual([{ n: 2 }])
      expect(await pin(db, '400001')).toEqual({ prepaid: true, cod: true })
      expect(await pin(db, '400002')).toEqual({ prepaid: true, cod: false })
      expect(await pin(db, '110001')).toEqual({ prepaid: false, cod: false })
      for (const text of [null, '11000a']) expect(await at(db, text), String(text)).toMatchObject({ pin: text === null ? null : { prepaid: false } })
      expect(await db.rows('select public.delivery_pin_list() as list')).toEqual([
        {
          list: [
            [400001, 3],
            [400002, 1],
          ],
        },
      ])
    })
  })

  test('of exceptions leaves the others as they are; it is added to, replaced and ended', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await load(db, 'exceptions', true, [[400001], [], []])
      expect([await pin(db, '400001'), await pin(db, '110001')]).toEqual([{ prepaid: false, cod: false }, null])
      expect(await load(db, 'exceptions', false, [[400001, 400002], [400001], []])).toEqual([{ n: 2 }])
      expect(await pin(db, '400001')).toEqual({ prepaid: true, cod: false })
      expect(await load(db, 'exceptions', true, [[400003], [], []])).toEqual([{ n: 1 }])
      expect(await pin(db, '400001')).toBeNull()
      expect(await load(db, 'served', true, [[], [], []])).toEqual([{ n: 0 }])
      expect(await pin(db, '400003')).toBeNull()
      expect(await db.rows('select pin_list, pin_count from public.delivery_rates')).toEqual([{ pin_list: 'off', pin_count: 0 }])
    })
  })

  test('of 40,000 PIN codes is read, one more and other numbers are refused, and so is an old version', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const many = Array.from({ length: 40_000 }, (_, number) => 100_000 + number)
      expect(await load(db, 'served', true, [many, many, many])).toEqual([{ n: 40_000 }])
      const call = "select public.import_delivery_pins((select version from public.delivery_rates) + $1, 'served', false, $2, '{}', '{}')"
      expect(await db.refused(call, [0, [999_999]])).toMatchObject({ code: 'PT400' })
      expect(await db.refused(call, [0, [99_999]])).toMatchObject({ code: 'PT400' })
      expect(await db.refused(call, [-1, [100_000]])).toMatchObject({ code: 'PT409' })
    })
  })
})

test('a change of the rates is in the log, with what it was', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run('update public.delivery_rates set cod_fee = 35')
    expect(await db.rows("select changes from public.audit_log where table_name = 'delivery_rates'")).toEqual([{ changes: { cod_fee: [0, 35] } }])
  })
})

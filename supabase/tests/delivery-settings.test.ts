import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_DELIVERY_RULE, readDeliveryRule } from '#domain/delivery/delivery-days.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const change = (changes: string) => `update public.settings set ${changes}`

test('the delivery days start with the default that pages fall back to', async () => {
  const { rows } = await shop.owner.query<Record<string, unknown>>('select * from public.settings')
  expect(readDeliveryRule(rows[0] ?? {})).toEqual(DEFAULT_DELIVERY_RULE)
})

test.each([
  'dispatch_days = -1',
  'dispatch_days = 61',
  'transit_home_min = 4',
  'transit_other_max = 2',
  'transit_remote_min = 11',
  'transit_remote_max = 61',
  "dispatch_holidays = array[null, '2026-11-08'::date]",
  "dispatch_holidays = (select array_agg('2026-11-08'::date + n) from generate_series(1, 61) n)",
  "whatsapp = '022 2640 0000'",
  "whatsapp = '+1 212 555 0100'",
  "whatsapp = ''",
  "whatsapp = '9000000100' || repeat(' ', 31)",
])('%s is refused', async (changes) => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect((await db.refused(change(changes))).code).toBe('23514')
  })
})

test.each(["whatsapp = '+91 90000-00100'", "whatsapp = '09000000100'", 'whatsapp = null', 'transit_home_min = 0, transit_home_max = 0'])(
  '%s is saved by staff with the permission for settings, and by no customer',
  async (changes) => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      expect((await db.run(change(changes))).rowCount).toBe(1)
      await db.as('customer')
      expect((await db.run(change(changes))).rowCount).toBe(0)
      await db.as('visitor')
      expect((await db.refused(change(changes))).code).toBe('42501')
    })
  },
)

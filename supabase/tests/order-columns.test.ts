import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_COLUMNS } from '#domain/orders/order-columns.ts'
import { settingsColumns } from '#domain/shop/settings.ts'
import { ORDER, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const sorted = (names: readonly string[]): string[] => [...names].sort()

/** The columns of a table, and those that this role may use with this verb. */
async function columnsOf(table: string, role: string, verb: string): Promise<{ all: string[]; allowed: string[] }> {
  let rows: Record<string, unknown>[] = []
  await shop.scratch(async (db) => {
    rows = await db.rows(
      `select attname as name, has_column_privilege($2, attrelid, attnum, $3) as allowed from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
      [`public.${table}`, role, verb],
    )
  })
  const names = (some: typeof rows) => some.map(({ name }) => String(name))
  return { all: names(rows), allowed: names(rows.filter(({ allowed }) => allowed === true)) }
}

test('every column of an order is written when it is placed or later, and the order service may write only the former', async () => {
  const { all, allowed } = await columnsOf('orders', 'shop_orders', 'insert')
  expect(sorted([...ORDER_COLUMNS.placed, ...ORDER_COLUMNS.later])).toEqual(sorted(all))
  expect(sorted(allowed)).toEqual(sorted(ORDER_COLUMNS.placed))
})

test('every column of an order is on its documents or listed as not on them, and issuing freezes the former', async () => {
  const { all } = await columnsOf('orders', 'authenticated', 'select')
  expect(sorted([...ORDER_COLUMNS.onDocuments, ...ORDER_COLUMNS.notOnDocuments])).toEqual(sorted(all))
  await shop.scratch(async (db) => {
    const [row] = await db.rows("select array(select jsonb_object_keys(private.document_facts($1) -> 'order')) as frozen", [ORDER])
    expect(sorted(row?.['frozen'] as string[])).toEqual(sorted(ORDER_COLUMNS.onDocuments))
  })
})

/** The shop's legal identity and the payee of UPI money: only an owner changes these, with their password (16_owner_settings.sql). */
const IDENTITY = ['store_name', 'legal_name', 'address', 'city', 'state_code', 'pincode', 'gstin', 'upi_vpa']

/** Written with their file by private.set_logo (17_brand.sql). */
const LOGOS = ['logo', 'logo_dark']

/** What set_shop_open (18_opening.sql) and the trigger of the delivery rates (12_delivery_rates.sql) alone change. */
const OPENING = ['is_open', 'delivery_varies']

test('staff may change every setting except identity, logos and opening of the shop, and no other column of the row', async () => {
  const { all, allowed } = await columnsOf('settings', 'authenticated', 'update')
  expect(sorted(allowed)).toEqual(all.filter((name) => !['id', 'version', 'updated_at', ...IDENTITY, ...LOGOS, ...OPENING].includes(name)))
  expect(settingsColumns().filter((name) => !all.includes(name))).toEqual([])
})

/**
 * Random sequences of every step after an order, by customers and staff, against the book beside this file: after each sequence orders, money,
 * parcels, returns, documents, store credit and stock are compared, and at the end the series of documents, the GST returns of all months, the day
 * book and the Tally vouchers. Two fifths of them are in a shop that issues an invoice for each parcel.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfflineReturn } from '#domain/gstr1/offline-json.ts'
import { createDatabase } from '#server/testing/database.ts'
import { gstReturn } from '../../gst-return/gst-return.ts'
import { flattenReturn, sortedReturn } from '../flatten-return.ts'
import { dice } from '../load-fixture.ts'
import { gstinOf } from '../random-sales.ts'
import { recomputeGstr1 } from '../recomputed-gstr1.ts'
import type { FiledSale } from '../recomputed-gstr1.ts'
import { openShop } from '../shop.ts'
import type { Person, TestShop } from '../shop.ts'
import { compareBooks } from './compare-books.ts'
import { compareCredit, compareOrder, compareStock } from './compare.ts'
import { booksOf } from './books.ts'
import type { Booked } from './books.ts'
import { CHANGES } from './changes.ts'
import { RETURN_DAYS } from './returns.ts'
import { liveThrough, STEPS } from './steps.ts'
import { openWorld, setInvoicing } from './world.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const SEQUENCES = LONG ? 5000 : 100
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_124
/** Sequences at once: their transactions meet at the series of documents. */
const WORKERS = 3
const LONGEST = 25

let shop: TestShop
let staff: Person
const counts = new Map<string, number>()
const filed: FiledSale[] = []
const books: Booked[] = []

async function live(seed: number, perParcel: boolean): Promise<void> {
  const roll = dice(seed)
  const world = await openWorld(shop, staff, roll, counts, perParcel)
  world.story.push(`seed ${seed}`)
  await liveThrough(world, LONGEST / 2 + roll(LONGEST / 2 + 1))
  for (const order of world.orders) await compareOrder(world, order)
  await compareStock(world)
  await compareCredit(world)
  books.push(...booksOf(world))
  for (const { invoices } of world.orders) for (const { sale, hsn, issued, credits } of invoices) filed.push({ sale, hsn, issued, takenBack: null, credits })
}

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  await shop.sql('update private.limits set value = 1000000')
  await shop.sql(
    `update public.settings set prices_include_gst = true, forced_gst_percent = null, state_code = '27', gstin = '${gstinOf('27')}', cod_enabled = true, upi_vpa = 'shop@bank',
       free_delivery_from = 1500, delivery_charge = 100, return_days = ${RETURN_DAYS}`,
  )
  staff = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [staff.id])
})
afterAll(() => shop.close())

describe(`every step after an order (seed ${SEED})`, () => {
  test(
    `after each of ${SEQUENCES} random sequences orders, money, parcels, returns, documents and stock are what the book says`,
    async () => {
      let next = 0
      const names = [...STEPS.map(({ name }) => name).filter((name) => name !== 'prices move'), ...CHANGES]
      const isMissing = () => names.some((name) => !counts.has(name))
      for (const [perParcel, until, most] of [
        [false, SEQUENCES * 0.6, 0],
        [true, SEQUENCES, SEQUENCES * 3],
      ] as const) {
        await setInvoicing(shop, perParcel)
        const worker = async () => {
          // a few more for what was not reached by chance
          while (next < until || (next < most && isMissing())) await live(SEED * 10_000 + (next += 1), perParcel)
        }
        await Promise.all(Array.from({ length: WORKERS }, worker))
      }
      expect([...counts.keys()]).toEqual(expect.arrayContaining(names))
    },
    LONG ? 2_400_000 : 120_000,
  )

  test('the sums of movements are the stock, no document has changed, and no series has a gap', async () => {
    expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
    const serials = await shop.sql<{ serial: string }>('select serial from public.documents order by serial')
    const series = [...Map.groupBy(serials, ({ serial }) => serial.slice(0, -6))]
    for (const [prefix, found] of series)
      expect(
        found.map(({ serial }) => Number(serial.slice(-6))),
        prefix,
      ).toEqual(found.map((_, index) => index + 1))
    expect(series.map(([prefix]) => prefix)).toEqual(expect.arrayContaining(['CN/26-27/', 'CN/27-28/', 'INV/26-27/', 'INV/27-28/']))
  })

  test('the day book and the Tally vouchers are what the book says, row by row and ledger by ledger', async () => {
    await compareBooks(shop, staff, books)
  }, 300_000)

  test('the return of each month is what a second calculation says, table by table', async () => {
    const months = [...new Set(filed.flatMap(({ issued, credits = [] }) => [issued, ...credits.map(({ month }) => month)]))].toSorted()
    expect(months.length).toBeGreaterThan(2)
    const person = shop.context(staff)
    for (const month of months) {
      const body = JSON.stringify({ month, format: 'json', gstin: gstinOf('27') })
      const answer = await gstReturn(new Request('http://shop.example/', { method: 'POST', body }), person)
      const { return: offline } = (await answer.json()) as { return: OfflineReturn }
      expect(flattenReturn(offline), month).toEqual(sortedReturn(recomputeGstr1(filed, '27', month)))
    }
  }, 300_000)
})

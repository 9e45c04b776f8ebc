import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderInvoicePdf } from '#documents/invoice/render.ts'
import { gstTotals } from '#domain/gstr1/gst-totals.ts'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import type { DocumentRow, OrderItemRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import type { OfflineReturn } from '#domain/gstr1/offline-json.ts'
import { periodOf } from '#domain/gstr1/period.ts'
import type { Period } from '#domain/gstr1/period.ts'
import { SHOP } from '#domain/documents/testing/frozen-order.ts'
import { createDatabase } from '#server/testing/database.ts'
import { gstReturn } from '../gst-return/gst-return.ts'
import { readMonth } from '../gst-return/read-month.ts'
import { dice } from '../testing/load-fixture.ts'
import { flattenReturn, sortedReturn } from '../testing/flatten-return.ts'
import { recomputeGstr1 } from '../testing/recomputed-gstr1.ts'
import type { FiledSale } from '../testing/recomputed-gstr1.ts'
import { actAs, gstinOf, hsnOf, placeSales, randomSale, rupees, SHOPS, stepAll } from '../testing/random-sales.ts'
import { recomputeDocuments, recomputeReturn } from '../testing/recomputed-return.ts'
import type { Sale } from '../testing/recomputed-return.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const ORDERS = LONG ? 2000 : 200
const PRINTED = LONG ? 60 : 12
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_120

/** Orders are accepted in one of the first two months and cancelled in the same month or a later one. The return is for the second month. */
const MONTHS = ['2026-10', '2026-11', '2026-12']
const FILED = '2026-11'

let shop: TestShop
const sales = new Map<string, Sale>()
const filed: FiledSale[] = []
let admin: Person
const documentsOf = new Map<string, { invoices: InvoiceContent[]; notes: InvoiceContent[] }>()

/** Places all orders first, then accepts and cancels them month by month, so that the dates of a series rise with its numbers. */
async function sell(roll: (below: number) => number): Promise<void> {
  const chosen = SHOPS.flatMap((terms) =>
    Array.from({ length: Math.ceil(ORDERS / SHOPS.length) }, () => {
      const issued = roll(MONTHS.length - 1)
      return { id: randomUUID(), sale: randomSale(roll, terms), issued, takenBack: issued + roll(MONTHS.length - issued) }
    }),
  )
  await placeSales(shop, chosen)
  for (const [month, name] of MONTHS.entries()) {
    for (const terms of SHOPS) {
      const own = chosen.filter(({ sale }) => sale.sellerState === terms.sellerState && sale.sellerRegistered === terms.sellerRegistered)
      await actAs(shop, terms)
      const accepted = own.filter(({ issued }) => issued === month)
      const back = own.filter(({ sale, takenBack }) => sale.cancelled && takenBack === month)
      await stepAll(shop, `${name}-15T12:00:00+05:30`, "status = 'processing'", accepted)
      await stepAll(shop, `${name}-20T12:00:00+05:30`, "status = 'cancelled', cancel_reason = 'Refused'", back)
    }
  }
  for (const { id, sale, issued, takenBack } of chosen) {
    sales.set(id, sale)
    filed.push({
      sale,
      hsn: sale.cart.map((_, line) => hsnOf(line)),
      issued: MONTHS[issued] ?? '',
      takenBack: sale.cancelled ? (MONTHS[takenBack] ?? '') : null,
    })
  }
}

/** Reads the documents in the same way as generate-pdf. */
async function readDocuments(): Promise<void> {
  const orders = await shop.sql<OrderRow>('select * from public.orders')
  const items = Map.groupBy(
    await shop.sql<OrderItemRow & { order_id: string }>('select * from public.order_items order by product_name'),
    (row) => row.order_id,
  )
  const documents = Map.groupBy(await shop.sql<DocumentRow & { order_id: string }>('select * from public.documents'), (row) => row.order_id)
  for (const row of orders) {
    const order = { ...row, documents: documents.get(row.id) ?? [] }
    const lines = items.get(row.id) ?? []
    documentsOf.set(row.id, {
      invoices: invoiceContents(order, lines, SHOP, 'invoice'),
      notes: row.status === 'cancelled' ? invoiceContents(order, lines, SHOP, 'creditNote') : [],
    })
  }
}

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  admin = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
  await sell(dice(SEED))
  await readDocuments()
}, 300_000)
afterAll(() => shop.close())

const inBigInt = ({ taxable, cgst, sgst, igst }: Record<'taxable' | 'cgst' | 'sgst' | 'igst', number>) => ({
  taxable: BigInt(taxable),
  cgst: BigInt(cgst),
  sgst: BigInt(sgst),
  igst: BigInt(igst),
})
const FORMS: Record<string, string> = { 'Tax invoice': 'tax_invoice', 'Bill of supply': 'bill_of_supply', 'Invoice-cum-bill of supply': 'invoice_cum_bill' }

/** The totals of a document, with the property names of the recomputation. */
function comesTo({ title, lines, amounts }: InvoiceContent) {
  if (!amounts) throw new Error('a priced document has amounts')
  const sums = inBigInt({ taxable: amounts.taxable, ...amounts.heads })
  return { form: FORMS[title], lines: lines.length, total: BigInt(amounts.total), ...sums }
}

describe(`${ORDERS} random orders (seed ${SEED})`, () => {
  test('include every kind of document, also of cancelled orders', () => {
    const all = [...documentsOf.values()]
    const titles = new Set(all.flatMap(({ invoices }) => invoices.map(({ title }) => title)))
    expect([...titles].sort()).toEqual(['Bill of supply', 'Invoice-cum-bill of supply', 'Tax invoice'])
    expect(all.some(({ invoices }) => invoices.length === 2)).toBe(true)
    expect(all.some(({ notes }) => notes.length === 2)).toBe(true)
  })

  test('each get the legally required documents, to the paisa', () => {
    for (const [id, sale] of sales) {
      expect(documentsOf.get(id)?.invoices.map(comesTo), id).toEqual(recomputeDocuments(sale))
    }
  })

  test('each cancelled one is reversed completely, by one credit note per document', () => {
    for (const [id, sale] of sales) {
      const { invoices = [], notes = [] } = documentsOf.get(id) ?? {}
      const amounts = (contents: InvoiceContent[]) => contents.map((content) => ({ ...comesTo(content), form: '' }))
      expect(
        notes.map(({ against }) => against?.number),
        id,
      ).toEqual(sale.cancelled ? invoices.map(({ number }) => number) : [])
      if (sale.cancelled) expect(amounts(notes), id).toEqual(amounts(invoices))
    }
  })

  test('add up to the return by buyer, place of supply and rate, to the paisa', () => {
    const totals = gstTotals([...documentsOf.values()].flatMap(({ invoices, notes }) => [...invoices, ...notes]))
    const found = new Map(totals.map(({ buyer, placeOfSupply, rate, ...amounts }) => [`${buyer} ${placeOfSupply} ${rate}`, inBigInt(amounts)]))
    expect(found.size).toBe(totals.length)
    expect(found.size).toBeGreaterThan(40)
    const expected = recomputeReturn([...sales.values()])
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
    for (const [key, amounts] of expected) expect(found.get(key), key).toEqual(amounts)
  })

  test('are filed in GSTR-1 table by table, to the paisa, for each registration', async () => {
    const all = [...documentsOf.values()].flatMap(({ invoices, notes }) => [...invoices, ...notes])
    const tables = new Set<string>()
    for (const { sellerState } of SHOPS.filter(({ sellerRegistered }) => sellerRegistered)) {
      const body = JSON.stringify({ month: FILED, format: 'json', gstin: gstinOf(sellerState) })
      const answer = await gstReturn(new Request('http://shop.example/', { method: 'POST', body }), shop.context(admin))
      const { return: offline, warnings } = (await answer.json()) as { return: OfflineReturn; warnings: { code: string }[] }
      const expected = recomputeGstr1(filed, sellerState, FILED)
      expect(flattenReturn(offline)).toEqual(sortedReturn(expected))
      for (const key of expected.tables.keys()) tables.add(key.replace(/ .*/, ''))
      expect(warnings.map(({ code }) => code)).not.toContain('SERIES_GAP')
      for (const { ctin, inv } of offline.b2b ?? []) {
        for (const { inum, val } of inv) {
          const document = all.find(({ number }) => number === inum)
          expect([document?.recipient.gstin, document?.amounts?.total], inum).toEqual([ctin, Math.round(val * 100)])
        }
      }
    }
    expect([...tables].sort()).toEqual(['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'nil'])
  })

  test('are read in pages, which change nothing', async () => {
    const period = periodOf(FILED) as Period
    const gstin = gstinOf('27')
    const whole = await readMonth(shop.context(admin), admin.id, period, gstin)
    expect(await readMonth(shop.context(admin), admin.id, period, gstin, 7)).toEqual(whole)
    expect(whole.summary.documents.invoices).toBeGreaterThan(20)
  })

  test('are numbered without a gap in each series, and the stored content is unchanged', async () => {
    for (const [prefix, contents] of Map.groupBy(
      [...documentsOf.values()].flatMap(({ invoices, notes }) => [...invoices, ...notes]),
      ({ number }) => number?.split('/')[0],
    )) {
      const numbers = contents.map(({ number }) => Number(number?.slice(-6))).sort((a, b) => a - b)
      expect(numbers, prefix).toEqual(numbers.map((_, index) => index + 1))
      expect(contents.every(({ number }) => (number?.length ?? 0) <= 16)).toBe(true)
    }
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  })

  test(`print their totals: ${PRINTED} of them read back`, () => {
    const printed = [...sales].slice(0, PRINTED)
    for (const [id, sale] of printed) {
      const { invoices = [] } = documentsOf.get(id) ?? {}
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: renderInvoicePdf(invoices, 'original'), encoding: 'utf8' }).replace(/[ \t]+/g, ' ')
      for (const document of recomputeDocuments(sale)) {
        const print = (paise: bigint) => `₹${new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(Number(rupees(paise)))}`
        expect(text, id).toContain(`Total ${print(document.total)}`)
        for (const head of [document.cgst, document.igst]) if (head > 0n) expect(text, id).toContain(`GST ${print(head)}`)
      }
    }
  })
})

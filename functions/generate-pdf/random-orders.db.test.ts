import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderInvoicePdf } from '#documents/invoice/render.ts'
import { gstTotals } from '#domain/gst-totals.ts'
import { invoiceContents } from '#domain/invoice-content.ts'
import type { InvoiceContent } from '#domain/invoice-content.ts'
import type { DocumentRow, OrderItemRow, OrderRow } from '#domain/invoice-rows.ts'
import { frozenOrder, goods, SHOP } from '#domain/testing/frozen-order.ts'
import { createDatabase } from '#server/testing/database.ts'
import { dice } from '../testing/busy-shop.ts'
import { recomputePapers, recomputeReturn } from '../testing/recomputed-return.ts'
import type { Sale } from '../testing/recomputed-return.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const ORDERS = LONG ? 2000 : 200
const PRINTED = LONG ? 60 : 12
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_120

/** Buyers at home, elsewhere, and in Union Territories with and without a legislature. */
const STATES = ['27', '27', '29', '07', '04', '34']
/** The shop's own State and whether it is registered: orders are accepted under one of these settings at a time. */
const SHOPS = [
  { sellerState: '27', sellerRegistered: true },
  { sellerState: '04', sellerRegistered: true },
  { sellerState: '27', sellerRegistered: false },
]

function randomSale(roll: (below: number) => number, terms: (typeof SHOPS)[number]): Sale {
  const cart = Array.from({ length: 1 + roll(6) }, () => ({
    base: BigInt(roll(8) === 0 ? 1 + roll(200) : 100 + roll(60_000)),
    rate: BigInt([0, 0, 500, 1800, 1800, 1200, 2800, 25][roll(8)] ?? 0),
    tiers: roll(2)
      ? []
      : [
          { from: 3n, off: BigInt(250 + roll(500)) },
          { from: 12n, off: 3333n },
        ],
    quantity: BigInt(1 + roll(roll(3) === 0 ? 40 : 5)),
  }))
  return {
    ...terms,
    cart,
    includesGst: !terms.sellerRegistered || roll(3) > 0,
    forcedRate: roll(4) === 0 ? 1800n : null,
    coupon: BigInt([0, 0, 1, 9_999, 2_000_000][roll(5)] ?? 0),
    buyerState: STATES[roll(STATES.length)] ?? '27',
    buyerRegistered: roll(3) === 0,
    cancelled: roll(5) === 0,
  }
}

const rupees = (paise: bigint): string => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`

/** The rows that the domain's quote freezes for it. */
function rowsOf(sale: Sale, id: string): [OrderRow, OrderItemRow[]] {
  return frozenOrder(
    {
      lines: sale.cart.map(({ base, rate, tiers, quantity }, index) => [
        goods(`Goods ${String(index).padStart(2, '0')}`, `330${index % 3}`, Number(rate) / 100, rupees(base), {
          pricing_tiers: tiers.map(({ from, off }) => ({ min_quantity: Number(from), discount_percent: Number(off) / 100 })),
        }),
        Number(quantity),
      ]),
      to: sale.buyerState,
      own: sale.forcedRate === null,
      trade: !sale.includesGst,
      coupon: Number(sale.coupon),
      settings: { ...SHOP, stateCode: sale.sellerState },
    },
    { id, gstin: sale.buyerRegistered ? `${sale.buyerState}ABCDE1234F1ZW` : null },
  )
}

let shop: TestShop
const sales = new Map<string, Sale>()
const papers = new Map<string, { invoices: InvoiceContent[]; notes: InvoiceContent[] }>()

const columnsOf = (rows: object[]): string => Object.keys(rows[0] ?? {}).join(', ')

/** Orders and their lines in one statement: the database compares their sums when it ends. */
async function insert(orders: object[], items: object[]): Promise<void> {
  const [head, line] = [columnsOf(orders), columnsOf(items)]
  await shop.sql(
    `with placed as (insert into public.orders (${head}) select ${head} from jsonb_populate_recordset(null::public.orders, $1))
     insert into public.order_items (${line}) select ${line} from jsonb_populate_recordset(null::public.order_items, $2)`,
    [JSON.stringify(orders), JSON.stringify(items)],
  )
}

async function sell(terms: (typeof SHOPS)[number], roll: (below: number) => number, count: number): Promise<void> {
  await shop.sql('update public.settings set gstin = null')
  await shop.sql('update public.settings set state_code = $1', [terms.sellerState])
  await shop.sql('update public.settings set gstin = $1', [terms.sellerRegistered ? `${terms.sellerState}ABCDE1234F1Z0` : null])
  const chosen = Array.from({ length: count }, () => ({ id: randomUUID(), sale: randomSale(roll, terms) }))
  const rows = chosen.map(({ id, sale }) => rowsOf(sale, id))
  const orders = rows.map(([row]) => {
    const { documents: _documents, courier: _courier, tracking_number: _tracking, ...order } = row
    const goodsTotal = Number(order.subtotal_base) + (order.prices_include_gst ? Number(order.total_gst) : 0)
    return { ...order, goods_total: goodsTotal.toFixed(2) }
  })
  await insert(
    orders,
    rows.flatMap(([{ id }, items]) => items.map((item) => ({ order_id: id, ...item }))),
  )
  await shop.sql("update public.orders set status = 'processing' where status = 'pending'")
  const back = chosen.filter(({ sale }) => sale.cancelled).map(({ id }) => id)
  await shop.sql("update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = any($1)", [back])
  for (const { id, sale } of chosen) sales.set(id, sale)
}

/** Read as generate-pdf reads them. */
async function readPapers(): Promise<void> {
  const orders = await shop.sql<OrderRow>('select * from public.orders')
  const items = Map.groupBy(
    await shop.sql<OrderItemRow & { order_id: string }>('select * from public.order_items order by product_name'),
    (row) => row.order_id,
  )
  const documents = Map.groupBy(await shop.sql<DocumentRow & { order_id: string }>('select * from public.documents'), (row) => row.order_id)
  for (const row of orders) {
    const order = { ...row, documents: documents.get(row.id) ?? [] }
    const lines = items.get(row.id) ?? []
    papers.set(row.id, {
      invoices: invoiceContents(order, lines, SHOP, 'invoice'),
      notes: row.status === 'cancelled' ? invoiceContents(order, lines, SHOP, 'creditNote') : [],
    })
  }
}

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  const roll = dice(SEED)
  for (const terms of SHOPS) await sell(terms, roll, Math.ceil(ORDERS / SHOPS.length))
  await readPapers()
}, 300_000)
afterAll(() => shop.close())

const inBigInt = ({ taxable, cgst, sgst, igst }: Record<'taxable' | 'cgst' | 'sgst' | 'igst', number>) => ({
  taxable: BigInt(taxable),
  cgst: BigInt(cgst),
  sgst: BigInt(sgst),
  igst: BigInt(igst),
})
const FORMS: Record<string, string> = { 'Tax invoice': 'tax_invoice', 'Bill of supply': 'bill_of_supply', 'Invoice-cum-bill of supply': 'invoice_cum_bill' }

/** What a paper comes to, in the words of the recomputation. */
function comesTo({ title, lines, amounts }: InvoiceContent) {
  if (!amounts) throw new Error('a priced paper has amounts')
  const sums = inBigInt({ taxable: amounts.taxable, ...amounts.heads })
  return { form: FORMS[title], lines: lines.length, total: BigInt(amounts.total), ...sums }
}

describe(`${ORDERS} random orders (seed ${SEED})`, () => {
  test('hold every kind of paper, cancelled ones too', () => {
    const all = [...papers.values()]
    const titles = new Set(all.flatMap(({ invoices }) => invoices.map(({ title }) => title)))
    expect([...titles].sort()).toEqual(['Bill of supply', 'Invoice-cum-bill of supply', 'Tax invoice'])
    expect(all.some(({ invoices }) => invoices.length === 2)).toBe(true)
    expect(all.some(({ notes }) => notes.length === 2)).toBe(true)
  })

  test('each get the papers that the law asks for, to the paisa', () => {
    for (const [id, sale] of sales) {
      expect(papers.get(id)?.invoices.map(comesTo), id).toEqual(recomputePapers(sale))
    }
  })

  test('each cancelled one is taken back whole, by as many credit notes as it had papers', () => {
    for (const [id, sale] of sales) {
      const { invoices = [], notes = [] } = papers.get(id) ?? {}
      const amounts = (contents: InvoiceContent[]) => contents.map((content) => ({ ...comesTo(content), form: '' }))
      expect(
        notes.map(({ against }) => against?.number),
        id,
      ).toEqual(sale.cancelled ? invoices.map(({ number }) => number) : [])
      if (sale.cancelled) expect(amounts(notes), id).toEqual(amounts(invoices))
    }
  })

  test('add up to the return by buyer, place of supply and rate, to the paisa', () => {
    const totals = gstTotals([...papers.values()].flatMap(({ invoices, notes }) => [...invoices, ...notes]))
    const found = new Map(totals.map(({ buyer, placeOfSupply, rate, ...amounts }) => [`${buyer} ${placeOfSupply} ${rate}`, inBigInt(amounts)]))
    expect(found.size).toBe(totals.length)
    expect(found.size).toBeGreaterThan(40)
    const expected = recomputeReturn([...sales.values()])
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
    for (const [key, amounts] of expected) expect(found.get(key), key).toEqual(amounts)
  })

  test('are numbered without a gap in each series, and nothing that was frozen has moved', async () => {
    for (const [prefix, contents] of Map.groupBy(
      [...papers.values()].flatMap(({ invoices, notes }) => [...invoices, ...notes]),
      ({ number }) => number?.split('/')[0],
    )) {
      const numbers = contents.map(({ number }) => Number(number?.slice(-6))).sort((a, b) => a - b)
      expect(numbers, prefix).toEqual(numbers.map((_, index) => index + 1))
      expect(contents.every(({ number }) => (number?.length ?? 0) <= 16)).toBe(true)
    }
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  })

  test(`print what they come to: ${PRINTED} of them read back`, () => {
    const printed = [...sales].slice(0, PRINTED)
    for (const [id, sale] of printed) {
      const { invoices = [] } = papers.get(id) ?? {}
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: renderInvoicePdf(invoices, 'original'), encoding: 'utf8' }).replace(/[ \t]+/g, ' ')
      for (const paper of recomputePapers(sale)) {
        const print = (paise: bigint) => `₹${new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(Number(rupees(paise)))}`
        expect(text, id).toContain(`Total ${print(paper.total)}`)
        for (const head of [paper.cgst, paper.igst]) if (head > 0n) expect(text, id).toContain(`GST ${print(head)}`)
      }
    }
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import type { DocumentFacts, DocumentRow, OrderRow } from '#domain/documents/invoice-rows.ts'
import { SHOP } from '#domain/documents/testing/frozen-order.ts'
import type { OfflineReturn } from '#domain/gstr1/offline-json.ts'
import { createDatabase } from '#server/testing/database.ts'
import { gstReturn } from '../gst-return/gst-return.ts'
import { flattenReturn, sortedReturn } from '../testing/flatten-return.ts'
import { dice } from '../testing/load-fixture.ts'
import { actAs, gstinOf, hsnOf, placeSales, randomSale, SHOPS, stepAll } from '../testing/random-sales.ts'
import { creditedParts, linesIn, scopesOf } from '../testing/recomputed-credits.ts'
import type { Credit, Scope } from '../testing/recomputed-credits.ts'
import { recomputeGstr1 } from '../testing/recomputed-gstr1.ts'
import type { FiledSale } from '../testing/recomputed-gstr1.ts'
import type { Sale } from '../testing/recomputed-return.ts'
import { openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const ORDERS = LONG ? 900 : 120
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_124
const MONTHS = ['2026-10', '2026-11', '2026-12']

/** What the model knows of one order: the units and charges that are credited of each of its documents. */
type Book = { id: string; sale: Sale; credited: bigint[]; chargesOf: Map<Scope, boolean>; credits: (Credit & { serial: string })[] }
type Stored = DocumentRow & { id: string; order_id: string; content: DocumentFacts }

let shop: TestShop
let admin: Person
const books: Book[] = []
let refusals = 0

const roll = dice(SEED)
const delivery = (sale: Sale) => creditedParts(sale, { scope: 'all', units: [], before: [], charges: true, month: '' }).length > 0

/** Takes back random parts, as often with too much of a line, which has to be refused. */
async function creditParts(book: Book, month: string): Promise<void> {
  const { id, sale, credited } = book
  for (const scope of scopesOf(sale)) {
    if (roll(3) === 0) continue
    const units = sale.cart.map(({ quantity }, line) =>
      linesIn(sale, scope).includes(line) && roll(2) ? BigInt(roll(Number(quantity - (credited[line] ?? 0n)) + 1)) : 0n,
    )
    const charges = roll(4) === 0
    const left = (line: number) => (sale.cart[line]?.quantity ?? 0n) - (credited[line] ?? 0n)
    const wanted = units.map((count, line) => (roll(12) === 0 && linesIn(sale, scope).includes(line) ? left(line) + 1n : count))
    const tooMuch = wanted.some((count, line) => count > left(line))
    const newCharges = charges && delivery(sale) && !book.chargesOf.get(scope)
    const empty = wanted.every((count) => count === 0n) && !newCharges
    const [invoice] = await shop.sql<{ id: string }>("select id from public.documents where order_id = $1 and kind = 'invoice' and content ->> 'scope' = $2", [
      id,
      scope,
    ])
    const lines = await shop.sql<{ line: string; name: string }>('select id as line, product_name as name from public.order_items where order_id = $1', [id])
    const named = lines.flatMap(({ line, name }) => {
      const count = wanted[Number(name.slice(-2))] ?? 0n
      return count > 0n ? [{ line, quantity: Number(count) }] : []
    })
    const credit = `do $$ begin perform set_config('shop.as_of', '${month}-18T12:00:00+05:30', true);
      perform private.issue_credit_note('${invoice?.id}', '${JSON.stringify(named)}', 'Some came back', ${charges}); end $$`
    if (tooMuch || empty) {
      refusals += 1
      await expect(shop.sql(credit)).rejects.toThrow(tooMuch ? 'More would be credited' : 'Nothing is left')
      continue
    }
    await shop.sql(credit)
    const [note] = await shop.sql<{ serial: string }>('select serial from public.documents where reverses = $1 order by serial desc limit 1', [invoice?.id])
    book.credits.push({ scope, units, before: [...credited], charges: newCharges, month, serial: note?.serial ?? '' })
    units.forEach((count, line) => (credited[line] = (credited[line] ?? 0n) + count))
    if (newCharges) book.chargesOf.set(scope, true)
  }
}

/** Cancels: what is left of each document is taken back, and nothing of those that are credited already. */
async function cancel(book: Book, month: string): Promise<void> {
  const { id, sale, credited } = book
  const known = new Set((await shop.sql<{ id: string }>('select id from public.documents where order_id = $1', [id])).map((row) => row.id))
  await stepAll(shop, `${month}-20T12:00:00+05:30`, "status = 'cancelled', cancel_reason = 'Refused'", [book])
  const made = (await shop.sql<Stored>('select * from public.documents where order_id = $1', [id])).filter((row) => !known.has(row.id))
  for (const scope of scopesOf(sale)) {
    const units = sale.cart.map(({ quantity }, line) => (linesIn(sale, scope).includes(line) ? quantity - (credited[line] ?? 0n) : 0n))
    const charges = delivery(sale) && !book.chargesOf.get(scope)
    const note = made.find(({ content }) => content.scope === scope)
    if (units.every((count) => count === 0n) && !charges) expect(note, id).toBeUndefined()
    else book.credits.push({ scope, units, before: [...credited], charges, month, serial: note?.serial ?? '' })
  }
  expect(new Set(made.map(({ file_id }) => file_id)).size, 'one file').toBeLessThanOrEqual(1)
}

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  admin = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [admin.id])
  for (const terms of SHOPS)
    for (let order = 0; order < ORDERS / SHOPS.length; order += 1) {
      const sale = randomSale(roll, terms)
      books.push({ id: randomUUID(), sale, credited: sale.cart.map(() => 0n), chargesOf: new Map(), credits: [] })
    }
  await placeSales(shop, books)
  for (const terms of SHOPS) {
    const own = books.filter(({ sale }) => sale.sellerState === terms.sellerState && sale.sellerRegistered === terms.sellerRegistered)
    await actAs(shop, terms)
    await stepAll(shop, '2026-10-15T12:00:00+05:30', "status = 'processing'", own)
  }
  for (const month of MONTHS)
    for (const book of books) {
      if (roll(5) > 0) await creditParts(book, month)
      if (month === '2026-12' && book.sale.cancelled) await cancel(book, month)
    }
}, 300_000)
afterAll(() => shop.close())

const paise = (amount: unknown) => BigInt(Math.round(Number(amount) * 100))

describe(`credit notes for parts of ${ORDERS} random orders (seed ${SEED})`, () => {
  test('have the lines and amounts of the model, to the paisa', async () => {
    const documents = await shop.sql<Stored>("select * from public.documents where kind = 'credit_note'")
    const bySerial = new Map(documents.map((row) => [row.serial, row]))
    expect(documents).toHaveLength(books.reduce((sum, { credits }) => sum + credits.length, 0))
    expect(documents.length).toBeGreaterThan(ORDERS)
    expect(refusals).toBeGreaterThan(3)
    for (const { id, sale, credits } of books) {
      const [order] = await shop.sql<OrderRow>('select * from public.orders where id = $1', [id])
      for (const credit of credits) {
        const document = bySerial.get(credit.serial)
        const [content] = invoiceContents({ ...(order as OrderRow), documents: [document as DocumentRow] }, [], SHOP, 'creditNote')
        const expected = creditedParts(sale, credit)
        const lines = expected.flatMap(({ line, units, amounts: { taxable, cgst, sgst, igst } }) =>
          line === null ? [] : [[`Goods ${String(line).padStart(2, '0')}`, units, taxable, cgst, sgst, igst]],
        )
        const inScope = document?.content.items.filter(({ product_name }) => linesIn(sale, credit.scope).includes(Number(product_name.slice(-2)))) ?? []
        expect(
          inScope.map((item) => [
            item.product_name,
            BigInt(item.quantity),
            ...(['taxable', 'cgst', 'sgst', 'igst'] as const).map((column) => paise(item[column])),
          ]),
          credit.serial,
        ).toEqual(lines)
        const total = expected.reduce((sum, { amounts: { taxable, cgst, sgst, igst } }) => sum + taxable + cgst + sgst + igst, 0n)
        expect(BigInt(content?.amounts?.total ?? -1), credit.serial).toBe(total)
      }
    }
  })

  test('never add up to more than their invoice, and to exactly that once it is cancelled', async () => {
    const sums = await shop.sql<{ serial: string; cancelled: boolean; invoiced: string; credited: string; discount: string; discount_back: string }>(
      `select d.serial, o.status = 'cancelled' as cancelled, sum(l.total) as invoiced, sum(l.back) as credited, sum(l.discount) as discount, sum(l.discount_back) as discount_back
       from public.documents d join public.orders o on o.id = d.order_id
       cross join lateral (select (i.item ->> 'total')::numeric as total, (i.item ->> 'discount')::numeric as discount, b.back, b.discount_back
         from jsonb_array_elements(d.content -> 'items') i (item)
         cross join lateral (select coalesce(sum((x.item ->> 'total')::numeric), 0) as back, coalesce(sum((x.item ->> 'discount')::numeric), 0) as discount_back
           from public.documents n cross join jsonb_array_elements(n.content -> 'items') x (item) where n.reverses = d.id and x.item ->> 'line' = i.item ->> 'line') b
         where d.content ->> 'scope' = 'all' or ((i.item ->> 'rate')::numeric = 0) = (d.content ->> 'scope' = 'nil')) l
       where d.kind = 'invoice' group by 1, 2`,
    )
    for (const { serial, cancelled, invoiced, credited, discount, discount_back } of sums) {
      expect(Number(credited), serial).toBeLessThanOrEqual(Number(invoiced))
      if (cancelled) expect([credited, discount_back], serial).toEqual([invoiced, discount])
    }
    expect(sums.filter(({ cancelled }) => cancelled).length).toBeGreaterThan(10)
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
  })

  test('are filed table by table, to the paisa: 9B, 7, 8, 12 and 13', async () => {
    const filed = books.map(({ sale, credits }): FiledSale => ({
      sale,
      hsn: sale.cart.map((_, line) => hsnOf(line)),
      issued: '2026-10',
      takenBack: null,
      credits,
    }))
    const tables = new Set<string>()
    for (const month of MONTHS)
      for (const { sellerState } of SHOPS.filter(({ sellerRegistered }) => sellerRegistered)) {
        const body = JSON.stringify({ month, format: 'json', gstin: gstinOf(sellerState) })
        const answer = await gstReturn(new Request('http://shop.example/', { method: 'POST', body }), shop.context(admin))
        const { return: offline, warnings } = (await answer.json()) as { return: OfflineReturn; warnings: { code: string }[] }
        const expected = recomputeGstr1(filed, sellerState, month)
        expect(flattenReturn(offline), `${month} ${sellerState}`).toEqual(sortedReturn(expected))
        for (const key of expected.tables.keys()) tables.add(key.replace(/ .*/, ''))
        expect(warnings.map(({ code }) => code)).not.toContain('SERIES_GAP')
      }
    expect([...tables].sort()).toEqual(['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'nil'])
  })
})

describe('a credit note', () => {
  test('of two at once, the second one sees what the first one left', async () => {
    const [open] = await shop.sql<{ id: string; line: string; quantity: number }>(
      `select d.id, l.line, l.quantity from public.documents d join public.orders o on o.id = d.order_id cross join private.invoice_lines(d.id) l
       where o.status = 'processing' and d.kind = 'invoice' and l.credited = 0 limit 1`,
    )
    const all = JSON.stringify([{ line: open?.line, quantity: open?.quantity }])
    const both = await Promise.allSettled([1, 2].map(() => shop.sql("select private.issue_credit_note($1, $2, 'Twice')", [open?.id, all])))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each([
    ['an unknown line', [{ line: randomUUID(), quantity: 1 }]],
    ['no line', [{ line: null, quantity: 1 }]],
    ['less than nothing', [{ line: '', quantity: -1 }]],
    ['no quantity', [{ line: '', quantity: null }]],
    ['nothing at all', [{}]],
  ])('of %s is refused', async (_, lines) => {
    const [open] = await shop.sql<{ id: string; line: string }>(
      `select d.id, l.line from public.documents d join public.orders o on o.id = d.order_id cross join private.invoice_lines(d.id) l
       where o.status = 'processing' and d.kind = 'invoice' and l.credited < l.quantity limit 1`,
    )
    const named = JSON.stringify(lines).replaceAll('""', `"${open?.line}"`)
    await expect(shop.sql("select private.issue_credit_note($1, $2, 'None')", [open?.id, named])).rejects.toThrow('More would be credited')
  })
})

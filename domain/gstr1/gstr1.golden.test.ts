import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goods, SHOP } from '../documents/testing/frozen-order.ts'
import { gstr1, filingGstin } from './gstr1.ts'
import { offlineJson } from './offline-json.ts'
import { periodOf } from './period.ts'
import type { Period } from './period.ts'
import { returnDocument } from './return-document.ts'
import { sheetOf, SHEETS } from './sheets.ts'
import { sumAmounts } from './tax-amounts.ts'
import { issue, reverseInvoice } from './testing/issued.ts'

type Golden = {
  shop: string
  month: string
  goods: Record<string, [hsn: string, rate: number, price: string]>
  sales: { numbers: string[]; day: string; to: string; gstin?: string; bought: Record<string, number> }[]
  takenBack: { number: string; day: string; invoice: string }[]
  return: unknown
}

const golden = JSON.parse(readFileSync(new URL('november.golden.json', import.meta.url), 'utf8')) as Golden
const period = periodOf(golden.month) as Period

const invoices = golden.sales.flatMap(({ numbers, day, to, gstin, bought }) => {
  const lines = Object.entries(bought).map(([name, quantity]) => {
    const [hsn, rate, price] = golden.goods[name] ?? ['', 0, '0']
    return [goods(name, hsn, rate, price), quantity] as const
  })
  return issue({ bought: { lines, to, settings: { ...SHOP, gstin: golden.shop } }, gstin: gstin ?? null, numbers, day })
})
const notes = golden.takenBack.map(({ number, day, invoice }) => {
  const facts = invoices.find(({ serial }) => serial === invoice)
  if (!facts) throw new Error(`The golden month takes back ${invoice}, which was never issued`)
  return reverseInvoice(facts, number, day)
})
const inMonth = [...invoices, ...notes].filter(({ issued_at }) => new Date(issued_at) >= period.from && new Date(issued_at) < period.until)
const filed = gstr1(inMonth.map(returnDocument), { period, gstin: golden.shop, aboveFiveCrore: false, now: new Date('2026-12-05') })

test("the golden month is filed as in the accountant's own sheet", () => {
  expect(offlineJson(filed)).toEqual(golden.return)
})

test('it has no warnings', () => {
  expect(filed.warnings).toEqual([])
})

test('its sheets have one row per document and rate, with as many headings as cells', () => {
  for (const name of SHEETS) {
    const { headings, rows } = sheetOf(filed, name)
    for (const row of rows) expect(row.length, name).toBe(headings.length)
  }
  expect(sheetOf(filed, 'b2b').rows[1]).toEqual([
    '29ABCDE1234F1ZW',
    'Looks by Meera',
    'INV/26-27/000041',
    '03-11-2026',
    '2360.00',
    '29-Karnataka',
    'N',
    'Regular B2B',
    18,
    '2000.00',
    '360.00',
    '0.00',
    '0.00',
    '0.00',
  ])
  expect(sheetOf(filed, 'cdnur').rows).toEqual([
    [
      'B2CL',
      'CN/26-27/000005',
      '24-11-2026',
      '118000.00',
      '24-Gujarat',
      'C',
      'INV/26-27/000031',
      '26-10-2026',
      18,
      '100000.00',
      '18000.00',
      '0.00',
      '0.00',
      '0.00',
    ],
  ])
  expect(sheetOf(filed, 'summary').rows.at(-1)).toEqual(['All', 'All', '7199.99', '254.75', '167.63', '167.63', '0.00'])
})

test('the summaries by kind, by rate and by State all add up to the total', () => {
  expect(sumAmounts(filed.summary.byKind)).toEqual(filed.summary.total)
  expect(filed.summary.byKind.map(({ kind, documents }) => `${kind} ${documents}`)).toEqual(['b2b 3', 'b2c 5', 'b2b_notes 2', 'b2c_notes 2'])
  expect(filed.summary).toMatchObject({
    byRate: [
      { rate: 0, taxable: 3_200_00 },
      { rate: 5, taxable: 1_000_00, cgst: 25_00, sgst: 25_00 },
      { rate: 18, taxable: 2_999_99, cgst: 142_63, sgst: 142_63, igst: 254_75 },
    ],
    byState: [
      { placeOfSupply: '24', taxable: 2_000_00 },
      { placeOfSupply: '27', taxable: 3_784_74 },
      { placeOfSupply: '29', taxable: 1_415_25, igst: 254_75 },
    ],
    total: { taxable: 7_199_99, cgst: 167_63, sgst: 167_63, igst: 254_75 },
    documents: { invoices: 8, notes: 4 },
  })
})

test('the GSTIN of a return is that of the newest registered document, or of the settings if there is none', () => {
  const documents = inMonth.map(returnDocument)
  expect(filingGstin(documents, null)).toBe(golden.shop)
  expect(
    filingGstin(
      documents.map((document) => ({ ...document, sellerGstin: null })),
      '29ABCDE1234F1ZW',
    ),
  ).toBe('29ABCDE1234F1ZW')
  expect(offlineJson(gstr1([], { period, gstin: null, aboveFiveCrore: false, now: new Date() }))).toBeNull()
})

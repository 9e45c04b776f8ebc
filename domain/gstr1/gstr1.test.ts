import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../money/money.ts'
import { goods, SHOP } from '../documents/testing/frozen-order.ts'
import { gstr1 } from './gstr1.ts'
import { periodOf } from './period.ts'
import type { Period } from './period.ts'
import { returnDocument } from './return-document.ts'
import type { ReturnDocument } from './return-document.ts'
import { precedingSerials, table13 } from './table-13-documents.ts'
import { isZero, paidOf, plus, sumAmounts } from './tax-amounts.ts'
import type { TaxAmounts } from './tax-amounts.ts'
import { issue, reverseInvoice } from './testing/issued.ts'
import type { Issue } from './testing/issued.ts'
import { unitCode } from './unit-codes.ts'

const november = periodOf('2026-11') as Period
const filing = { period: november, gstin: SHOP.gstin, aboveFiveCrore: false, now: new Date('2026-12-05') }
const lipstick = goods('Lipstick', '330499', 18, '118.00')
const bindi = goods('Bindi', '330499', 0, '50.00')
const meera = '29ABCDE1234F1ZW'

const documents = (issues: Partial<Issue>[]): ReturnDocument[] =>
  issues
    .flatMap((one, index) =>
      issue({ bought: { lines: [[lipstick, 20]] }, numbers: [`INV/26-27/${String(index + 1).padStart(6, '0')}`], day: '2026-11-10', ...one }),
    )
    .map(returnDocument)

/** The sum of a table's rows, over all rates. */
const listedSum = (rows: { rates: TaxAmounts[] }[]) => sumAmounts(rows.flatMap(({ rates }) => rates))

describe('for any month', () => {
  const random = fc.record({
    lines: fc.array(
      fc.tuple(
        fc.record({
          hsn: fc.constantFrom('3304', '330499', '3305', ''),
          rate: fc.constantFrom(0, 0.25, 5, 12, 18),
          price: fc.integer({ min: 1, max: 900_000 }),
          unit: fc.constantFrom('NOS', 'PCS'),
        }),
        fc.integer({ min: 1, max: 30 }),
      ),
      { minLength: 1, maxLength: 5 },
    ),
    to: fc.constantFrom('27', '29', '04'),
    registered: fc.boolean(),
    coupon: fc.constantFrom(0, 0, 999),
    trade: fc.boolean(),
    fate: fc.constantFrom('kept', 'taken back', 'taken back later'),
  })
  const month = fc.array(random, { maxLength: 12 }).map((sales) =>
    sales
      .flatMap(({ lines, to, registered, coupon, trade, fate }, index) => {
        const bought = lines.map(
          ([{ hsn, rate, price, unit }, quantity], line) => [goods(`Goods ${line}`, hsn, rate, (price / 100).toFixed(2), { unit }), quantity] as const,
        )
        const facts = issue({
          bought: { lines: bought, to, coupon, trade },
          gstin: registered ? `${to}ABCDE1234F1ZW` : null,
          numbers: [`INV/26-27/${index + 1}`, `BOS/26-27/${index + 1}`],
          day: '2026-11-10',
        })
        const back = facts.map((one) => reverseInvoice(one, `CN/${one.serial}`, '2026-11-20'))
        return fate === 'kept' ? facts : fate === 'taken back' ? [...facts, ...back] : back // 'back' alone: a note for an invoice of an earlier month
      })
      .map(returnDocument),
  )

  test('tables 4, 5, 7, 8 and 9B add up to the documents, to the paisa and for each tax', () => {
    fc.assert(
      fc.property(month, (all) => {
        const { b2b, b2cl, b2cs, nil, cdnr, cdnur, summary } = gstr1(all, filing)
        const whole = sumAmounts(all.map(({ rates, note }) => plus({ taxable: 0, cgst: 0, sgst: 0, igst: 0 }, sumAmounts(rates), note ? -1 : 1)))
        const sold = plus(plus(listedSum(b2b), listedSum(b2cl)), sumAmounts(b2cs))
        const taken = plus(listedSum(cdnr), listedSum(cdnur))
        const tables = plus(plus(sold, taken, -1), { taxable: sumOf(nil, ({ value }) => value), cgst: 0, sgst: 0, igst: 0 })
        expect(tables).toEqual(whole)
        expect(summary.total).toEqual(whole)
        expect(paidOf(whole)).toBe(sumOf(all, ({ value, note }) => (note ? -value : value)))
        expect(sumAmounts(summary.byRate)).toEqual(whole)
        expect(sumAmounts(summary.byState)).toEqual(whole)
        expect(sumAmounts(summary.byKind)).toEqual(whole)
      }),
    )
  })

  test('table 12 adds up to the same as the others, for registered buyers and for all others', () => {
    fc.assert(
      fc.property(month, (all) => {
        const { b2b, b2cl, b2cs, nil, cdnr, cdnur, hsn } = gstr1(all, filing)
        const ofNil = (kind: string) => ({ taxable: sumOf(nil, ({ supply, value }) => (supply.endsWith(kind) ? value : 0)), cgst: 0, sgst: 0, igst: 0 })
        expect(sumAmounts(hsn.b2b)).toEqual(plus(plus(listedSum(b2b), listedSum(cdnr), -1), ofNil('B2B')))
        expect(sumAmounts(hsn.b2c)).toEqual(plus(plus(plus(listedSum(b2cl), listedSum(cdnur), -1), sumAmounts(b2cs)), ofNil('B2C')))
      }),
    )
  })

  test('the order of the documents changes nothing', () => {
    fc.assert(
      fc.property(month, (all) => {
        const { warnings: _, ...there } = gstr1(all, filing)
        const { warnings: __, ...back } = gstr1(all.toReversed(), filing)
        expect(back).toEqual(there)
      }),
    )
  })

  test('a month whose invoices are all reversed adds up to zero in the net tables', () => {
    fc.assert(
      fc.property(month, (all) => {
        const mirrored = all.map((one) => ({ ...one, note: !one.note }))
        const { b2cs, nil, hsn, summary } = gstr1([...all, ...mirrored], filing)
        expect([b2cs, hsn.b2b, hsn.b2c]).toEqual([[], [], []])
        expect(nil.every(({ value }) => value === 0) && isZero(summary.total)).toBe(true)
      }),
    )
  })
})

describe('the border of table 5', () => {
  const worth = (price: string, to: string) => documents([{ bought: { lines: [[goods('Box', '330499', 18, price), 1]], to } }])
  test.each([
    ['100000.00', '29', 0, 1],
    ['100000.01', '29', 1, 0],
    ['100000.01', '27', 0, 1],
  ])('₹%s to State %s: %i invoices of their own, %i rows in table 7', (price, to, own, summed) => {
    const { b2cl, b2cs } = gstr1(worth(price, to), filing)
    expect([b2cl.length, b2cs.length]).toEqual([own, summed])
  })
})

describe('the delivery', () => {
  test('counts in table 12 with the most valuable goods of its rate, without adding to their quantity', () => {
    const cheap = goods('Comb', '961511', 18, '10.00')
    const { hsn } = gstr1(
      documents([
        {
          bought: {
            lines: [
              [cheap, 1],
              [lipstick, 2],
            ],
            to: '29',
          },
        },
      ]),
      filing,
    )
    expect(hsn.b2c).toEqual([
      { hsn: '330499', unit: 'NOS', rate: 18, quantity: 2, taxable: 200_00 + 84_75, cgst: 0, sgst: 0, igst: 36_00 + 15_25 },
      { hsn: '961511', unit: 'NOS', rate: 18, quantity: 1, taxable: 8_47, cgst: 0, sgst: 0, igst: 1_53 },
    ])
  })

  test('whose rates cannot be distinguished counts at the highest, with a warning', () => {
    const all = documents([
      {
        bought: {
          lines: [
            [lipstick, 1],
            [goods('Powder', '330491', 5, '105.00'), 1],
          ],
        },
        change: { charges: [{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 86, gst: 14, rate: null }] },
      },
    ])
    const { summary, warnings } = gstr1(all, filing)
    expect(summary.byRate.find(({ rate }) => rate === 18)).toMatchObject({ taxable: 100_00 + 86_00, cgst: 9_00 + 7_00, sgst: 9_00 + 7_00 })
    expect(warnings).toEqual([{ code: 'DELIVERY_MIXED', count: 1, examples: ['INV/26-27/000001'] }])
  })
})

describe('table 13', () => {
  const numbered = (serials: string[]) => serials.map((serial) => ({ ...(documents([{}])[0] as ReturnDocument), serial }))
  test('counts a missing number as cancelled and names it', () => {
    const [series] = table13(numbered(['INV/26-27/000012', 'INV/26-27/000010', 'INV/26-27/000016', 'INV/26-27/000011']))
    expect(series).toEqual({
      nature: 1,
      prefix: 'INV/26-27/',
      from: 'INV/26-27/000010',
      to: 'INV/26-27/000016',
      total: 7,
      cancelled: 3,
      missing: 3,
      net: 4,
      gaps: ['INV/26-27/000013 – INV/26-27/000015'],
    })
  })

  test('counts numbers for the GSTIN under which they were issued', () => {
    const [first] = documents([{}]) as [ReturnDocument]
    const { series, warnings } = gstr1(
      [1, 2, 3, 5].map((number) => ({ ...first, serial: `INV/26-27/00000${number}`, sellerGstin: number === 2 ? meera : first.sellerGstin })),
      filing,
    )
    expect(series).toMatchObject([{ total: 4, cancelled: 1, net: 3, gaps: ['INV/26-27/000004'] }])
    expect(warnings.map(({ code }) => code)).toEqual(['OTHER_SELLER', 'SERIES_GAP'])
  })

  test('reports a missing number before the month’s first, unless that is the first of the year', () => {
    expect(precedingSerials(table13(numbered(['INV/26-27/000012', 'BOS/26-27/000001', 'INV/26-27/000100'])))).toEqual(['INV/26-27/000011'])
  })
})

describe('an invoice whose IRN was cancelled', () => {
  const sale = { gstin: meera, bought: { lines: [[lipstick, 20] as const], to: '29' } }
  const [voided, other] = [1, 2].map((number) => issue({ ...sale, numbers: [`INV/26-27/00000${number}`], day: '2026-11-10' })[0])
  if (!voided || !other) throw new Error('Not issued')
  const [one, two, note] = [voided, other, reverseInvoice(voided, 'CN/26-27/000001', '2026-11-11')].map(returnDocument) as [
    ReturnDocument,
    ReturnDocument,
    ReturnDocument,
  ]
  const cancelled = new Set([one.serial])

  test('counts in table 13 alone, as cancelled, like the credit note for it', () => {
    const { series, warnings, documents: behind, ...made } = gstr1([one, two, note], { ...filing, cancelled })
    const { series: _, warnings: __, documents: ___, ...without } = gstr1([two], filing)
    expect(made).toEqual(without)
    expect(behind).toEqual([two])
    expect(series).toEqual([
      expect.objectContaining({ prefix: 'INV/26-27/', total: 2, cancelled: 1, missing: 0, net: 1, gaps: [] }),
      expect.objectContaining({ prefix: 'CN/26-27/', total: 1, cancelled: 1, missing: 0, net: 0 }),
    ])
    expect(warnings).toEqual([])
  })

  test('takes a credit note of a later month with it', () => {
    const { cdnr, hsn, summary } = gstr1([note], { ...filing, cancelled })
    expect([cdnr, hsn.b2b, summary.documents.notes]).toEqual([[], [], 0])
  })

  test('needs no IRN again, and neither does the credit note', () => {
    const due = (all: ReturnDocument[], numbers: ReadonlySet<string>) =>
      gstr1(all, { ...filing, aboveFiveCrore: true, cancelled: numbers }).warnings.filter(({ code }) => code === 'E_INVOICE_DUE')
    expect(due([one, note], cancelled)).toEqual([])
    expect(due([one, two, note], cancelled)).toEqual([{ code: 'E_INVOICE_DUE', count: 1, examples: [two.serial] }])
  })
})

describe('warnings', () => {
  const codes = (all: ReturnDocument[], terms: Partial<typeof filing> = {}, missing: string[] = []) =>
    gstr1(all, { ...filing, ...terms }, missing).warnings.map(({ code }) => code)

  test('an ordinary month has none', () => {
    expect(codes(documents([{}, { gstin: meera, bought: { lines: [[lipstick, 20]], to: '29' } }]))).toEqual([])
  })
  test('no GSTIN of the shop: nothing is filed, and every document is listed as left out', () => {
    const all = documents([{ bought: { lines: [[lipstick, 1]], settings: { ...SHOP, gstin: null } } }, {}])
    expect(gstr1(all, { ...filing, gstin: null }).warnings).toEqual([
      { code: 'SELLER_GSTIN_MISSING', count: 1, examples: [] },
      { code: 'OTHER_SELLER', count: 2, examples: ['INV/26-27/000001', 'INV/26-27/000002'] },
    ])
  })
  test('documents under another GSTIN are left out of tables and sums', () => {
    const { summary, warnings } = gstr1(documents([{}, {}]), { ...filing, gstin: meera })
    expect([summary.documents.invoices, warnings.map(({ code }) => code)]).toEqual([0, ['OTHER_SELLER']])
  })
  test('a mistyped GSTIN, of the shop or of a buyer', () => {
    expect(codes(documents([{ bought: { lines: [[lipstick, 1]], settings: { ...SHOP, gstin: '27ABCDE1234F1Z1' } } }]), { gstin: '27ABCDE1234F1Z1' })).toEqual([
      'SELLER_GSTIN_INVALID',
    ])
    expect(codes(documents([{ gstin: '27AAPFU0939F1ZA' }]))).toEqual(['BUYER_GSTIN_INVALID'])
  })
  test("a buyer's GSTIN of another State than the place of supply", () => {
    expect(codes(documents([{ gstin: meera }]))).toEqual(['STATE_MISMATCH'])
  })
  test('HSN missing, or shorter than the turnover requires', () => {
    const of = (hsn: string) => documents([{ bought: { lines: [[goods('Box', hsn, 18, '1500.00'), 1]] } }])
    expect(codes(of(''))).toEqual(['HSN_MISSING'])
    expect(codes(of('330'))).toEqual(['HSN_SHORT'])
    expect([codes(of('3304')), codes(of('3304'), { aboveFiveCrore: true })]).toEqual([[], ['HSN_SHORT']])
  })
  test('a gap, inside the month or before it', () => {
    const [one, , three] = documents([{}, {}, {}]) as [ReturnDocument, ReturnDocument, ReturnDocument]
    expect(gstr1([one, three], filing, ['INV/26-27/000000']).warnings).toEqual([
      { code: 'SERIES_GAP', count: 2, examples: ['INV/26-27/000000', 'INV/26-27/000002'] },
    ])
  })
  test('rows below zero, a rate that the portal does not list, e-invoices', () => {
    const back = issue({ bought: { lines: [[bindi, 40]] }, numbers: ['BOS/26-27/000001'], day: '2026-10-01' }).map((facts) =>
      returnDocument(reverseInvoice(facts, 'CN/26-27/000001', '2026-11-02')),
    )
    expect(gstr1(back, filing).warnings).toEqual([{ code: 'NEGATIVE_ROW', count: 2, examples: ['8: INTRAB2C', '12: 330499, 0%'] }])
    expect(codes(documents([{ bought: { lines: [[goods('Box', '330499', 17, '1500.00'), 1]] } }]))).toEqual(['RATE_UNLISTED'])
    expect(codes(documents([{ gstin: meera, bought: { lines: [[lipstick, 20]], to: '29' } }]), { aboveFiveCrore: true })).toEqual(['E_INVOICE_DUE'])
  })
  test('a month that has not ended, and one whose documents are erased', () => {
    expect(codes([], { now: new Date('2026-11-30T18:29:59Z') })).toEqual(['MONTH_NOT_OVER'])
    expect(codes([], { now: new Date('2033-12-31T18:29:59Z') })).toEqual([])
    expect(codes([], { now: new Date('2033-12-31T18:30:00Z') })).toEqual(['NO_LONGER_KEPT'])
  })
  test('list at most twenty, and count all', () => {
    const [found] = gstr1(documents(Array.from({ length: 30 }, () => ({ gstin: meera }))), filing).warnings
    expect([found?.count, found?.examples.length]).toEqual([30, 20])
  })
})

test('a month runs from midnight to midnight in India', () => {
  expect(november).toEqual({ month: '2026-11', fp: '112026', from: new Date('2026-10-31T18:30:00Z'), until: new Date('2026-11-30T18:30:00Z') })
  expect(periodOf('2026-12')?.until).toEqual(new Date('2026-12-31T18:30:00Z'))
  for (const wrong of ['2026-13', '2026-1', '26-11', '2017-06', ' 2026-11', '2026-11-01', 11, null]) expect(periodOf(wrong), String(wrong)).toBeNull()
})

test('units are those of the portal, for any unit of the product', () => {
  expect(['pcs', 'Pack', 'ml', null, '', 'NOS', 'Tube', 'tola'].map(unitCode)).toEqual(['PCS', 'PAC', 'MLT', 'NOS', 'NOS', 'NOS', 'TUB', 'OTH'])
})

describe('a credit note for a part', () => {
  /** One of a thousand lipsticks of ₹118 each, sent to another State for ₹1,18,000 without delivery: ₹100 and ₹18 IGST. */
  const noteOf = (day: string, gstin: string | null = null): ReturnDocument[] => {
    const [invoice] = issue({ bought: { lines: [[lipstick, 1000]], to: '29' }, gstin, numbers: ['INV/26-27/000001'], day: '2026-10-10' })
    if (!invoice) throw new Error('issued')
    const [item] = invoice.items
    const part = { quantity: 1, discount: 0, taxable: '100.00', cgst: 0, sgst: 0, igst: '18.00', total: '118.00' }
    return [
      returnDocument({
        ...reverseInvoice(invoice, 'CN/26-27/000001', day),
        version: 3,
        order: { ...invoice.order, charges: [], total_amount: '118.00' },
        items: item ? [{ ...item, ...part }] : [],
        invoiced: { goods: invoice.items, charges: [...invoice.order.charges] },
      }),
    ]
  }
  const part = { rate: 18, taxable: 100_00, cgst: 0, sgst: 0, igst: 18_00 }

  test('is listed with its own value in 9B because its invoice was above ₹1 lakh', () => {
    const { b2cs, cdnr, cdnur, hsn, series } = gstr1(noteOf('2026-11-10'), filing)
    expect([b2cs, cdnr]).toEqual([[], []])
    expect(cdnur).toMatchObject([{ serial: 'CN/26-27/000001', value: 118_00, rates: [part], reverses: { serial: 'INV/26-27/000001' } }])
    expect(hsn.b2c).toEqual([{ hsn: '330499', unit: 'NOS', rate: 18, quantity: -1, taxable: -100_00, cgst: 0, sgst: 0, igst: -18_00 }])
    expect(series).toMatchObject([{ nature: 5, from: 'CN/26-27/000001', to: 'CN/26-27/000001', net: 1, cancelled: 0 }])
  })

  test('to a registered buyer is in 9B under their GSTIN', () => {
    const { cdnr, cdnur } = gstr1(noteOf('2026-11-10', meera), filing)
    expect(cdnur).toEqual([])
    expect(cdnr).toMatchObject([{ gstin: meera, value: 118_00, rates: [part] }])
  })

  test('is named in a warning after 30 November following the financial year of its invoice', () => {
    const codes = (month: string, day: string) =>
      gstr1(noteOf(day), { ...filing, period: periodOf(month) as Period, now: new Date('2028-02-01') }).warnings.filter(({ code }) => code === 'NOTE_TOO_LATE')
    expect(codes('2027-11', '2027-11-30')).toEqual([])
    expect(codes('2027-12', '2027-12-01')).toEqual([{ code: 'NOTE_TOO_LATE', count: 1, examples: ['CN/26-27/000001'] }])
  })
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goods, SHOP } from '../documents/testing/frozen-order.ts'
import { issue, reverseInvoice } from '../gstr1/testing/issued.ts'
import { returnDocument } from '../gstr1/return-document.ts'
import { sumOf, toPaise } from '../money/money.ts'
import { rowsOfJson, rowsOfTable } from './answer-file.ts'
import { inv01, needsIrn } from './inv01.ts'
import type { Inv01 } from './inv01.ts'
import { irnText } from './irn.ts'
import { problemsOf, reportUntil } from './problems.ts'
import { checkRegistration, readAckTime, registrationError } from './registration.ts'
import { MOST_QR, readSignedQr } from './signed-qr.ts'
import { BILL, CASES, UNREGISTERED } from './testing/cases.ts'
import { breaches, INV01 } from './testing/inv01-limits.ts'
import { signedQr } from './testing/signed-qr.ts'

const golden = JSON.parse(readFileSync(new URL('inv01.golden.json', import.meta.url), 'utf8')) as Record<string, unknown>
const cases = Object.entries(CASES)
const intra = CASES['within the State, with delivery, a discount and two rates']
if (!intra) throw new Error('No such case')

/** The sums that the portal compares, to the paisa. */
function expectToAddUp({ ItemList, ValDtls }: Inv01): void {
  const sum = (name: 'AssAmt' | 'CgstAmt' | 'SgstAmt' | 'IgstAmt' | 'TotItemVal') => sumOf(ItemList, (item) => toPaise(item[name]))
  expect([sum('AssAmt'), sum('CgstAmt'), sum('SgstAmt'), sum('IgstAmt'), sum('TotItemVal')]).toEqual(
    [ValDtls.AssVal, ValDtls.CgstVal, ValDtls.SgstVal, ValDtls.IgstVal, ValDtls.TotInvVal].map(toPaise),
  )
  for (const item of ItemList) {
    expect(toPaise(item.TotAmt) - toPaise(item.Discount)).toBe(toPaise(item.AssAmt))
    expect(Math.abs(item.UnitPrice * item.Qty - item.TotAmt)).toBeLessThanOrEqual(0.0005 * item.Qty + 1e-6)
  }
}

describe('the file for the portal', () => {
  test.each(cases)('%s', (name, facts) => {
    const made = inv01(facts)
    expect(made).toEqual(golden[name])
    expect(breaches(made, INV01)).toEqual([])
    expect(problemsOf(facts)).toEqual([])
    expectToAddUp(made)
    expect(toPaise(made.ValDtls.TotInvVal)).toBe(returnDocument(facts).value)
  })

  test('any order of a registered buyer keeps the limits and adds up to its document and its part of the return', () => {
    const line = fc.tuple(
      fc.constantFrom(...[5, 12, 18].map((rate) => goods(`Goods at "${rate}"`, `3304${10 + rate}`, rate, '1.00'))),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 200_000 }),
    )
    const bought = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
      to: fc.constantFrom('27', '29', '04'),
      trade: fc.boolean(),
      coupon: fc.constantFrom(0, 1, 33),
    })
    fc.assert(
      fc.property(bought, ({ lines, to, trade, coupon }) => {
        const priced = lines.map(([product, quantity, paise]) => [{ ...product, price: (paise / 100).toFixed(2) }, quantity] as const)
        const [facts] = issue({ bought: { lines: priced, to, trade, coupon }, gstin: `${to}AAPFU0939F1ZV`, numbers: ['INV/26-27/000001'], day: '2026-11-22' })
        if (!facts) throw new Error('Nothing was issued')
        for (const document of [facts, reverseInvoice(facts, 'CN/26-27/000001', '2026-12-01')]) {
          const made = inv01(document)
          expect(breaches(made, INV01)).toEqual([])
          expectToAddUp(made)
          const { value, rates } = returnDocument(document)
          expect(toPaise(made.ValDtls.TotInvVal)).toBe(value)
          for (const { rate, taxable } of rates) {
            expect(
              sumOf(
                made.ItemList.filter(({ GstRt }) => GstRt === rate),
                ({ AssAmt }) => toPaise(AssAmt),
              ),
            ).toBe(taxable)
          }
        }
      }),
    )
  })

  test.each([
    [
      'sold in two units',
      [
        ['330499', 'PCS', '60.00'],
        ['330499', 'BOX', '50.00'],
        ['330510', 'PCS', '70.00'],
      ],
      '330499',
      'PCS',
    ],
    [
      'worth the same',
      [
        ['330510', 'PCS', '300.00'],
        ['330499', 'BOX', '300.00'],
      ],
      '330499',
      'BOX',
    ],
  ] as const)('a delivery charge has the HSN code that it has in the return, also for goods %s', (_, lines, hsn, unit) => {
    const bought = lines.map(([code, measure, price]) => [goods(`${code} ${measure}`, code, 18, price, { unit: measure }), 1] as const)
    const [facts] = issue({ bought: { lines: bought }, gstin: '27AAPFU0939F1ZV', numbers: ['INV/26-27/000001'], day: '2026-11-22' })
    if (!facts) throw new Error('Nothing was issued')
    const { ItemList } = inv01(facts)
    const charge = ItemList.at(-1)
    expect([charge?.Unit, charge?.HsnCd]).toEqual(['OTH', hsn])
    const sold = ItemList.find((item) => item.HsnCd === hsn && item.Unit === unit)
    expect(returnDocument(facts).hsn.find((row) => row.hsn === hsn && row.unit === unit)?.taxable).toBe(
      toPaise(sold?.AssAmt ?? 0) + toPaise(charge?.AssAmt ?? 0),
    )
  })

  test('bills of supply, their credit notes and sales to unregistered buyers need none', () => {
    expect(cases.every(([, facts]) => needsIrn(facts))).toBe(true)
    expect([BILL.form, needsIrn(BILL), needsIrn(reverseInvoice(BILL, 'CN/26-27/000001', '2026-12-01')), needsIrn(UNREGISTERED)]).toEqual([
      'bill_of_supply',
      false,
      false,
      false,
    ])
  })
})

describe('problems', () => {
  const problems = (order: object, seller: object = {}, item: object = {}) =>
    problemsOf({
      ...intra,
      order: { ...intra.order, ...order },
      seller: { ...intra.seller, ...seller },
      items: intra.items.map((one) => ({ ...one, ...item })),
    })
  test.each([
    [{ gstin: '27AAPFU0939F1ZX' }, {}, {}, ['BUYER_GSTIN']],
    [{ gstin: '29ABCDE1234F1ZW' }, {}, {}, ['BUYER_STATE']],
    [{ pincode: '011001' }, {}, {}, ['BUYER_ADDRESS']],
    [{ city: 'Pu' }, {}, {}, ['BUYER_ADDRESS']],
    [{ company_name: '""' }, {}, {}, ['BUYER_ADDRESS']],
    [{}, { gstin: '27ABCDE1234F1Z1' }, {}, ['SELLER_GSTIN']],
    [{}, { gstin: '29ABCDE1234F1ZW' }, {}, ['SELLER_STATE']],
    [{}, { pincode: '' }, {}, ['SELLER_ADDRESS']],
    [{}, { address: ' ' }, {}, ['SELLER_ADDRESS']],
    [{}, {}, { hsn: null }, ['HSN_MISSING']],
    [{}, {}, { hsn: '3304' }, ['HSN_SHORT']],
    [{}, {}, { hsn: '33O499' }, ['HSN_SHORT']],
  ])('%j %j %j: %j', (order, seller, item, expected) => expect(problems(order, seller, item)).toEqual(expected))

  test('a number that begins with 0, also that of the invoice of a credit note', () => {
    const zero = { ...intra, serial: '0A/26-27/000001' }
    expect(breaches(inv01(zero), INV01)).toEqual(['.DocDtls.No: "0A/26-27/000001"'])
    expect([problemsOf(zero), problemsOf(reverseInvoice(zero, 'CN/26-27/000001', '2026-12-01'))]).toEqual([['SERIAL'], ['SERIAL']])
  })

  test('a document is reported within thirty days, its own included', () => {
    expect(reportUntil('2026-04-01T06:00:00Z').toISOString()).toBe('2026-04-30T18:30:00.000Z') // until the end of 30 April in India
    expect(reportUntil('2026-03-31T19:00:00Z').toISOString()).toBe('2026-04-30T18:30:00.000Z') // 1 April in India
  })
})

describe('the IRN', () => {
  test('is the hash of what the portal names', () => {
    // the portal's own example of the text
    const facts = { seller: { gstin: '01AAAAA9999A19N' }, issued_at: '2019-12-12T06:30:00Z', form: 'tax_invoice', serial: 'ABC01234' } as never
    expect(irnText(facts)).toBe('01AAAAA9999A19N2019-20INVABC01234')
    expect(cases.map(([, one]) => irnText(one).slice(15))).toContain('2026-27CRNCN/26-27/000008')
    expect(irnText({ ...intra, issued_at: '2027-03-31T18:30:00Z' }).slice(15, 22)).toBe('2027-28')
  })
})

describe('the answer of the portal', () => {
  const irn = createHash('sha256').update(irnText(intra)).digest('hex')
  const answer = { irn, ackNo: '112620036563310', ackAt: '2026-11-22T08:35:00.000Z', signedQr: signedQr(intra, irn) }

  test('is about the document whose GSTINs, number, day, value and IRN its QR code names', () => {
    expect(registrationError(intra, irn, answer)).toBeNull()
    expect(registrationError(intra, irn, { ...answer, irn: 'f'.repeat(64) })).toBe('WRONG_IRN')
    expect(registrationError(BILL, irn, answer)).toBe('NOT_DUE')
    expect(registrationError(intra, irn, { ...answer, signedQr: 'x' })).toBe('QR_UNREADABLE')
    const other = [
      { DocNo: 'INV/26-27/000042' },
      { TotInvVal: 1 },
      { SellerGstin: '29ABCDE1234F1ZW' },
      { BuyerGstin: 'URP' },
      { DocTyp: 'CRN' },
      { DocDt: '23/11/2026' },
      { Irn: 'f' },
    ]
    for (const change of other)
      expect(registrationError(intra, irn, { ...answer, signedQr: signedQr(intra, irn, change) }), JSON.stringify(change)).toBe('QR_OTHER_DOCUMENT')
  })

  test('a QR code that is no token of the portal is unreadable, however it is broken', () => {
    const part = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
    const tail = 'a'.repeat(60)
    const head = part({ alg: 'RS256' })
    const payloads = [
      'not json',
      '[]',
      'null',
      '{"data":null}',
      { data: '[1]' },
      { data: '{' },
      { data: { TotInvVal: 'x' } },
      '\xff'.repeat(60),
      '{"a":'.repeat(200),
    ]
    for (const payload of payloads) expect(readSignedQr(`${head}.${part(payload).padEnd(44, 'A')}.${tail}`)).toBeNull()
    expect(readSignedQr(`${head}.${part({ data: JSON.stringify({ DocNo: 7, TotInvVal: 1, Irn: 'ABC' }) })}.${tail}`)).toMatchObject({ number: '', irn: 'abc' })
    for (const text of ['', 'a.b.c', `${answer.signedQr}.x`, `${answer.signedQr} `, answer.signedQr + 'a'.repeat(MOST_QR)])
      expect(readSignedQr(text)).toBeNull()
  })

  test.each([
    ['2026-11-22 14:05:00', '2026-11-22T08:35:00.000Z'],
    ['22-11-2026 14:05:09', '2026-11-22T08:35:09.000Z'],
    ['22/11/2026 02:05:00 PM', '2026-11-22T08:35:00.000Z'],
    ['22/11/2026 12:05 AM', '2026-11-21T18:35:00.000Z'],
    ['2026-11-22T14:05', '2026-11-22T08:35:00.000Z'],
    ['2026-11-22', null],
    ['2026-13-22 14:05:00', null],
    ['22 Nov 2026 14:05', null],
    ['x'.repeat(5000), null],
  ])('the time %s is %s', (text, moment) => expect(readAckTime(text)).toBe(moment))

  test('typed with spaces and capitals it is the same, and anything else is refused', () => {
    expect(checkRegistration(` ${irn.toUpperCase()} `, '112620036563310 ', '2026-11-22 14:05:00', ` ${answer.signedQr}\n`)).toEqual(answer)
    for (const [one, two, three] of [
      ['x', answer.ackNo, '2026-11-22 14:05'],
      [irn, '12a', '2026-11-22 14:05'],
      [irn, answer.ackNo, 'today'],
    ] as const)
      expect(checkRegistration(one, two, three, answer.signedQr)).toBeNull()
  })
})

describe('the file of answers', () => {
  const row = { number: '', irn: 'a', ackNo: '112', ackAt: 'now', signedQr: 'q' }
  test('is a list, one answer, or either inside data, with the names of any portal', () => {
    const one = { Irn: 'a', AckNo: 112, AckDt: 'now', SignedQRCode: 'q', SignedInvoice: 'x'.repeat(9000) }
    for (const file of [[one], one, { Status: 1, Data: one }, { data: [one, { Status: 0 }] }]) expect(rowsOfJson(file)).toEqual([row])
    expect(
      rowsOfTable([['E-invoices'], ['Ack No.', 'Ack Date', 'Doc No', 'IRN', 'Signed QR Code'], ['112', 'now', 'INV/1', 'a', 'q'], ['', '', '', '', '']]),
    ).toEqual([{ ...row, number: 'INV/1' }])
  })
  test('anything else has no rows, and a huge one is cut', () => {
    for (const file of [null, 1, 'x', [], {}, [[[]]], { data: { data: { data: {} } } }, [{ irn: {} }]]) expect(rowsOfJson(file)).toBeNull()
    expect(rowsOfTable([['a'], ['b']])).toBeNull()
    expect(rowsOfJson(Array.from({ length: 5000 }, () => ({ irn: 'a'.repeat(9000) })))).toHaveLength(1001)
    expect(rowsOfJson({ irn: 'a'.repeat(9000) })?.[0]?.irn).toHaveLength(4000)
  })
})

test('the shop of the cases is the one of the documents', () => expect(intra.seller.gstin).toBe(SHOP.gstin))

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountDocument } from '../accounts/account-document.ts'
import { goldenEntries, randomEntries } from '../accounts/testing/entries.ts'
import { goldenMonth, randomMoney, randomMonth } from '../accounts/testing/month.ts'
import { sumOf } from '../money/money.ts'
import { entryVoucher } from './entry-voucher.ts'
import { checkLedgerName, LEDGER_FIELDS, ledgerAt, partyLedger, partyNames } from './ledgers.ts'
import type { TallyLedgers } from './ledgers.ts'
import { masterXml, mastersOf } from './masters.ts'
import { documentVoucher, moneyVoucher } from './voucher.ts'
import { envelope, voucherXml } from './xml.ts'

const LEDGERS: TallyLedgers = {
  company: 'Shringar & Co',
  sales: 'Sales {rate}%',
  sales_inter_state: 'Inter-State sales {rate}%',
  delivery: 'Delivery charges',
  discount: '',
  cgst: 'CGST {rate}%',
  sgst: 'SGST {rate}%',
  igst: 'IGST {rate}%',
  party_group: 'Sundry Debtors',
  unregistered_party: 'Online customers',
  cash: 'Cash',
  cod: 'Cash on delivery',
  upi: 'UPI',
  card: 'Card machine',
  bank: 'Bank',
  razorpay: 'Razorpay',
  credit: 'Store credit',
  credit_by_hand: 'Store credit given',
  courier_charges: 'Courier charges',
  courier_differences: 'Courier differences',
}
/** No buyer has a document of before. */
const NAMES = new Map<string, string>()
const month = goldenMonth()
const documents = month.documents.map(accountDocument)
const entries = goldenEntries()

describe('the golden month', () => {
  test('is these vouchers', async () => {
    const { head, tail } = envelope('Vouchers', LEDGERS.company)
    const vouchers = [
      ...documents.map((one) => documentVoucher(one, LEDGERS, NAMES)),
      ...month.money.map((one) => moneyVoucher(one, LEDGERS, NAMES)),
      ...entries.map((one) => entryVoucher(one, LEDGERS)),
    ]
    await expect(`${head}${vouchers.map((one) => one && voucherXml(one)).join('')}${tail}`).toMatchFileSnapshot('vouchers.golden.xml')
  })

  test('and these ledgers', async () => {
    const { head, tail } = envelope('All Masters', '')
    await expect(`${head}${mastersOf({ documents, money: month.money, entries }, LEDGERS, NAMES).map(masterXml).join('')}${tail}`).toMatchFileSnapshot(
      'ledgers.golden.xml',
    )
  })

  test('with a discount ledger, sales are booked before the discount', () => {
    const [first] = documents
    const net = first && documentVoucher(first, LEDGERS, NAMES)
    const gross = first && documentVoucher(first, { ...LEDGERS, discount: 'Discount allowed' }, NAMES)
    const of = (voucher: typeof net, ledger: string) => voucher?.entries.find((entry) => entry.ledger === ledger)?.amount ?? 0
    const discount = of(gross, 'Discount allowed')
    expect(discount).toBeGreaterThan(0)
    expect(of(gross, 'Sales 18%') + of(gross, 'Sales 5%') + discount).toBe(of(net, 'Sales 18%') + of(net, 'Sales 5%'))
    expect(gross?.entries.find(({ bill }) => bill)).toEqual(net?.entries.find(({ bill }) => bill))
  })
})

const anyLedgers: fc.Arbitrary<TallyLedgers> = fc
  .record({ discount: fc.constantFrom('', 'Discount'), sales: fc.constantFrom('Sales', 'Sales {rate}%', 'A & <b>'), rated: fc.boolean() })
  .map(({ discount, sales, rated }) => ({ ...LEDGERS, discount, sales, ...(rated ? {} : { cgst: 'GST', sgst: 'GST', igst: 'GST' }) }))

describe('for any month', () => {
  test('every voucher is balanced, in its lines and in its XML, and names only ledgers of the other file', () => {
    fc.assert(
      fc.property(fc.integer(), anyLedgers, (seed, ledgers) => {
        const [issued, money, booked] = [randomMonth(seed).map(accountDocument), randomMoney(seed), randomEntries(seed)]
        const names = new Set(mastersOf({ documents: issued, money, entries: booked }, ledgers, NAMES).map(({ name }) => name))
        const vouchers = [
          ...issued.map((one) => documentVoucher(one, ledgers, NAMES)),
          ...money.map((one) => moneyVoucher(one, ledgers, NAMES)),
          ...booked.map((one) => entryVoucher(one, ledgers)),
        ]
        for (const voucher of vouchers) {
          if (!voucher) continue
          expect(sumOf(voucher.entries, ({ amount }) => amount)).toBe(0)
          expect(voucher.entries.length).toBeGreaterThan(1)
          for (const { ledger, amount } of voucher.entries) {
            expect(names).toContain(ledger)
            expect(amount).not.toBe(0)
          }
          const xml = voucherXml(voucher)
          const lines = [...xml.matchAll(/<ALLLEDGERENTRIES\.LIST>.*?<ISDEEMEDPOSITIVE>(Yes|No)<.*?<AMOUNT>(-?)(\d+)\.(\d\d)<\/AMOUNT>/gs)]
          expect(lines).toHaveLength(voucher.entries.length)
          expect(lines.reduce((sum, [, , sign, rupees, paise]) => sum + (sign ? -1 : 1) * (Number(rupees) * 100 + Number(paise)), 0)).toBe(0)
          for (const [, positive, sign] of lines) expect(positive === 'Yes').toBe(sign === '-')
        }
      }),
    )
  })

  test('a ledger of cash on delivery holds what couriers collected and did not pay out, one of store credit what the shop owes', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [money, booked] = [randomMoney(seed), randomEntries(seed)]
        const lines = [...money.map((one) => moneyVoucher(one, LEDGERS, NAMES)), ...booked.map((one) => entryVoucher(one, LEDGERS))].flatMap(
          (one) => one?.entries ?? [],
        )
        const inLedger = (ledger: string) =>
          sumOf(
            lines.filter((line) => line.ledger === ledger),
            ({ amount }) => amount,
          )
        const moved = (method: string) =>
          sumOf(
            money.filter((one) => one.method === method),
            ({ kind, amount }) => (kind === 'receipt' ? amount : -amount),
          )
        const settled = (method: string) => sumOf(booked, (one) => (one.kind === 'settlement' && one.method === method ? one.amount : 0))
        const paidOut = sumOf(booked, (one) => (one.kind === 'transfer' ? one.booked : 0))
        const byHand = sumOf(booked, (one) => (one.kind === 'credit' ? one.amount : 0))
        expect(inLedger('Cash on delivery')).toBe(moved('cod') - paidOut - settled('cod'))
        expect(inLedger('Store credit')).toBe(moved('credit') - byHand - settled('credit'))
        expect(inLedger('Store credit given')).toBe(byHand)
      }),
    )
  })

  test('the XML has only characters and tags that XML 1.0 allows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, reference) => {
        const [movement] = month.money
        if (!movement) throw new Error('The golden month has money')
        const xml = voucherXml(moneyVoucher({ ...movement, reference, buyer: { gstin: '27ABCDE1234F1Z0', name } }, LEDGERS, NAMES))
        expect(xml.isWellFormed()).toBe(true)
        expect(xml).not.toMatch(/[^\n\x20-\uFFFD\u{10000}-\u{10FFFF}]/u)
        expect(xml.replace(/<\/?[A-Z.]+( [A-Za-z:]+="[^"<>]*")*>/g, '')).not.toMatch(/[<>]/)
        expect(xml).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/)
      }),
    )
  })

  test('what was sold and taken back leaves nothing in any ledger', () => {
    fc.assert(
      fc.property(fc.integer(), anyLedgers, (seed, ledgers) => {
        const issued = randomMonth(seed).map(accountDocument)
        const sums = new Map<string, number>()
        for (const one of [...issued, ...issued.map((document) => ({ ...document, note: !document.note }))]) {
          for (const { ledger, amount } of documentVoucher(one, ledgers, NAMES)?.entries ?? []) sums.set(ledger, (sums.get(ledger) ?? 0) + amount)
        }
        expect([...sums.values()].every((sum) => sum === 0)).toBe(true)
      }),
    )
  })
})

test('names of ledgers are one line of at most 80 letters; two of them may be empty', () => {
  expect(LEDGER_FIELDS.filter((field) => checkLedgerName(field, '') === null)).toEqual(['company', 'discount'])
  expect(checkLedgerName('sales', 'x'.repeat(81))).toBe('TOO_LONG')
  expect(checkLedgerName('sales', 'a\nb')).toBe('NOT_A_LINE')
  expect(checkLedgerName('sales', 'Sales {rate}%')).toBeNull()
  expect(ledgerAt('Sales {rate}%', 0.25)).toBe('Sales 0.25%')
  expect(partyLedger(LEDGERS, { gstin: '29ABCDE1234F1ZW', name: ` ${'Long name '.repeat(20)}` }, NAMES)).toMatch(/^Long name .{1,60} \(29ABCDE1234F1ZW\)$/)
})

test('a registered buyer has one ledger, however their name is typed: that of the first document ever, else the first of the export', () => {
  const [, far] = documents
  const [movement] = month.money
  if (!far || !movement) throw new Error('The golden month has both')
  const gstin = '29ABCDE1234F1ZW'
  const typed = (name: string, of = gstin) => ({ ...far, buyer: { ...far.buyer, gstin: of, name } })
  const sold = [typed('Asha Beauty'), typed('ASHA BEAUTY LLP'), typed('Asha Beauty', '27AAPFU0939F1ZV')]
  const money = [{ ...movement, buyer: { gstin, name: 'Asha' } }]
  const ledgersOf = (first: [string, string][]) => {
    const names = partyNames(new Map(first), [...sold, ...money])
    const vouchers = [...sold.map((one) => documentVoucher(one, LEDGERS, names)), ...money.map((one) => moneyVoucher(one, LEDGERS, names))]
    const parties = new Set(vouchers.map((voucher) => voucher?.party?.ledger ?? ''))
    const masters = mastersOf({ documents: sold, money, entries: [] }, LEDGERS, names).filter(({ parent }) => parent === LEDGERS.party_group)
    expect(masters.map(({ name }) => name)).toEqual([...parties])
    expect(vouchers[1]?.party?.name).toBe('ASHA BEAUTY LLP') // the voucher has the name of its document
    return [...parties]
  }
  expect(ledgersOf([])).toEqual([`Asha Beauty (${gstin})`, 'Asha Beauty (27AAPFU0939F1ZV)'])
  expect(ledgersOf([[gstin, 'Asha Stores']])).toEqual([`Asha Stores (${gstin})`, 'Asha Beauty (27AAPFU0939F1ZV)'])
})

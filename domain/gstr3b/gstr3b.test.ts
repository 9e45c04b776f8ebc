import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { goldenMonth, randomMonth } from '../accounts/testing/month.ts'
import { SHOP } from '../documents/testing/frozen-order.ts'
import { gstr1 } from '../gstr1/gstr1.ts'
import type { Period } from '../gstr1/period.ts'
import { periodOf } from '../gstr1/period.ts'
import { returnDocument } from '../gstr1/return-document.ts'
import type { ReturnDocument } from '../gstr1/return-document.ts'
import { plus, sumAmounts } from '../gstr1/tax-amounts.ts'
import type { TaxAmounts } from '../gstr1/tax-amounts.ts'
import { sumOf } from '../money/money.ts'
import { gstr3b, gstr3bSheet } from './gstr3b.ts'

const filing = { period: periodOf('2026-11') as Period, gstin: SHOP.gstin, aboveFiveCrore: false, now: new Date('2026-12-05') }
const NONE = new Set<string>()
const listed = (rows: readonly { rates: TaxAmounts[] }[]) => sumAmounts(rows.flatMap(({ rates }) => rates))

test('agrees with GSTR-1 of the same documents, for any month, with and without cancelled IRNs', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, some) => {
      const facts = randomMonth(seed)
      const documents = facts.map(returnDocument)
      const cancelled = new Set(some ? documents.filter((_, index) => index % 3 === 0).map(({ serial }) => serial) : [])
      const { b2b, b2cl, b2cs, nil, cdnr, cdnur } = gstr1(documents, { ...filing, cancelled })
      const form = gstr3b(documents, SHOP.gstin, cancelled)
      const sold = plus(plus(listed(b2b), listed(b2cl)), sumAmounts(b2cs))
      expect(form.taxed).toEqual(plus(sold, plus(listed(cdnr), listed(cdnur)), -1))
      expect(form.nil.taxable).toBe(sumOf(nil, ({ value }) => value))
      for (const state of ['29', '04']) {
        const of = <T extends { placeOfSupply: string }>(rows: readonly T[]) => rows.filter(({ placeOfSupply }) => placeOfSupply === state)
        const expected = plus(plus(listed(of(b2cl)), sumAmounts(of(b2cs))), listed(of(cdnur)), -1)
        expect(sumAmounts(of(form.interState))).toEqual(expected)
      }
      expect(form.interState.some(({ placeOfSupply }) => placeOfSupply === SHOP.stateCode)).toBe(false)
    }),
  )
})

test('leaves out documents under another GSTIN, and everything without one', () => {
  const documents = goldenMonth().documents.map(returnDocument)
  expect(gstr3b(documents, '29ABCDE1234F1ZW', NONE).taxed.taxable).toBe(0)
  expect(gstr3b(documents, null, NONE).taxed.taxable).toBe(0)
})

test('an invoice whose IRN was cancelled counts nowhere, and neither does the credit note for it', () => {
  const [, sold, back] = goldenMonth().documents.map(returnDocument)
  if (!sold || !back) throw new Error('The golden month has a reversed invoice')
  const taxed = (documents: ReturnDocument[], ...cancelled: string[]) => gstr3b(documents, SHOP.gstin, new Set(cancelled)).taxed.taxable
  expect([taxed([sold]), taxed([sold], sold.serial), taxed([back], sold.serial)]).toEqual([sold.rates[0]?.taxable, 0, 0])
  expect(taxed([sold, back], back.serial)).toBe(taxed([sold])) // the invoice stands again
})

test('the sheet has a row for each table and State', () => {
  const documents = goldenMonth().documents.map((facts) => returnDocument({ ...facts, order: { ...facts.order, gstin: null } }))
  const { headings, rows } = gstr3bSheet(gstr3b(documents.slice(0, 2), SHOP.gstin, NONE))
  for (const row of rows) expect(row.length).toBe(headings.length)
  expect(rows.map(([table, , place]) => [table, place])).toEqual([
    ['3.1(a)', null],
    ['3.1(c)', null],
    ['3.2', '29-Karnataka'],
  ])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differenceOf, matchReceipts } from './match.ts'
import type { OpenPayment } from './match.ts'
import type { Receipt } from './read-statement.ts'
import { referencesOf } from './references.ts'

const ID = '7f3c9a2e-0000-4000-8000-000000000001'
const payment = (changes: Partial<OpenPayment> = {}): OpenPayment => ({
  payment_id: changes.payment_id ?? `p${changes.order_number ?? 482715}`,
  order_id: ID,
  order_number: 482715,
  version: 1,
  full_name: 'Asha Verma',
  status: 'pending',
  method: 'upi',
  state: 'awaiting_payment',
  amount: 33600,
  reference: null,
  placed_at: '2026-11-20T08:00:00Z',
  ...changes,
})
const other = (changes: Partial<OpenPayment> = {}) => payment({ order_number: 555001, order_id: '11112222-0000-4000-8000-000000000002', ...changes })
const receipt = (narration: string, changes: Partial<Receipt> = {}): Receipt => ({
  row: 1,
  day: '2026-11-21',
  amount: 33600,
  narration,
  references: referencesOf('', narration),
  nth: 0,
  ...changes,
})
const one = (line: Receipt, open: OpenPayment[]) => matchReceipts([line], open)[0]

describe('a receipt is exactly a payment', () => {
  const claimed = payment({ reference: '612345678901', state: 'awaiting_verification' })

  test('by the reference that its buyer entered', () => {
    expect(one(receipt('UPI/612345678901/x'), [claimed, other()])).toEqual({ kind: 'exact', by: 'reference', candidates: [claimed], twice: false })
  })

  test.each([
    ['its number', 'UPI/612345678901/482-715/ASHA'],
    ['its number among the parts of HDFC', 'UPI-ASHA-A@OK-UTIB0000001-612345678901-482-715'],
    ['its plain number', 'NEFT ASHA 482715'],
    ['its short id', 'UPI-ASHA-612345678901-ORDER 7F3C9A2E'],
    ['the reference of its UPI link', `UPI ${ID.replaceAll('-', '')}`],
  ])('by %s and the amount', (_, narration) => {
    expect(one(receipt(narration), [payment(), other()])).toMatchObject({ kind: 'exact', by: 'order', candidates: [{ order_id: ID }] })
  })
})

describe('staff decide', () => {
  test('when the amount differs', () => {
    const found = one(receipt('UPI ORDER 482-715', { amount: 30000 }), [payment()])
    expect(found).toMatchObject({ kind: 'suggested', by: 'order' })
    expect(differenceOf({ amount: 30000 }, payment())).toBe(-3600)
  })

  test('when the money came before the order was placed: an old reference pays no new order', () => {
    const old = receipt('UPI/612345678901', { day: '2026-11-19' })
    expect(one(old, [payment({ reference: '612345678901' })])).toMatchObject({ kind: 'suggested', by: 'reference' })
  })

  test('when the order is cancelled', () => {
    expect(one(receipt('UPI/612345678901'), [payment({ reference: '612345678901', status: 'cancelled' })])).toMatchObject({ kind: 'suggested' })
  })

  test('when the reference is of one order and the narration names another', () => {
    const found = one(receipt('UPI/612345678901/ORDER 555-001'), [payment({ reference: '612345678901' }), other()])
    expect(found).toMatchObject({ kind: 'several', by: 'reference' })
    expect(found?.candidates).toHaveLength(2)
  })

  test('when only the amount is right: one order is suggested, of several one is chosen', () => {
    expect(one(receipt('CASH'), [payment()])).toMatchObject({ kind: 'suggested', by: 'amount' })
    expect(one(receipt('CASH'), [payment(), other()])).toMatchObject({ kind: 'several', by: 'amount' })
    expect(matchReceipts([receipt('CASH'), receipt('CASH', { row: 2, nth: 1 })], [payment()]).map(({ kind }) => kind)).toEqual(['several', 'several'])
  })

  test('when two lines name the same payment: the first is matched, the second is shown as one too many', () => {
    const open = [payment({ reference: '612345678901' })]
    expect(matchReceipts([receipt('UPI/612345678901'), receipt('UPI/700000000001/482-715', { row: 2 })], open)).toMatchObject([
      { kind: 'exact', twice: false },
      { kind: 'several', twice: true },
    ])
  })
})

test('an order that a line names is not suggested for another line of its amount', () => {
  const matches = matchReceipts([receipt('CASH'), receipt('ORDER 482-715', { row: 2 })], [payment(), other()])
  expect(matches).toMatchObject([
    { kind: 'suggested', by: 'amount', candidates: [{ order_number: 555001 }] },
    { kind: 'exact', candidates: [{ order_number: 482715 }] },
  ])
})

test('nothing of a cancelled order, an earlier day or another amount is suggested', () => {
  const open = [payment({ status: 'cancelled' }), other({ placed_at: '2026-11-22T08:00:00Z' })]
  expect(one(receipt('CASH'), open)).toMatchObject({ kind: 'none', candidates: [] })
  expect(one(receipt('PHONE 482715', { amount: 100 }), [payment()])).toMatchObject({ kind: 'none' })
})

test('whatever the lines are: a payment is exact for one line at most, in its amount, and never for a day before the order', () => {
  const lines = fc.array(
    fc.record({
      text: fc.constantFrom('CASH', 'UPI/612345678901', 'ORDER 482-715', '555001', 'UPI/612345678902/482715', '#7f3c9a2e'),
      amount: fc.constantFrom(33600, 30000),
      day: fc.constantFrom('2026-11-19', '2026-11-21'),
    }),
    { maxLength: 8 },
  )
  const references = fc.tuple(fc.constantFrom(null, '612345678901'), fc.constantFrom(null, '612345678902'))
  fc.assert(
    fc.property(lines, references, (made, [first, second]) => {
      const receipts = made.map(({ text, ...rest }, row) => receipt(text, { ...rest, row }))
      const matches = matchReceipts(receipts, [payment({ reference: first }), other({ reference: second })])
      expect(matches).toHaveLength(receipts.length)
      const sure = matches.filter(({ kind }) => kind === 'exact').map(({ candidates }) => candidates[0]?.payment_id)
      expect(new Set(sure).size).toBe(sure.length)
      for (const [at, { kind, candidates }] of matches.entries()) {
        if (kind === 'exact') expect([candidates.length, receipts[at]?.amount, receipts[at]?.day]).toEqual([1, 33600, '2026-11-21'])
        if (kind === 'none') expect(candidates).toEqual([])
      }
    }),
  )
})

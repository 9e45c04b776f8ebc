import { expect, test } from 'vitest'
import type { OpenPayment } from '#domain/bank-statement/match.ts'
import type { Receipt } from '#domain/bank-statement/read-statement.ts'
import { linesOf, matchesOf, sectionOf } from './review.ts'
import type { Choices } from './review.ts'

const payment = (order_number: number, amount = 33_600): OpenPayment => ({
  payment_id: `p${order_number}`,
  order_id: `0000000${order_number % 10}-0000-4000-8000-000000000001`,
  order_number,
  version: 1,
  full_name: 'Asha',
  status: 'pending',
  method: 'upi',
  state: 'awaiting_payment',
  amount,
  reference: null,
  placed_at: '2026-11-20T08:00:00Z',
})
const receipt = (row: number, narration: string, amount = 33_600): Receipt => ({ row, day: '2026-11-21', amount, narration, references: [], nth: 0 })
const [one, two, three] = [payment(482_711), payment(482_712), payment(482_713, 50_000)]
const receipts = [receipt(1, 'ORDER 482-711'), receipt(2, 'CASH'), receipt(3, 'ORDER 482-713', 40_000), receipt(4, 'X', 100), receipt(5, 'ORDER 482-711')]
const facts = { open: [one, two, three], booked: new Map([[4, { order_id: 'x', order_number: 482_711 }]]), tooMany: false }
const matches = matchesOf(receipts, facts)
const show = (choices: Choices = {}) =>
  linesOf(receipts, matches, facts.booked, choices).map((line) => [sectionOf(line), line.payment?.order_number ?? null, line.ticked, line.hindrance])

test('only an exact line is ticked at first, and one that is booked is matched with nothing', () => {
  expect(show()).toEqual([
    ['exact', 482_711, true, null],
    ['check', 482_712, false, null],
    ['check', 482_713, false, 'less'],
    ['none', null, false, null],
    ['booked', null, false, null],
  ])
})

test('staff tick, choose and leave out; less money and a payment of another ticked line cannot be ticked', () => {
  expect(show({ 1: { ticked: false }, 2: { payment: one, ticked: true }, 3: { ticked: true }, 4: { payment: two, ticked: true } })).toEqual([
    ['exact', 482_711, false, null],
    ['check', 482_711, true, null],
    ['check', 482_713, false, 'less'],
    ['none', 482_712, false, 'less'],
    ['booked', null, false, null],
  ])
  expect(show({ 2: { payment: one, ticked: true } })[1]).toEqual(['check', 482_711, false, 'twice'])
  expect(show({ 1: { payment: null } })[0]).toEqual(['exact', null, false, null])
})

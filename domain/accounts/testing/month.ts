/** A month of issued documents and money for the tests of the accounts. */
import type { DocumentFacts } from '../../documents/invoice-rows.ts'
import { goods } from '../../documents/testing/frozen-order.ts'
import { issue, reverseInvoice } from '../../gstr1/testing/issued.ts'
import { METHODS } from '../money-movement.ts'
import type { MoneyMovement } from '../money-movement.ts'
import { dice, pick } from './dice.ts'

/** Two invoices with all that vouchers know: two rates, delivery, a coupon, both kinds of tax, a buyer whose name is hostile, and a note. */
export function goldenMonth(): { documents: DocumentFacts[]; money: MoneyMovement[] } {
  const lipstick = goods('Lipstick', '33049910', 18, '118.00')
  const shampoo = goods('Shampoo', '330510', 5, '210.00')
  const [local] = issue({ bought: { lines: [[lipstick, 2], [shampoo, 1]], coupon: 4460 }, numbers: ['INV/26-27/000001'], day: '2026-11-03' }) // prettier-ignore
  const [far] = issue({
    bought: { lines: [[lipstick, 20]], to: '29' },
    gstin: '29ABCDE1234F1ZW',
    numbers: ['INV/26-27/000002'],
    day: '2026-11-04',
    change: { company_name: 'Meera & Sons <"Looks">', id: '1c9f6c1e-1111-4222-8333-444455556666', order_number: 518_204 },
  })
  if (!local || !far) throw new Error('The golden month has two invoices')
  const movement = { orderId: local.order.id, orderNumber: local.order.order_number ?? 0, buyer: { gstin: null, name: local.order.full_name } }
  return {
    documents: [local, far, reverseInvoice(far, 'CN/26-27/000001', '2026-11-20')],
    money: [
      { ...movement, id: 'receipt 5d1f0a52-0000-4000-8000-000000000001', at: '2026-11-05T04:00:00Z', kind: 'receipt', method: 'upi', amount: 50140, reference: '412345678901' },
      { ...movement, id: 'refund 5d1f0a52-0000-4000-8000-000000000001', at: '2026-11-21T04:00:00Z', kind: 'refund', method: 'upi', amount: 50140, reference: null },
    ], // prettier-ignore
  }
}

/** Any documents of a month: rates, States, buyers, discounts, prices with and without tax, kept or reversed. */
export function randomMonth(seed: number): DocumentFacts[] {
  const roll = dice(seed)
  return Array.from({ length: roll(10) }, (_, index) => index).flatMap((index) => {
    const to = pick(roll, ['27', '29', '04'])
    const lines = Array.from({ length: 1 + roll(5) }, (_, line) => {
      const price = ((1 + roll(roll(3) === 0 ? 900_000 : 900)) / 100).toFixed(2)
      return [goods(`Goods ${line}`, '330499', pick(roll, [0, 0.25, 5, 12, 18, 40]), price), 1 + roll(30)] as const
    })
    const facts = issue({
      bought: { lines, to, coupon: pick(roll, [0, 0, 999, 77_777]), trade: roll(2) === 0 },
      gstin: roll(2) === 0 ? `${to}ABCDE1234F1ZW` : null,
      numbers: [`INV/26-27/${index + 1}`, `BOS/26-27/${index + 1}`],
      day: '2026-11-10',
    })
    const back = facts.map((one) => reverseInvoice(one, `CN/${one.serial}`, '2026-11-20'))
    return pick(roll, [facts, [...facts, ...back], back])
  })
}

/** Any money of November; names and references of any characters. */
export function randomMoney(seed: number): MoneyMovement[] {
  const roll = dice(seed)
  const text = (length: number) => Array.from({ length: roll(length) }, () => String.fromCodePoint(roll(roll(2) === 0 ? 128 : 0x11_0000))).join('')
  return Array.from({ length: roll(20) }, (_, index): MoneyMovement => ({
    id: `receipt ${String(index).padStart(8, '0')}-0000`,
    at: new Date(Date.UTC(2026, 10, 1) + roll(29 * 86_400_000)).toISOString(),
    kind: pick(roll, ['receipt', 'refund']),
    method: pick(roll, METHODS),
    amount: 1 + roll(9_999_999),
    reference: roll(3) === 0 ? null : text(40),
    orderId: `${index}`,
    orderNumber: 100_000 + roll(900_000),
    buyer: { gstin: pick(roll, [null, '27ABCDE1234F1Z0']), name: text(120) },
  }))
}

/** Couriers' transfers and store credit by hand for the tests of the accounts. */
import type { BookEntry } from '../book-entry.ts'
import { METHODS } from '../money-movement.ts'
import { dice, pick } from './dice.ts'

/** A transfer with charges and money that has no order yet, that money when it found one, one that is all charges, and credit given and taken. */
export function goldenEntries(): BookEntry[] {
  const courier = { courier: 'Delhivery & Co', reference: 'AXISCN0042' }
  return [
    { ...courier, id: 'transfer 0a000001-0000-4000-8000-000000000001', at: '2026-11-22T04:00:00Z', kind: 'transfer', receivedOn: '2026-11-20', received: 95_280, charges: 4720, booked: 88_200 },
    { ...courier, id: 'settled 0b000001-0000-4000-8000-000000000001', at: '2026-11-23T04:00:00Z', kind: 'settlement', amount: 11_800, method: 'cod', orderNumber: 518_204 },
    { courier: 'DTDC', reference: 'D-7', id: 'transfer 0a000002-0000-4000-8000-000000000002', at: '2026-11-24T04:00:00Z', kind: 'transfer', receivedOn: '2026-11-24', received: 0, charges: 9000, booked: 8500 },
    { id: 'credit 0c000001-0000-4000-8000-000000000001', at: '2026-11-24T05:00:00Z', kind: 'credit', amount: 15_000, reason: 'Late parcel', name: 'Asha Rao' },
    { id: 'credit 0c000002-0000-4000-8000-000000000002', at: '2026-11-24T06:00:00Z', kind: 'credit', amount: -5000, reason: 'Paid out in cash', name: null },
  ] // prettier-ignore
}

/** Any entries of November, those that come to nothing among them. */
export function randomEntries(seed: number): BookEntry[] {
  const roll = dice(seed + 1)
  const amount = () => pick(roll, [0, 1 + roll(9_999_999)])
  return Array.from({ length: roll(20) }, (_, index): BookEntry => {
    const entry = { id: `entry ${String(index).padStart(8, '0')}-0000`, at: new Date(Date.UTC(2026, 10, 1) + roll(29 * 86_400_000)).toISOString() }
    const courier = { courier: pick(roll, ['Own', 'A & <B>']), reference: `${index}` }
    const kind = pick(roll, ['transfer', 'settlement', 'credit'] as const)
    if (kind === 'credit') return { ...entry, kind, amount: pick(roll, [-1, 1]) * (1 + roll(99_999)), reason: 'Given', name: pick(roll, [null, 'Asha']) }
    if (kind === 'settlement')
      return { ...entry, ...courier, kind, amount: 1 + roll(99_999), method: pick(roll, METHODS), orderNumber: pick(roll, [null, 518_204]) }
    return { ...entry, ...courier, kind, receivedOn: '2026-11-20', received: amount(), charges: amount(), booked: amount() }
  })
}

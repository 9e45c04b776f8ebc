import type { Paise } from '../money/money.ts'
import type { CalendarDay } from '../time/calendar-day.ts'
import type { Method } from './money-movement.ts'

/** What books need beside documents and the money of orders. `id` is unique among all entries. */
export type BookEntry = { id: string; at: string } & (CourierTransfer | Settlement | CreditByHand)

/** A courier pays out what it collected, less its charges. */
export type CourierTransfer = {
  kind: 'transfer'
  courier: string
  reference: string
  receivedOn: CalendarDay
  /** what arrived on the bank account */
  received: Paise
  /** kept back by the courier, with the GST that they contain: a remittance does not tell it */
  charges: Paise
  /** what the transfer settled at orders: it was with the courier until now */
  booked: Paise
}

/** Money of a transfer that was a difference and found its order later. */
export type Settlement = {
  kind: 'settlement'
  courier: string
  reference: string
  amount: Paise
  /** of the order's payment */ method: Method
  orderNumber: number | null
}

/** Store credit that staff gave (positive) or took (negative) by hand. */
export type CreditByHand = { kind: 'credit'; amount: Paise; reason: string; /** null: the account is deleted or has no name */ name: string | null }

/** What couriers paid out and what it cost, and store credit by hand. `cleared` is always toBank + charges + difference. Paise. */
export type EntrySums = { /** what is not with couriers any more */ cleared: Paise; toBank: Paise; charges: Paise; difference: Paise; credit: Paise }

/**
 * The sums of an entry. The difference is positive if a courier paid less than it settled, after its charges, and negative if it paid money that
 * belongs to no order yet.
 */
export function sumsOfEntry(entry: BookEntry): EntrySums {
  if (entry.kind === 'credit') return { ...NO_ENTRIES, credit: entry.amount }
  if (entry.kind === 'settlement') return { ...NO_ENTRIES, cleared: entry.amount, difference: entry.amount }
  const { booked, received, charges } = entry
  return { ...NO_ENTRIES, cleared: booked, toBank: received, charges, difference: booked - received - charges }
}

export function sumsOfEntries(entries: readonly BookEntry[]): EntrySums {
  return entries.map(sumsOfEntry).reduce(plusEntries, NO_ENTRIES)
}

const plusEntries = (a: EntrySums, b: EntrySums): EntrySums => ({
  cleared: a.cleared + b.cleared,
  toBank: a.toBank + b.toBank,
  charges: a.charges + b.charges,
  difference: a.difference + b.difference,
  credit: a.credit + b.credit,
})

const NO_ENTRIES: EntrySums = { cleared: 0, toBank: 0, charges: 0, difference: 0, credit: 0 }

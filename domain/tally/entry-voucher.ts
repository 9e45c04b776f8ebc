import { sumsOfEntry } from '../accounts/book-entry.ts'
import type { BookEntry, CourierTransfer } from '../accounts/book-entry.ts'
import { indianDay } from '../time/calendar-day.ts'
import { ledgerOfMethod } from './ledgers.ts'
import type { TallyLedgers } from './ledgers.ts'
import { merged, shortOf } from './voucher.ts'
import type { Voucher } from './voucher.ts'

const NUMBERS = { transfer: 'T', settlement: 'D', credit: 'J' } as const

/**
 * A courier's transfer as Receipt on the bank's ledger; store credit by hand, and money that found its order later, as Journal. No buyer is the
 * party: what they owed was settled by the receipts of their orders. A transfer of which nothing reached the bank is a Journal too, because Tally
 * refuses a Receipt without cash or bank. Null if nothing moved, because it refuses an empty voucher.
 */
export function entryVoucher(entry: BookEntry, ledgers: TallyLedgers): Voucher | null {
  const entries = merged(linesOf(entry, ledgers))
  if (entries.length === 0) return null
  return {
    type: entry.kind === 'transfer' && entries.some(({ ledger, amount }) => ledger === ledgers.bank && amount > 0) ? 'Receipt' : 'Journal',
    key: entry.id,
    day: indianDay(entry.at),
    number: `${NUMBERS[entry.kind]}/${shortOf(entry.id)}`,
    reference: entry.kind === 'credit' ? null : entry.reference,
    referenceDay: entry.kind === 'transfer' ? entry.receivedOn : null,
    party: null,
    placeOfSupply: null,
    narration: narrationOf(entry),
    entries,
  }
}

function linesOf(entry: BookEntry, ledgers: TallyLedgers): { ledger: string; amount: number }[] {
  const { cleared, toBank, charges, difference, credit } = sumsOfEntry(entry)
  const settled = ledgerOfMethod(ledgers, entry.kind === 'settlement' ? entry.method : 'cod')
  return [
    { ledger: ledgers.bank, amount: toBank },
    { ledger: ledgers.courier_charges, amount: charges },
    { ledger: ledgers.courier_differences, amount: difference },
    { ledger: settled, amount: -cleared },
    { ledger: ledgers.credit_by_hand, amount: credit },
    { ledger: ledgers.credit, amount: -credit },
  ]
}

function narrationOf(entry: BookEntry): string {
  if (entry.kind === 'credit') {
    const whose = entry.name === null ? '' : `, ${entry.name}`
    return `Store credit ${entry.amount > 0 ? 'given' : 'taken'} by hand${whose}: ${entry.reason}`
  }
  if (entry.kind === 'transfer') return `Cash on delivery, ${transferOf(entry)}`
  return `Difference of ${transferOf(entry)}${entry.orderNumber === null ? '' : `, Order ${entry.orderNumber}`}`
}

const transferOf = ({ courier, reference }: Pick<CourierTransfer, 'courier' | 'reference'>): string => `${courier} ${reference}`

import { NOTHING, plus } from '../gstr1/tax-amounts.ts'
import type { TaxAmounts } from '../gstr1/tax-amounts.ts'
import type { Paise } from '../money/money.ts'
import { indianDay } from '../time/calendar-day.ts'
import type { CalendarDay } from '../time/calendar-day.ts'
import type { AccountDocument } from './account-document.ts'
import { sumsOfEntries, sumsOfEntry } from './book-entry.ts'
import type { BookEntry, EntrySums } from './book-entry.ts'
import { METHOD_NAMES } from './money-movement.ts'
import type { MoneyMovement } from './money-movement.ts'
import type { AccountSheet, Cell } from './sheet.ts'

/**
 * The sums of a day or a period: tax and value of the documents net of credit notes, the money of orders that came and went, and what couriers
 * paid out and staff gave as store credit. Paise.
 */
export type BookTotals = {
  invoices: number
  notes: number
  tax: TaxAmounts
  value: Paise
  received: Paise
  refunded: Paise
  /** how many of them */
  entries: number
  sums: EntrySums
}

/** All that books have of some days. */
export type Books = { documents: readonly AccountDocument[]; money: readonly MoneyMovement[]; entries: readonly BookEntry[] }
export type BookDay = { day: CalendarDay; documents: AccountDocument[]; money: MoneyMovement[]; entries: BookEntry[]; totals: BookTotals }

/** The days on which something was issued, received, sent back or paid out, in order; each with its entries in order of time. */
export function dayBook({ documents, money, entries }: Books): BookDay[] {
  const days = new Map<CalendarDay, { documents: AccountDocument[]; money: MoneyMovement[]; entries: BookEntry[] }>()
  const dayOf = (moment: string) => {
    const day = indianDay(moment)
    const found = days.get(day) ?? { documents: [], money: [], entries: [] }
    days.set(day, found)
    return found
  }
  for (const document of documents) dayOf(document.issuedAt).documents.push(document)
  for (const movement of money) dayOf(movement.at).money.push(movement)
  for (const entry of entries) dayOf(entry.at).entries.push(entry)
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, books]) => ({ day, ...books, totals: bookTotals(books) }))
}

export function bookTotals({ documents, money, entries }: Books): BookTotals {
  const totals: BookTotals = { invoices: 0, notes: 0, tax: NOTHING, value: 0, received: 0, refunded: 0, entries: entries.length, sums: sumsOfEntries(entries) }
  for (const { note, tax, value } of documents) {
    totals[note ? 'notes' : 'invoices'] += 1
    totals.tax = plus(totals.tax, tax, note ? -1 : 1)
    totals.value += note ? -value : value
  }
  for (const { kind, amount } of money) totals[kind === 'receipt' ? 'received' : 'refunded'] += amount
  return totals
}

const HEADINGS = [
  'Day',
  'Time',
  'Entry',
  'Number',
  'Order number',
  'Party',
  'GSTIN',
  'Taxable value',
  'CGST',
  'SGST',
  'IGST',
  'Document value',
  'Received',
  'Refunded',
  'Method',
  'Reference',
  'Courier paid out',
  'To bank',
  'Courier charges',
  'Courier difference',
  'Store credit by hand',
]
const ENTRIES = { transfer: 'Courier’s transfer', settlement: 'Difference settled', credit: 'Store credit by hand' } as const
const FORMS = {
  tax_invoice: 'Tax invoice',
  bill_of_supply: 'Bill of supply',
  invoice_cum_bill: 'Invoice-cum-bill of supply',
  credit_note: 'Credit note',
} as const

/** Every entry in order of time, and after each day its totals. What a credit note takes back is negative. */
export function dayBookSheet(days: readonly BookDay[]): AccountSheet {
  return { name: 'Day book', headings: HEADINGS, rows: days.flatMap((day) => [...entriesOf(day), totalRow(day)]) }
}

function entriesOf({ day, documents, money, entries }: BookDay): Cell[][] {
  const issued = documents.map((document) => {
    const { form, serial, orderNumber, buyer, reverses } = document
    const sign = document.note ? -1 : 1
    const cells: Cell[] = [FORMS[form], serial, orderNumber, buyer.name, buyer.gstin, ...taxCells(plus(NOTHING, document.tax, sign))]
    return { at: document.issuedAt, cells: [...cells, { paise: sign * document.value }, null, null, null, reverses?.serial ?? null, ...NO_SUMS] }
  })
  const moved = money.map(({ at, kind, orderNumber, buyer, amount, method, reference }) => {
    const cells: Cell[] = [kind === 'receipt' ? 'Receipt' : 'Refund', null, orderNumber, buyer.name, buyer.gstin, ...NO_DOCUMENT]
    const paid: Cell = { paise: amount }
    return { at, cells: [...cells, kind === 'receipt' ? paid : null, kind === 'refund' ? paid : null, METHOD_NAMES[method], reference, ...NO_SUMS] }
  })
  const booked = entries.map((entry) => {
    const [party, orderNumber, reference] =
      entry.kind === 'credit' ? [entry.name, null, entry.reason] : [entry.courier, entry.kind === 'settlement' ? entry.orderNumber : null, entry.reference]
    const cells: Cell[] = [ENTRIES[entry.kind], null, orderNumber, party, null, ...NO_DOCUMENT, null, null, null, reference]
    return { at: entry.at, cells: [...cells, ...sumCells(sumsOfEntry(entry), entry.kind)] }
  })
  return [...issued, ...moved, ...booked]
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ at, cells }): Cell[] => [{ day }, { moment: at }, ...cells])
}

function totalRow({ day, totals }: BookDay): Cell[] {
  const { tax, value, received, refunded, sums } = totals
  const name: Cell[] = [{ day }, null, 'Total of the day', null, null, null, null]
  return [...name, ...taxCells(tax), { paise: value }, { paise: received }, { paise: refunded }, null, null, ...sumCells(sums)]
}

const NO_DOCUMENT: Cell[] = [null, null, null, null, null]
const NO_SUMS: Cell[] = [null, null, null, null, null]

/** `of`: the entry, which leaves the cells of the other kind empty. */
function sumCells({ cleared, toBank, charges, difference, credit }: EntrySums, of?: BookEntry['kind']): Cell[] {
  const couriers: Cell[] = of === 'credit' ? [null, null, null, null] : [cleared, toBank, charges, difference].map((paise) => ({ paise }))
  return [...couriers, of === undefined || of === 'credit' ? { paise: credit } : null]
}

const taxCells = ({ taxable, cgst, sgst, igst }: TaxAmounts): Cell[] => [{ paise: taxable }, { paise: cgst }, { paise: sgst }, { paise: igst }]

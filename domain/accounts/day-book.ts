import { NOTHING, plus } from '../gstr1/tax-amounts.ts'
import type { TaxAmounts } from '../gstr1/tax-amounts.ts'
import type { Paise } from '../money/money.ts'
import { indianDay } from '../time/calendar-day.ts'
import type { CalendarDay } from '../time/calendar-day.ts'
import type { AccountDocument } from './account-document.ts'
import { METHOD_NAMES } from './money-movement.ts'
import type { MoneyMovement } from './money-movement.ts'
import type { AccountSheet, Cell } from './sheet.ts'

/** The sums of a day or a period: tax and value of the documents net of credit notes, and the money that came and went. Paise. */
export type BookTotals = { invoices: number; notes: number; tax: TaxAmounts; value: Paise; received: Paise; refunded: Paise }

export type BookDay = { day: CalendarDay; documents: AccountDocument[]; money: MoneyMovement[]; totals: BookTotals }

/** The days on which something was issued, received or sent back, in order; each with its entries in order of time. */
export function dayBook(documents: readonly AccountDocument[], money: readonly MoneyMovement[]): BookDay[] {
  const days = new Map<CalendarDay, { documents: AccountDocument[]; money: MoneyMovement[] }>()
  const dayOf = (moment: string) => {
    const day = indianDay(moment)
    const found = days.get(day) ?? { documents: [], money: [] }
    days.set(day, found)
    return found
  }
  for (const document of documents) dayOf(document.issuedAt).documents.push(document)
  for (const movement of money) dayOf(movement.at).money.push(movement)
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, entries]) => ({ day, ...entries, totals: bookTotals(entries.documents, entries.money) }))
}

export function bookTotals(documents: readonly AccountDocument[], money: readonly MoneyMovement[]): BookTotals {
  const totals: BookTotals = { invoices: 0, notes: 0, tax: NOTHING, value: 0, received: 0, refunded: 0 }
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
]
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

function entriesOf({ day, documents, money }: BookDay): Cell[][] {
  const issued = documents.map((document) => {
    const { form, serial, orderNumber, buyer, reverses } = document
    const sign = document.note ? -1 : 1
    const cells: Cell[] = [FORMS[form], serial, orderNumber, buyer.name, buyer.gstin, ...taxCells(plus(NOTHING, document.tax, sign))]
    return { at: document.issuedAt, cells: [...cells, { paise: sign * document.value }, null, null, null, reverses?.serial ?? null] }
  })
  const moved = money.map(({ at, kind, orderNumber, buyer, amount, method, reference }) => {
    const cells: Cell[] = [kind === 'receipt' ? 'Receipt' : 'Refund', null, orderNumber, buyer.name, buyer.gstin, null, null, null, null, null]
    const paid: Cell = { paise: amount }
    return { at, cells: [...cells, kind === 'receipt' ? paid : null, kind === 'refund' ? paid : null, METHOD_NAMES[method], reference] }
  })
  return [...issued, ...moved].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ at, cells }): Cell[] => [{ day }, { moment: at }, ...cells])
}

function totalRow({ day, totals }: BookDay): Cell[] {
  const { tax, value, received, refunded } = totals
  return [{ day }, null, 'Total of the day', null, null, null, null, ...taxCells(tax), { paise: value }, { paise: received }, { paise: refunded }, null, null]
}

const taxCells = ({ taxable, cgst, sgst, igst }: TaxAmounts): Cell[] => [{ paise: taxable }, { paise: cgst }, { paise: sgst }, { paise: igst }]

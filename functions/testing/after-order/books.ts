/**
 * What the accountant's books have to have of a sequence (docs/decisions/0084-accounts-exports.md): each document, each movement of money, each
 * transfer of a courier and each store credit by hand, as a row of the day book and as the lines of a voucher.
 */
import { creditedParts, isIn, ratesOf } from '../recomputed-credits.ts'
import type { Scope } from '../recomputed-credits.ts'
import { gstinOf } from '../random-sales.ts'
import { parts } from '../recomputed-return.ts'
import type { Amounts, Sale } from '../recomputed-return.ts'
import { rupees, sum } from './book.ts'
import type { Invoice, OrderBook } from './order-book.ts'
import { indianDay } from './world.ts'
import type { Transfer, World } from './world.ts'

/** Paise. `couriers`: settled at orders, sent to the bank, kept back, the rest. null: the row has no such cells. */
export type Booked = {
  day: string
  entry: string
  gstin: string
  document: bigint[] | null
  received: bigint | null
  refunded: bigint | null
  method: string
  couriers: bigint[] | null
  credit: bigint | null
  /** a debit is positive */
  lines: [ledger: string, amount: bigint][]
}
const EMPTY = { gstin: '', document: null, received: null, refunded: null, method: '', couriers: null, credit: null }

/** Name in the day book, and ledger, of the ways to pay that sequences know. */
const METHODS: Record<string, [name: string, ledger: string]> = {
  cod: ['Cash on delivery', 'Cash on delivery'],
  upi: ['UPI', 'UPI'],
  cash: ['Cash', 'Cash'],
  bank: ['Bank transfer', 'Bank'],
  credit: ['Store credit', 'Store credit'],
}
const partyOf = (gstin: string): string => (gstin === '' ? 'Online customers' : `Glow Studio (${gstin})`)
type Part = { rate: bigint; amounts: Amounts; goods: boolean }

function formOf(sale: Sale, scope: Scope): string {
  const rates = ratesOf(sale)
  if (scope === 'nil' || rates.size === (rates.has(0n) ? 1 : 0)) return 'Bill of supply'
  return scope === 'all' && rates.has(0n) ? 'Invoice-cum-bill of supply' : 'Tax invoice'
}

function document(day: string, entry: string, { sellerState, buyerState, buyerRegistered }: Sale, found: Part[], sign: bigint): Booked {
  const of = (name: keyof Amounts) => sum(found.map(({ amounts }) => amounts[name])) * sign
  const tax = [of('taxable'), of('cgst'), of('sgst'), of('igst')]
  const gstin = buyerRegistered ? gstinOf(buyerState) : ''
  const sales = sellerState === buyerState ? 'Sales' : 'Inter-State sales'
  const sold = found.map(({ rate, amounts, goods }): [string, bigint] => [
    goods ? `${sales} ${Number(rate) / 100}%` : 'Delivery charges',
    -sign * amounts.taxable,
  ])
  const taxes = ['CGST', 'SGST', 'IGST'].map((ledger, place): [string, bigint] => [ledger, -(tax[place + 1] ?? 0n)])
  return { ...EMPTY, day, entry, gstin, document: [...tax, sum(tax)], lines: [[partyOf(gstin), sum(tax)], ...sold, ...taxes] }
}

function documentsOf({ sale, day, scopes, credits }: Invoice): Booked[] {
  const sold = scopes.map(({ scope }) => {
    const found = parts(sale).flatMap(({ line, ...part }): Part[] => (isIn(scope, part.rate) ? [{ ...part, goods: line }] : []))
    return document(day, formOf(sale, scope), sale, found, 1n)
  })
  const notes = credits.map((note) => {
    const found = creditedParts(sale, note).map(({ line, ...part }): Part => ({ ...part, goods: line !== null }))
    return document(note.day, 'Credit note', sale, found, -1n)
  })
  return [...sold, ...notes]
}

/** Money of an order is in the name of the buyer that the order has now. */
function moneyOf({ place, payments, refunds }: OrderBook): Booked[] {
  const gstin = place.registered ? gstinOf(place.code) : ''
  const moved = (at: Date, method: string, amount: bigint, came: boolean): Booked => {
    const [name, ledger] = METHODS[method] ?? ['', '']
    const sign = came ? 1n : -1n
    const cells = { entry: came ? 'Receipt' : 'Refund', received: came ? amount : null, refunded: came ? null : amount, method: name }
    return { ...EMPTY, ...cells, day: indianDay(at), gstin, lines: [[ledger, sign * amount], [partyOf(gstin), -sign * amount]] } // prettier-ignore
  }
  const came = payments.flatMap(({ received, method, amount }) => (received && amount > 0n ? [moved(received, method, amount, true)] : []))
  const went = refunds.flatMap(({ paid, method, of, amount }) => (paid ? [moved(paid, method ?? of.method, amount, false)] : []))
  return [...came, ...went]
}

function transferOf({ at, booked, received, charges }: Transfer): Booked {
  const rest = booked - received - charges
  const lines: Booked['lines'] = [['Bank', received], ['Courier charges', charges], ['Courier differences', rest], ['Cash on delivery', -booked]] // prettier-ignore
  return { ...EMPTY, day: indianDay(at), entry: 'Courier’s transfer', couriers: [booked, received, charges, rest], lines }
}

const byHand = (amount: bigint, at: Date): Booked => ({
  ...EMPTY,
  day: indianDay(at),
  entry: 'Store credit by hand',
  credit: amount,
  lines: [['Store credit given', amount], ['Store credit', -amount]], // prettier-ignore
})

export const booksOf = ({ orders, transfers, credit }: World): Booked[] => [
  ...orders.flatMap(({ invoices }) => invoices.flatMap(documentsOf)),
  ...orders.flatMap(moneyOf),
  ...transfers.map(transferOf),
  ...credit.entries.flatMap(({ kind, amount, at }) => (kind === 'staff' ? [byHand(amount, at)] : [])),
]

// ── as the files have it ─────────────────────────────────────────────────────────────────────────────────────────────────────
const cells = (amounts: bigint[] | null, count: number): string[] => (amounts ? amounts.map(rupees) : Array.from({ length: count }, () => ''))
const cell = (amount: bigint | null): string => (amount === null ? '' : rupees(amount))
const rowOf = (one: Omit<Booked, 'lines'>): string =>
  [
    one.day,
    one.entry,
    one.gstin,
    ...cells(one.document, 5),
    cell(one.received),
    cell(one.refunded),
    one.method,
    ...cells(one.couriers, 4),
    cell(one.credit),
  ].join()

/** Rows of the day book without times and numbers, and the total of each day, sorted. */
export function dayBookRows(books: readonly Booked[]): string[] {
  const totals = [...Map.groupBy(books, ({ day }) => day)].map(([day, ofDay]) => {
    const column = (place: number, of: 'document' | 'couriers') => sum(ofDay.map((one) => one[of]?.[place] ?? 0n))
    const total = (of: 'received' | 'refunded' | 'credit') => sum(ofDay.map((one) => one[of] ?? 0n))
    return rowOf({
      ...EMPTY,
      day,
      entry: 'Total of the day',
      document: [0, 1, 2, 3, 4].map((place) => column(place, 'document')),
      received: total('received'),
      refunded: total('refunded'),
      couriers: [0, 1, 2, 3].map((place) => column(place, 'couriers')),
      credit: total('credit'),
    })
  })
  return [...books.map(rowOf), ...totals].toSorted()
}

/** The balance of each ledger, in paise, without those that are even. */
export function ledgerBalances(books: readonly Booked[]): Record<string, number> {
  const balances = new Map<string, bigint>()
  for (const [ledger, amount] of books.flatMap(({ lines }) => lines)) balances.set(ledger, (balances.get(ledger) ?? 0n) + amount)
  return Object.fromEntries([...balances].filter(([, amount]) => amount !== 0n).map(([ledger, amount]) => [ledger, Number(amount)]))
}

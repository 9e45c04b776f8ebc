/** Which column of a bank's statement is what. Each bank has its own headings, and title lines above them. */
import { comparable } from '../product-import/tidy-text.ts'

export const STATEMENT_FIELDS = ['date', 'narration', 'reference', 'credit', 'debit', 'amount', 'sign'] as const
/** `amount` and `sign`: one column for both directions, and 'Cr' or 'Dr' beside it, if the amounts do not say it themselves. */
export type StatementField = (typeof STATEMENT_FIELDS)[number]
/** The places of the columns. Date and narration are needed, and `credit` or `amount`. */
export type StatementColumns = Partial<Record<StatementField, number>>
export type FoundHeading = { at: number; columns: StatementColumns }

/** Title lines may be many: address, branch, account, period. */
const SEARCHED_LINES = 60

/** The headings of each field, the best first: the day on which money moved is asked for, not the day from which interest counts. */
const NAMES: Record<StatementField, readonly string[]> = {
  date: [
    'txn date',
    'tran date',
    'transaction date',
    'trans date',
    'date',
    'transaction posted date',
    'posting date',
    'post date',
    'value date',
    'value dt',
    'value dat',
    'val date',
  ],
  narration: [
    'narration',
    'description',
    'particulars',
    'transaction remarks',
    'remarks',
    'transaction particulars',
    'transaction description',
    'transaction details',
    'details',
  ],
  reference: [
    'utr',
    'utr no',
    'utr number',
    'rrn',
    'chq ref no',
    'chq ref number',
    'cheque no ref no',
    'ref no cheque no',
    'cheque ref no',
    'ref no',
    'reference no',
    'reference number',
    'reference',
    'bank reference no',
    'chqno',
    'chq no',
    'cheque no',
    'cheque number',
    'tran id',
    'transaction id',
  ],
  credit: ['credit', 'credits', 'credit amount', 'credit amt', 'cr', 'cr amount', 'deposit', 'deposits', 'deposit amt', 'deposit amount', 'amount credited'],
  debit: [
    'debit',
    'debits',
    'debit amount',
    'debit amt',
    'dr',
    'dr amount',
    'withdrawal',
    'withdrawals',
    'withdrawal amt',
    'withdrawal amount',
    'amount debited',
  ],
  amount: ['amount', 'transaction amount', 'txn amount', 'tran amount'],
  sign: ['dr cr', 'cr dr', 'debit credit', 'credit debit', 'drcr', 'crdr', 'type', 'transaction type', 'txn type'],
}

/** 'Withdrawal Amt.(INR)' → 'withdrawal amt' */
function headingOf(cell: string): string {
  return comparable(cell.slice(0, 80))
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(in )?(inr|rs|rupees)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

/** The first place of the best heading of each field: Kotak has a second 'Dr / Cr', of the balance. */
export function columnsOf(cells: readonly string[]): StatementColumns {
  const headings = cells.slice(0, 60).map(headingOf)
  const columns: StatementColumns = {}
  for (const field of STATEMENT_FIELDS) {
    const name = NAMES[field].find((one) => headings.includes(one))
    if (name !== undefined) columns[field] = headings.indexOf(name)
  }
  // with columns of their own for both directions, 'Amount' or 'Type' is something else
  if (columns.credit !== undefined) {
    delete columns.amount
    delete columns.sign
  }
  return columns
}

export const isComplete = (columns: StatementColumns): boolean =>
  columns.date !== undefined && columns.narration !== undefined && (columns.credit ?? columns.amount) !== undefined

/** The line of headings; null if no line has what is needed. */
export function findHeadings(records: readonly (readonly string[])[]): FoundHeading | null {
  for (const [at, cells] of records.slice(0, SEARCHED_LINES).entries()) {
    const columns = columnsOf(cells)
    if (isComplete(columns)) return { at, columns }
  }
  return null
}

/** For a statement with unknown headings: the widest of its first lines, whose cells staff match to the fields. */
export function likelyHeadings(records: readonly (readonly string[])[]): number {
  const filled = records.slice(0, SEARCHED_LINES).map((cells) => cells.filter((cell) => cell.trim() !== '').length)
  return Math.max(0, filled.indexOf(Math.max(0, ...filled)))
}

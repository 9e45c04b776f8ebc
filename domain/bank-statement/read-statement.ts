/** The receipts of a bank statement: lines with money that came in. Payments out are counted only. */
import { tidyText } from '../product-import/tidy-text.ts'
import type { Paise } from '../money/money.ts'
import type { StatementColumns } from './columns.ts'
import { LONGEST_NARRATION } from './limits.ts'
import { readSign, readSignedAmount, readStatementDay } from './read-cells.ts'
import type { SignedAmount } from './read-cells.ts'
import { referencesOf } from './references.ts'

export type Receipt = {
  /** the line of the file, numbered as a spreadsheet does */
  row: number
  /** as `2026-11-24` */
  day: string
  amount: Paise
  narration: string
  references: string[]
  /** 0, or 1 for the second of two equal lines of this statement, and so on: only this makes them two receipts */
  nth: number
}
export type LineError = { row: number; code: 'DATE' | 'AMOUNT' | 'SIDE'; text: string }
export type Statement = { receipts: Receipt[]; errors: LineError[]; /** lines of money paid out */ out: number }

type Row = { row: number; cells: readonly string[] }

/** @param rows the lines below the headings */
export function readStatement(rows: readonly Row[], columns: StatementColumns): Statement {
  const statement: Statement = { receipts: [], errors: [], out: 0 }
  const seen = new Map<string, number>()
  const cellOf = (cells: readonly string[], field: keyof StatementColumns) => (columns[field] === undefined ? '' : (cells[columns[field]] ?? ''))
  const isSigned =
    columns.amount !== undefined && columns.sign === undefined && rows.some(({ cells }) => readSignedAmount(cellOf(cells, 'amount'))?.sign === -1)
  for (const { row, cells } of rows) {
    const [date, narration] = [cellOf(cells, 'date'), tidyText(cellOf(cells, 'narration').slice(0, LONGEST_NARRATION))]
    const money = moneyOf((field) => cellOf(cells, field))
    // the opening balance, totals, a narration's second line, rows of asterisks
    if (money === null) continue
    const day = readStatementDay(date)
    if (day === null || (day === undefined && !/\d/.test(date))) continue
    if (day === undefined) statement.errors.push({ row, code: 'DATE', text: date.slice(0, 40) })
    else if (money === undefined) statement.errors.push({ row, code: 'AMOUNT', text: amountText((field) => cellOf(cells, field)) })
    else if (money.sign === 0) statement.errors.push({ row, code: 'SIDE', text: narration.slice(0, 40) })
    else if (money.sign === -1) statement.out += 1
    else {
      const references = referencesOf(cellOf(cells, 'reference'), narration)
      const same = JSON.stringify([day, money.amount, narration.toLowerCase(), references[0] ?? ''])
      const nth = seen.get(same) ?? 0
      seen.set(same, nth + 1)
      statement.receipts.push({ row, day, amount: money.amount, narration, references, nth })
    }
  }
  return statement

  /** null: the line moves no money; undefined: it has an amount that is not read */
  function moneyOf(cell: (field: keyof StatementColumns) => string): SignedAmount | null | undefined {
    if (columns.credit === undefined) {
      const read = readSignedAmount(cell('amount'))
      if (!read || read.amount === 0) return read === undefined ? undefined : null
      // where payments out have a minus, a plain amount came in; where nothing says it, it is not guessed
      const said = columns.sign === undefined ? (isSigned ? 1 : 0) : readSign(cell('sign'))
      return { ...read, sign: read.sign === 0 ? said : read.sign }
    }
    const [credit, debit] = [readSignedAmount(cell('credit')), columns.debit === undefined ? null : readSignedAmount(cell('debit'))]
    if (credit === undefined || debit === undefined) return undefined
    if (credit && credit.amount > 0) return debit && debit.amount > 0 ? undefined : { amount: credit.amount, sign: credit.sign === -1 ? -1 : 1 }
    return debit && debit.amount > 0 ? { amount: debit.amount, sign: -1 } : null
  }
}

const amountText = (cell: (field: keyof StatementColumns) => string): string =>
  [cell('credit'), cell('debit'), cell('amount')].filter(Boolean).join(' | ').slice(0, 40)

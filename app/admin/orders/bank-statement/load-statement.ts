/** Reads the file of a bank's statement: its lines, and which of its columns are what. */
import { findHeadings, likelyHeadings } from '#domain/bank-statement/columns.ts'
import type { StatementColumns } from '#domain/bank-statement/columns.ts'
import { LARGEST_STATEMENT, MOST_LINES, MOST_RECEIPTS } from '#domain/bank-statement/limits.ts'
import { readStatement } from '#domain/bank-statement/read-statement.ts'
import type { Statement } from '#domain/bank-statement/read-statement.ts'
import * as say from '#words/admin-bank-statement.ts'
import { recordsOf } from '../../products/import/loaded.ts'
import type { TableRow } from '../../products/import/read-file.ts'

/** `columns` null: the headings are unknown, and staff match the columns. */
export type LoadedStatement = { name: string; headings: string[]; rows: TableRow[]; columns: StatementColumns | null }

/** @throws Error with a message for staff; AbortError when the signal aborts */
export async function loadStatement(file: File, signal: AbortSignal): Promise<LoadedStatement> {
  if (file.size > LARGEST_STATEMENT) throw new Error(say.tooLarge)
  const { records } = await recordsOf(file, () => undefined, signal, null)
  return statementFrom(file.name, records)
}

/** @throws Error with a message for staff */
export function statementFrom(name: string, records: readonly TableRow[]): LoadedStatement {
  if (records.length > MOST_LINES) throw new Error(say.tooManyLines)
  const cells = records.map((record) => record.cells)
  const found = findHeadings(cells)
  const at = found?.at ?? likelyHeadings(cells)
  const rows = records.slice(at + 1)
  if (rows.length === 0) throw new Error(say.noLines)
  return { name, headings: (cells[at] ?? []).slice(0, 60).map((cell) => cell.trim().slice(0, 60)), rows, columns: found?.columns ?? null }
}

/** @throws Error with a message for staff */
export function readReceipts({ rows }: LoadedStatement, columns: StatementColumns): Statement {
  const statement = readStatement(rows, columns)
  if (statement.receipts.length > MOST_RECEIPTS) throw new Error(say.tooManyReceipts)
  return statement
}

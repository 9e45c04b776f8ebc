import Papa from 'papaparse'
import { MOST_FILE, MOST_ROWS, rowsOfJson, rowsOfTable } from '#domain/einvoice/answer-file.ts'
import type { AnswerRow } from '#domain/einvoice/answer-file.ts'
import * as say from '#words/admin-einvoices.ts'

/** The rows of the portal's file, JSON or CSV, or a sentence about what is wrong with it. */
export async function readAnswer(file: File): Promise<{ ok: true; rows: AnswerRow[] } | { ok: false; message: string }> {
  if (file.size > MOST_FILE) return { ok: false, message: say.tooLarge }
  const text = (await file.text()).replace(/^\ufeff/, '').trim()
  const rows = text.startsWith('[') || text.startsWith('{') ? readJson(text) : rowsOfTable(Papa.parse<string[]>(text, { preview: MOST_ROWS + 30 }).data)
  if (!rows) return { ok: false, message: say.noRows }
  return rows.length > MOST_ROWS ? { ok: false, message: say.tooManyRows } : { ok: true, rows }
}

function readJson(text: string): AnswerRow[] | null {
  try {
    return rowsOfJson(JSON.parse(text))
  } catch {
    return null
  }
}

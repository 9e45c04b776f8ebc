import type { DocumentKind } from '#domain/gstr1/gst-summary.ts'
import type { Section } from '#domain/gstr1/sections.ts'
import type { SheetName } from '#domain/gstr1/sheets.ts'
import type { Warning } from '#domain/gstr1/warnings.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** Rupees. */
export type Tax = { taxable: number; cgst: number; sgst: number; igst: number }

/** The response of the server function gst-return. `return` is the file for the portal, null without a GSTIN. */
export type GstReturn = {
  filename: string
  return: Record<string, unknown> | null
  tables: (Tax & { table: Exclude<SheetName, 'summary'>; rows: number })[]
  gst_summary: {
    by_kind: (Tax & { kind: DocumentKind; documents: number })[]
    by_rate: (Tax & { rate: number })[]
    by_state: (Tax & { place_of_supply: string })[]
    total: Tax
    documents: { invoices: number; notes: number }
  }
  warnings: Warning[]
}

/** One issued document as the return counts it. Amounts are positive also in a credit note, which subtracts them. */
export type GstDocument = {
  order_id: string
  serial: string
  issued_at: string
  note: boolean
  kind: DocumentKind
  section: Section
  gstin: string | null
  name: string
  place_of_supply: string
  value: number
  rates: (Tax & { rate: number })[]
}

/** @param month '2026-11' */
export async function fetchGstReturn(month: string): Promise<GstReturn> {
  return (await ask({ month, format: 'json' })) as GstReturn
}

/** Every document behind the month's figures, oldest first. */
export async function fetchGstDocuments(month: string): Promise<GstDocument[]> {
  return ((await ask({ month, format: 'documents' })) as { documents: GstDocument[] }).documents
}

/** One table as a CSV file. Reading a response as text drops its byte order mark, which Excel needs. */
export async function fetchGstSheet(month: string, table: SheetName): Promise<Blob> {
  const text = await ask({ month, format: 'csv', table })
  if (typeof text !== 'string') throw new Error('The sheet is not a text')
  return new Blob([text.startsWith('\uFEFF') ? text : `\uFEFF${text}`], { type: 'text/csv' })
}

async function ask(body: object): Promise<unknown> {
  const client = await loadSupabase()
  const { data, error } = await client.functions.invoke<unknown>('gst-return', { body })
  if (error) throw new Error(error instanceof Error ? error.message : String(error), { cause: error })
  return data
}

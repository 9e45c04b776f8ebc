import { toDecimal } from '../money/money.ts'
import { stateByCode } from '../addresses/states.ts'
import type { Gstr1 } from './gstr1.ts'
import type { Listed } from './listed.ts'
import { portalDay } from './offline-json.ts'
import type { OfHsn } from './return-document.ts'
import type { TaxAmounts } from './tax-amounts.ts'

/** The tables that can be downloaded as a sheet, named like the sections of the offline tool. */
export const SHEETS = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'exemp', 'hsn_b2b', 'hsn_b2c', 'docs', 'summary'] as const
export type SheetName = (typeof SHEETS)[number]

export type Sheet = { headings: string[]; rows: (string | number)[][] }

const HEADS = ['Rate', 'Taxable Value', 'Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount', 'Cess Amount']
const NIL_WORDS = {
  INTRB2B: 'Inter-State supplies to registered persons',
  INTRAB2B: 'Intra-State supplies to registered persons',
  INTRB2C: 'Inter-State supplies to unregistered persons',
  INTRAB2C: 'Intra-State supplies to unregistered persons',
}

/** A table with the headings of the offline tool's sheets, and the tax components beside the value. One row per document and rate. */
export function sheetOf(gstr1: Gstr1, name: SheetName): Sheet {
  switch (name) {
    case 'b2b':
      return {
        headings: [
          'GSTIN/UIN of Recipient',
          'Receiver Name',
          'Invoice Number',
          'Invoice date',
          'Invoice Value',
          'Place Of Supply',
          'Reverse Charge',
          'Invoice Type',
          ...HEADS,
        ],
        rows: perRate(gstr1.b2b, (row) => [row.gstin, row.name, ...document(row), 'N', 'Regular B2B']),
      }
    case 'b2cl':
      return { headings: ['Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply', ...HEADS], rows: perRate(gstr1.b2cl, document) }
    case 'b2cs':
      return {
        headings: ['Type', 'Place Of Supply', ...HEADS],
        rows: gstr1.b2cs.map((row) => ['OE', place(row.placeOfSupply), row.rate, ...amounts(row)]),
      }
    case 'cdnr':
      return {
        headings: ['GSTIN/UIN of Recipient', 'Receiver Name', ...NOTE, ...HEADS],
        rows: perRate(gstr1.cdnr, (row) => [row.gstin, row.name, ...noteCells(row)]),
      }
    case 'cdnur':
      return { headings: ['UR Type', ...NOTE, ...HEADS], rows: perRate(gstr1.cdnur, (row) => ['B2CL', ...noteCells(row)]) }
    case 'exemp':
      return {
        headings: ['Description', 'Nil Rated Supplies', 'Exempted (other than nil rated/non GST supply)', 'Non-GST Supplies'],
        rows: gstr1.nil.map(({ supply, value }) => [NIL_WORDS[supply], toDecimal(value), '0.00', '0.00']),
      }
    case 'hsn_b2b':
    case 'hsn_b2c':
      return hsnSheet(name === 'hsn_b2b' ? gstr1.hsn.b2b : gstr1.hsn.b2c)
    case 'docs':
      return {
        headings: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
        rows: gstr1.series.map(({ nature, from, to, total, cancelled }) => [
          nature === 1 ? 'Invoices for outward supply' : 'Credit Note',
          from,
          to,
          total,
          cancelled,
        ]),
      }
    case 'summary':
      return {
        headings: ['Place Of Supply', ...HEADS],
        rows: [
          ...gstr1.summary.byRate.map((row) => ['All', row.rate, ...amounts(row)]),
          ...gstr1.summary.byState.map((row) => [place(row.placeOfSupply), 'All', ...amounts(row)]),
          ['All', 'All', ...amounts(gstr1.summary.total)],
        ],
      }
  }
}

const NOTE = ['Note Number', 'Note Date', 'Note Value', 'Place Of Supply', 'Note Type', 'Invoice Number', 'Invoice date']

function perRate(rows: readonly Listed[], cells: (row: Listed) => (string | number)[]): Sheet['rows'] {
  return rows.flatMap((row) => row.rates.map((part) => [...cells(row), part.rate, ...amounts(part)]))
}

function document(row: Listed): string[] {
  return [row.serial, portalDay(row.issuedAt), toDecimal(row.value), place(row.placeOfSupply)]
}

function noteCells(row: Listed): string[] {
  return [...document(row), 'C', row.reverses?.serial ?? '', row.reverses ? portalDay(row.reverses.issuedAt) : '']
}

function amounts({ taxable, igst, cgst, sgst }: TaxAmounts): string[] {
  return [...[taxable, igst, cgst, sgst].map(toDecimal), '0.00']
}

function hsnSheet(rows: readonly OfHsn[]): Sheet {
  return {
    headings: ['HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', ...HEADS],
    rows: rows.map((row) => {
      const value = row.taxable + row.igst + row.cgst + row.sgst
      return [row.hsn, '', row.unit, row.quantity, toDecimal(value), row.rate, ...amounts(row)]
    }),
  }
}

/** '27-Maharashtra', as in the tool's lists. */
function place(code: string): string {
  const state = stateByCode(code)
  return state ? `${code}-${state.name}` : code
}

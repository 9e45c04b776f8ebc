/** Dates and amounts as Indian banks write them. Null for an empty cell, undefined for one that is not read: nothing is guessed. */
import { readAmount } from '../product-import/read-number.ts'
import { tidyText } from '../product-import/tidy-text.ts'
import type { Paise } from '../money/money.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `24/11/26`, `24-11-2026`, `24-Nov-2026`, `24 Nov 2026`, `2026-11-24`, each also with a time behind it → `2026-11-24`. */
export function readStatementDay(cell: string): string | null | undefined {
  const text = tidyText(cell.slice(0, 40)).toLowerCase()
  if (text === '') return null
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)(?!\d)/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const written = /^(\d\d?)[-/. ](\d\d?|[a-z]{3,9})[-/. ,](\d{4}|\d\d)(?!\d)/.exec(text)
  if (!written) return undefined
  const [, day = '', named = '', short = ''] = written
  const month = /^\d/.test(named) ? Number(named) : MONTHS.indexOf(named.slice(0, 3)) + 1
  return dayOf(Number(short.length === 2 ? `20${short}` : short), month, Number(day))
}

function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < 2000 || year > 2099 || month < 1 || month > 12) return undefined
  const moment = new Date(Date.UTC(year, month - 1, day))
  return moment.getUTCDate() === day && moment.getUTCMonth() === month - 1 ? moment.toISOString().slice(0, 10) : undefined
}

/** `sign`: 1 received, -1 paid out, 0 where the cell does not say. */
export type SignedAmount = { amount: Paise; sign: -1 | 0 | 1 }

/** `1,23,456.00`, `336.00 Cr`, `336.00(Dr)`, `-500`, `+500`, `(500.00)`. A third decimal is refused: it is no amount of rupees. */
export function readSignedAmount(cell: string): SignedAmount | null | undefined {
  if (cell.length > 60) return undefined
  const text = tidyText(cell).toLowerCase()
  if (text === '' || text === '-') return null
  const side = /(cr|dr)\.?\)?$/.exec(text)?.[1]
  const isNegative = /^[-−]/.test(text) || /^\([\d,.]+\)$/.test(text)
  const plain = text
    .replace(/\(?(cr|dr)\.?\)?$/, '')
    .replace(/^[-−+]/, '')
    .replace(/^\(|\)$/g, '')
    .trim()
  if (/\.\d{3,}$/.test(plain)) return undefined
  const amount = readAmount(plain, 'dot')
  if (amount === null || amount === undefined) return undefined
  return { amount, sign: side === 'cr' ? 1 : side === 'dr' || isNegative ? -1 : 0 }
}

/** A cell beside the amount: `Cr`, `CR`, `Credit`, `C`. */
export function readSign(cell: string): -1 | 0 | 1 {
  const text = tidyText(cell.slice(0, 20)).toLowerCase()
  if (/^(cr|c|credit|deposit|\+)\.?$/.test(text)) return 1
  return /^(dr|d|debit|withdrawal|-)\.?$/.test(text) ? -1 : 0
}

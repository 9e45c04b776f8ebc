/** The maximum quantity of a cart line (supabase/migrations, cart_items). */
export const MOST_UNITS = 99_999

export type ReadQuantity =
  | { kind: 'units'; units: number; /** written without decimals */ plain: boolean }
  /** A number that cannot be ordered. */
  | { kind: 'bad' }
  | { kind: 'none' }

const DEVANAGARI_ZERO = 0x0966

/** Converts Devanagari digits to ASCII digits. */
export function plainDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
}

/** '12', '1,200', '12.0' (as spreadsheets write it), 'x 12', '12 pcs', 'Qty: 12', '१२'. A fraction, a negative number or zero is bad. */
export function readQuantity(cell: string): ReadQuantity {
  const text = plainDigits(cell)
    .trim()
    .replace(/^(?:qty|quantity)\b\s*(?:[:.=]\s*)?/i, '')
    .replace(/^[x×*]\s*/i, '')
    .replace(/(?<!\s)\s*(?:pcs?|pieces?|nos?|units?)\.?$/i, '')
  if (/^[-+]?\d[\d,]*(?:\.\d*)?$/.exec(text) === null) return { kind: 'none' }
  const found = /^(\d{1,3}(?:,\d{2,3})+|\d+)(\.0*)?$/.exec(text)
  if (!found) return { kind: 'bad' }
  const units = Number((found[1] ?? '').replaceAll(',', ''))
  return units >= 1 && units <= MOST_UNITS ? { kind: 'units', units, plain: found[2] === undefined } : { kind: 'bad' }
}

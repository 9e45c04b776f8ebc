import { toPaise } from './money.ts'
import type { Paise } from './money.ts'

/** Commas that group thousands, in the Indian (1,20,000) or the Western (120,000) way. Elsewhere one may be a decimal comma: 12,5. */
const GROUPED = /^\d{1,2}(,\d\d)*,\d{3}(\.|$)|^\d{1,3}(,\d{3})+(\.|$)/

/** Reads rupees as people type them, with at most two decimals, into paise; null for anything else. */
export function readRupees(text: string): Paise | null {
  const typed = text.trim()
  const plain = typed.length <= 20 && GROUPED.test(typed) ? typed.replaceAll(',', '') : typed
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? toPaise(plain) : null
}

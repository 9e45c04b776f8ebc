import { toPaise } from './money.ts'
import type { Paise } from './money.ts'

/** Rupees as people type them, with at most two decimals, commas or none; null for what is no amount. */
export function readRupees(text: string): Paise | null {
  const typed = text.replaceAll(',', '').trim()
  return /^\d{1,9}(\.\d{1,2})?$/.test(typed) ? toPaise(typed) : null
}

import { toPaise } from './money.ts'
import type { Paise } from './money.ts'

/** Rupees as people type them, with at most two decimals, with or without commas; null for anything else. */
export function readRupees(text: string): Paise | null {
  const typed = text.trim()
  const plain = typed.length <= 20 && GROUPED.test(typed) ? typed.replaceAll(',', '') : typed
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? toPaise(plain) : null
}

import { stateByCode } from './states.ts'
import type { State } from './states.ts'

export type GstinCheck = { ok: true; gstin: string; state: State } | { ok: false; reason: GstinError }

/** length: not 15 characters · shape: a character of the wrong kind · state: unknown State code · checksum: a mistyped character */
export type GstinError = 'length' | 'shape' | 'state' | 'checksum'

const SHAPE = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Checks a GSTIN as people type it (upper or lower case, with or without spaces) and returns its State. */
export function checkGstin(text: string): GstinCheck {
  const gstin = text.replace(/\s/g, '').toUpperCase()
  if (gstin.length !== 15) return { ok: false, reason: 'length' }
  if (!SHAPE.test(gstin)) return { ok: false, reason: 'shape' }
  const state = stateByCode(gstin.slice(0, 2))
  if (!state) return { ok: false, reason: 'state' }
  return gstinCheckCharacter(gstin.slice(0, 14)) === gstin.charAt(14) ? { ok: true, gstin, state } : { ok: false, reason: 'checksum' }
}

/** The fifteenth character for the first fourteen: multiplies by 1, 2, 1, 2…, and sums quotient and remainder of each product by 36. */
export function gstinCheckCharacter(first14: string): string {
  let sum = 0
  for (const [index, character] of [...first14].entries()) {
    const product = ALPHABET.indexOf(character) * (1 + (index % 2))
    sum += Math.floor(product / 36) + (product % 36)
  }
  return ALPHABET.charAt((36 - (sum % 36)) % 36)
}

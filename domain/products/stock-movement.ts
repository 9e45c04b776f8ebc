/**
 * Reasons for which staff change the stock (docs/rules.md#stock). `in` and `out` take a number of pieces, `either` takes a signed
 * number, and `count` takes the counted stock. The database validates the same (supabase/migrations, move_stock); a test compares the two.
 */
export const MANUAL_REASONS = { purchase: 'in', return: 'in', damaged: 'out', used: 'out', count: 'count', correction: 'either' } as const

export type ManualReason = keyof typeof MANUAL_REASONS

export type MovementError = 'QUANTITY' | 'NOTE_REQUIRED' | 'BELOW_ZERO'

/** The maximum number of pieces in one movement. */
const MOST = 1_000_000

/** The stock after the movement, in pieces, or why it is invalid. `typed`: the quantity as it was typed. */
export function stockAfter(
  stock: number,
  { reason, typed, note }: { reason: ManualReason; typed: string; note: string },
): { ok: true; quantity: number; stock: number } | { ok: false; code: MovementError } {
  const direction = MANUAL_REASONS[reason]
  const text = typed.trim().replace(/^\+/, '')
  const quantity = Number(text)
  const fits = direction === 'either' ? quantity !== 0 : direction === 'count' ? quantity >= 0 : quantity > 0
  if (!/^-?\d{1,7}$/.test(text) || !fits || Math.abs(quantity) > MOST) return { ok: false, code: 'QUANTITY' }
  if (reason === 'correction' && note.trim() === '') return { ok: false, code: 'NOTE_REQUIRED' }
  const after = direction === 'count' ? quantity : stock + (direction === 'out' ? -quantity : quantity)
  return after < 0 ? { ok: false, code: 'BELOW_ZERO' } : { ok: true, quantity, stock: after }
}

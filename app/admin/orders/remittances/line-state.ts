import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { states } from '#words/admin-remittances.ts'
import type { PreviewRow } from '../../../data/admin/orders/remittances.ts'

export type LineState = keyof typeof states
type Line = Pick<PreviewRow, 'problem' | 'collected' | 'expected' | 'booked'>

/** What booking makes of a row; everything but 'fits', 'returned' and 'repeated' needs a look. */
export function lineState({ problem, collected, expected, booked }: Line): LineState {
  if (problem !== null) return problem
  if (collected === 0) return 'returned'
  if (expected !== null && collected < expected) return 'short'
  return booked < collected || (expected !== null && collected > expected) ? 'over' : 'fits'
}

const QUIET: ReadonlySet<LineState> = new Set(['fits', 'returned', 'repeated'])
export const needsLook = (line: Line): boolean => !QUIET.has(lineState(line))

/** Collected less what the label says, in paise; null without a parcel, and for a row of charges alone. */
export const differenceOf = ({ collected, expected }: Line): Paise | null =>
  expected === null || collected === 0 ? null : toPaise(collected) - toPaise(expected)

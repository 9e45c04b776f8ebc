/** Delays before the next check, in ms: short at first, then longer, for about three minutes. */
const WAITS_MS = [2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 30_000, 30_000, 30_000]

/** The delay after the n-th check without a definite answer (from 0); null: the page stops checking by itself. */
export function waitAfter(asked: number): number | null {
  return WAITS_MS[asked] ?? null
}

/** How long to wait before the next question, in ms: quick at first, then seldom, for about three minutes. */
const WAITS_MS = [2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 30_000, 30_000, 30_000]

/** The wait after the n-th question without a definite answer (from 0); null: the page asks no more by itself. */
export function waitAfter(asked: number): number | null {
  return WAITS_MS[asked] ?? null
}

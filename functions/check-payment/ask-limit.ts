/** Limits payment checks per account: a waiting screen polls every few seconds, a program might poll continuously. */
export type AskLimit = { /** false: limit reached; the call is not counted */ may(account: string, now: number): boolean }

/**
 * Allows at most `most` checks in any `span` ms, per account and server process. Memory is bounded: beyond `remembered` accounts,
 * those without a check within the span are removed.
 */
export function askLimit(most: number, span: number, remembered = 10_000): AskLimit {
  const asked = new Map<string, number[]>()
  return {
    may(account, now) {
      const recent = (asked.get(account) ?? []).filter((moment) => moment > now - span)
      if (recent.length >= most) return false
      if (asked.size >= remembered && !asked.has(account)) for (const [other, moments] of asked) if ((moments.at(-1) ?? 0) <= now - span) asked.delete(other)
      asked.set(account, [...recent, now])
      return true
    },
  }
}

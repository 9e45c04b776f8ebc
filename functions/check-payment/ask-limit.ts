/** How often one account may have Razorpay asked: a screen that waits asks every few seconds, a program all the time. */
export type AskLimit = { /** false: too often, and not counted */ may(account: string, now: number): boolean }

/**
 * At most `most` questions in any `span` ms, per account and server process. What is remembered is bounded: accounts that
 * have not asked within the span are forgotten when there are too many.
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

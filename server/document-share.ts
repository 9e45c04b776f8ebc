/** How many documents customers may have drawn at once: one process draws for all of them, for the staff and for the mails. */
import { PressError } from '#documents/press/press.ts'
import { createFairShare, ShareExceeded } from '#gateway/core/fair-share.ts'

export type DocumentShare = <T>(caller: { account: string; network: string | null }, draw: () => Promise<T>) => Promise<T>

/** Milliseconds. A page with a download under way is closed after that. */
const LONGEST_WAIT = 20_000

/** One document of an account is drawn at a time and one waits; a network, where many accounts are made, has three and six. */
export function createDocumentShare(): DocumentShare {
  const networks = createFairShare({ total: 12, perKey: 3, waiting: 24, waitingPerKey: 6, longestWait: LONGEST_WAIT })
  const accounts = createFairShare({ total: 4, perKey: 1, waiting: 24, waitingPerKey: 1, longestWait: LONGEST_WAIT })
  return async ({ account, network }, draw) => {
    try {
      return await networks.run(network, () => accounts.run(account, draw))
    } catch (error) {
      if (!(error instanceof ShareExceeded)) throw error
      throw new PressError('Many documents are being drawn: try again in a moment', error.retryAfter)
    }
  }
}

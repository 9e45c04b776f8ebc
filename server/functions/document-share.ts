/** Limits concurrent document rendering for customers: one process renders for them, for staff and for mails. */
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import { createFairShare, ShareExceeded } from '#gateway/core/fair-share.ts'

export type DocumentShare = <T>(caller: { account: string; network: string | null }, render: () => Promise<T>) => Promise<T>

/** Milliseconds. A page waiting for a download is closed after that. */
const LONGEST_WAIT = 20_000

/** Per account one document is rendered and one waits; per network, which may have many accounts, three and six. */
export function createDocumentShare(): DocumentShare {
  const networks = createFairShare({ total: 12, perKey: 3, waiting: 24, waitingPerKey: 6, longestWait: LONGEST_WAIT })
  const accounts = createFairShare({ total: 4, perKey: 1, waiting: 24, waitingPerKey: 1, longestWait: LONGEST_WAIT })
  return async ({ account, network }, render) => {
    try {
      return await networks.run(network, () => accounts.run(account, render))
    } catch (error) {
      if (!(error instanceof ShareExceeded)) throw error
      throw new PdfWorkerError('Many documents are being rendered: try again in a moment', error.retryAfter)
    }
  }
}

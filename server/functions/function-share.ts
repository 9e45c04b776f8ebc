/** Limits the database connections of server functions per caller, so that one client's flood does not delay checkouts. */
import type pg from 'pg'
import { createFairShare } from '#gateway/core/fair-share.ts'
import type { Caller } from '#gateway/functions/dispatch.ts'

export type FunctionShare = <T>(caller: Pick<Caller, 'user' | 'network'>, work: () => Promise<T>) => Promise<T>

/** Milliseconds. Less than the connection timeout of the pools, so that overload is reported as such and not as a pool error. */
const LONGEST_WAIT = 8_000

/**
 * Two concurrent transactions per account, or per network of visitors; three quarters of the connections per network, which may
 * have many accounts, and never all of them. The account limit applies first, so that one account's queue takes no places of others on its network.
 *
 * Throws ShareExceeded before anything is sent to the database.
 */
export function createFunctionShare(pool: pg.Pool): FunctionShare {
  const total = pool.options.max
  const callers = createFairShare({ total: Infinity, perKey: 2, waiting: 2_000, waitingPerKey: 40, longestWait: LONGEST_WAIT })
  const networks = createFairShare({
    total,
    perKey: Math.max(1, Math.min(Math.ceil(total * 0.75), total - 1)),
    waiting: 1_000,
    waitingPerKey: 200,
    longestWait: LONGEST_WAIT,
  })
  return ({ user, network }, work) => callers.run(user?.id ?? network, () => networks.run(network, work))
}

/** How many connections of the server functions one caller may hold at once: a checkout must not wait behind somebody's flood. */
import type pg from 'pg'
import { createFairShare } from '#gateway/core/fair-share.ts'
import type { Caller } from '#gateway/functions/dispatch.ts'

export type FunctionShare = <T>(caller: Pick<Caller, 'user' | 'network'>, work: () => Promise<T>) => Promise<T>

/** Milliseconds. Less than the pools wait for a connection, so that a refusal is this one's and never a broken pool's. */
const LONGEST_WAIT = 8_000

/**
 * Two transactions of an account at once, or of a network of visitors; three quarters of the connections for one network, where many
 * accounts are made. The account comes first: what one account has waiting takes no place of its neighbours.
 *
 * Throws ShareExceeded; nothing was sent to the database then.
 */
export function createFunctionShare(pool: pg.Pool): FunctionShare {
  const total = pool.options.max
  const callers = createFairShare({ total: Infinity, perKey: 2, waiting: 2_000, waitingPerKey: 40, longestWait: LONGEST_WAIT })
  const networks = createFairShare({
    total,
    perKey: Math.ceil(total * 0.75),
    waiting: 1_000,
    waitingPerKey: 200,
    longestWait: LONGEST_WAIT,
  })
  return ({ user, network }, work) => callers.run(user?.id ?? network, () => networks.run(network, work))
}

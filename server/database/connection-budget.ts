/** Divides the connections that one process may have with the database over its pools (docs/decisions/0104-connections-and-poolers.md). */
import { MAIL_WORKERS } from '../mail/mail-workers.ts'
import { OUTSIDE_POOLS as OUTSIDE_GATEWAY_POOLS, POOL_SIZES } from '#gateway/pool-sizes.ts'

/** What each pool has of the default budget; another budget is divided in the same proportions. */
const SHARES = {
  ...POOL_SIZES,
  // server functions: as the caller, orders, payments; and the counts of tries
  callers: 4,
  orders: 8,
  payments: 4,
  tries: 2,
  mails: MAIL_WORKERS + 1,
  jobs: 2,
} as const

type Pool = keyof typeof SHARES
export type ConnectionBudget = Readonly<Record<Pool, number>>

const POOLS = Object.keys(SHARES) as Pool[]
/** The gateway's, the listener of the page cache, the watch, and the one with which the scheduler holds its jobs. */
const OUTSIDE_POOLS = OUTSIDE_GATEWAY_POOLS + 3

const sum = (of: (pool: Pool) => number): number => POOLS.reduce((total, pool) => total + of(pool), 0)

export const DEFAULT_CONNECTIONS = OUTSIDE_POOLS + sum((pool) => SHARES[pool])
/** A mail holds its connection while it is sent, and a long job its own: others must not wait for them. */
const least = (pool: Pool): number => (pool === 'mails' || pool === 'jobs' ? 2 : 1)
export const FEWEST_CONNECTIONS = OUTSIDE_POOLS + sum(least)
/** More would only compete for the processors of the database. */
export const MOST_CONNECTIONS = 1000

/**
 * Each worker that sends mails takes a connection, as far as every pool has its least.
 *
 * @param total of this process, those outside of pools included; from FEWEST_CONNECTIONS
 * @returns the most connections of each pool, which together with those outside are exactly `total`
 */
export function divideConnections(total: number, mailWorkers: number = MAIL_WORKERS): ConnectionBudget {
  const sizes = Object.fromEntries(POOLS.map((pool) => [pool, least(pool)])) as Record<Pool, number>
  const shares: Record<Pool, number> = { ...SHARES, mails: mailWorkers + 1 }
  const added = Math.min(total - FEWEST_CONNECTIONS, mailWorkers + 1 - sizes.mails)
  sizes.mails += added
  for (let left = total - FEWEST_CONNECTIONS - added; left > 0; left -= 1) {
    // The next one goes where it is missed most: to the pool with the largest share for each connection that it would then have.
    const claim = (pool: Pool): number => shares[pool] / (sizes[pool] + 1)
    sizes[POOLS.reduce((most, pool) => (claim(pool) > claim(most) ? pool : most))] += 1
  }
  return sizes
}

/**
 * Separate connection pools ("lanes") for the server's own pages, visitors and signed-in users, so that none of them can
 * starve another. Within a lane, concurrency is limited per network or account.
 */
import type pg from 'pg'
import { dropPlans } from '#postgres/prepared-plans.ts'
import { ApiError } from '../../core/errors.ts'
import { createFairShare, ShareExceeded, type FairShare } from '../../core/fair-share.ts'
import type { Session } from '../../core/session.ts'
import { LARGEST } from '../bounds.ts'
import { StatementNames } from '../sql/statement-names.ts'

export type LaneName = 'pages' | 'visitors' | 'users'

/** One pool per lane; tests may use the same one for all. */
export type Pools = Readonly<Record<LaneName, pg.Pool>>

/** `network` is null if requests are not limited by network; `pages` marks the server's own reads for its pages. */
export type RestCaller = { readonly network: string | null; readonly pages: boolean }

export type Lane = {
  readonly pool: pg.Pool
  readonly names: StatementNames
  readonly share: FairShare
  readonly largest: { readonly body: number; readonly answer: number }
}

export type LaneShare = { readonly perKey: number; readonly waitingPerKey: number; readonly waiting: number; readonly longestWait: number }

const SHARES: Record<LaneName, LaneShare> = {
  // The HTTP server already limits page rendering per network.
  pages: { perKey: Infinity, waitingPerKey: Infinity, waiting: 2_000, longestWait: 10_000 },
  visitors: { perKey: 3, waitingPerKey: 16, waiting: 500, longestWait: 5_000 },
  // A back-office screen sends many requests at once.
  users: { perKey: 5, waitingPerKey: 60, waiting: 1_000, longestWait: 8_000 },
}

/** Prepared plans per connection. Times the number of connections, this bounds the memory that hostile query shapes can take. */
const MAX_PREPARED = 150

export function createLanes(pools: Pools, shares: Partial<Record<LaneName, LaneShare>> = {}): Readonly<Record<LaneName, Lane>> {
  const lane = (name: LaneName, largest: Lane['largest']): Lane => {
    const pool = pools[name]
    // Each lane has its own names: query shapes invented by visitors must not evict the plans of the pages.
    const names = new StatementNames(`rest_${name}`, MAX_PREPARED, () => dropPlans(pool))
    const limits = shares[name] ?? SHARES[name]
    const total = pool.options.max
    // No caller takes all of a small pool either.
    const perKey = limits.perKey === Infinity ? Infinity : Math.min(limits.perKey, Math.max(1, total - 1))
    return { pool, names, share: createFairShare({ ...limits, perKey, total }), largest }
  }
  return {
    pages: lane('pages', LARGEST.known),
    visitors: lane('visitors', LARGEST.visitors),
    users: lane('users', LARGEST.known),
  }
}

export function laneOf(session: Session, caller: RestCaller): LaneName {
  if (session.role !== 'anon') return 'users'
  return caller.pages ? 'pages' : 'visitors'
}

/** The key that concurrency is limited by: a visitor's network or a user's account; null for the server's secret key. */
export function shareKeyOf(session: Session, caller: RestCaller): string | null {
  if (session.role === 'anon') return caller.network
  const { sub } = session.claims
  return typeof sub === 'string' ? sub : null
}

/** Overload responses with this code are not logged. */
export const BUSY = 'PGRST910'

/** Runs `work` when the lane has capacity, else throws 503 with Retry-After, on which the official client retries reads. */
export async function runInLane<T>(lane: Lane, key: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await lane.share.run(key, work)
  } catch (error) {
    if (!(error instanceof ShareExceeded)) throw error
    throw new ApiError(503, BUSY, 'Too many concurrent requests', {
      hint: 'Send fewer requests at once, or try again later.',
      headers: { 'retry-after': String(error.retryAfter) },
    })
  }
}

/**
 * Who waits behind whom. The server's own pages, visitors and signed-in callers have connections of their own, so that
 * none of them can starve another; within a lane, each network or account has a share.
 */
import type pg from 'pg'
import { dropPlans } from '#postgres/prepared-plans.ts'
import { ApiError } from '../core/errors.ts'
import { createFairShare, ShareExceeded, type FairShare } from '../core/fair-share.ts'
import type { Session } from '../core/session.ts'
import { LARGEST } from './bounds.ts'
import { StatementNames } from './statement-names.ts'

export type LaneName = 'pages' | 'visitors' | 'users'

/** One pool for each lane, or one and the same where nobody competes. */
export type Pools = Readonly<Record<LaneName, pg.Pool>>

/** `network` is null where requests are not counted by network; `pages` marks the server's own reads for its pages. */
export type RestCaller = { readonly network: string | null; readonly pages: boolean }

export type Lane = {
  readonly pool: pg.Pool
  readonly names: StatementNames
  readonly share: FairShare
  readonly largest: { readonly body: number; readonly answer: number }
}

export type ShareOfLane = { readonly perKey: number; readonly waitingPerKey: number; readonly waiting: number; readonly longestWait: number }

const SHARES: Record<LaneName, ShareOfLane> = {
  // One network at the front door has its share of pages already.
  pages: { perKey: Infinity, waitingPerKey: Infinity, waiting: 2_000, longestWait: 10_000 },
  visitors: { perKey: 3, waitingPerKey: 16, waiting: 500, longestWait: 5_000 },
  // A screen of the back office asks for many things at once.
  users: { perKey: 5, waitingPerKey: 60, waiting: 1_000, longestWait: 8_000 },
}

/** Plans live in the memory of every connection: the product of both is what hostile shapes can take. */
const MOST_PREPARED = 150

export function createLanes(pools: Pools, shares: Partial<Record<LaneName, ShareOfLane>> = {}): Readonly<Record<LaneName, Lane>> {
  const lane = (name: LaneName, largest: Lane['largest']): Lane => {
    const pool = pools[name]
    // Names of its own: shapes that a visitor makes up must not push the plans of the pages out.
    const names = new StatementNames(`rest_${name}`, MOST_PREPARED, () => dropPlans(pool))
    return { pool, names, share: createFairShare({ ...(shares[name] ?? SHARES[name]), total: pool.options.max }), largest }
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

/** The network of a visitor, the account of a user; the secret key is the server's own and not counted. */
export function shareKeyOf(session: Session, caller: RestCaller): string | null {
  if (session.role === 'anon') return caller.network
  const { sub } = session.claims
  return typeof sub === 'string' ? sub : null
}

/** The code of a refusal that costs nothing: it is not logged one by one. */
export const BUSY = 'PGRST910'

/** Runs `work` in its turn. 503 with Retry-After, because the official client then tries a read again by itself. */
export async function inTurn<T>(lane: Lane, key: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await lane.share.run(key, work)
  } catch (error) {
    if (!(error instanceof ShareExceeded)) throw error
    throw new ApiError(503, BUSY, 'Too many requests are under way', {
      hint: 'Send fewer requests at once, or try again later.',
      headers: { 'retry-after': String(error.retryAfter) },
    })
  }
}

/** The connections of the gateway to the database. */
import type { PoolOptions } from '#postgres/pool.ts'

/**
 * The most connections of each pool: reads for pages of this server, requests of visitors and of signed-in users to /rest/v1, /auth/v1,
 * /storage/v1, and of /realtime/v1 the rows that subscribers see and its own state.
 */
export const POOL_SIZES = { pages: 6, visitors: 6, users: 10, auth: 6, storage: 6, realtimeRows: 3, realtime: 3 }

export type PoolSizes = Readonly<Record<keyof typeof POOL_SIZES, number>>

/** Connections that listen or stream, which belong to no pool: schema changes, the bus between processes, changes of rows. */
export const OUTSIDE_POOLS = 3

/** How all pools of the gateway are opened. */
export type Pooling = Pick<PoolOptions, 'route' | 'prepare'> & { sizes: PoolSizes }

export const poolingOf = (given?: Pooling): Pooling => given ?? { sizes: POOL_SIZES }

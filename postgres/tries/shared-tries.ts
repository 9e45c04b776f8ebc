/** Counts tries in the database, for all processes of a shop. While it is away, nothing may be tried: a call throws. */
import { createHmac } from 'node:crypto'
import type { Query } from '../statement.ts'
import { LIMITS, type Try, type Tries } from './limits.ts'

/**
 * @param query runs one statement as `shop_orders`, outside the transactions of callers: a count must stay when one is rolled back
 * @param secret the keys are digests made with it, so that the table names nobody; the same in all processes
 */
export function sharedTries(query: Query, secret: string): Tries {
  const digest = ([name, key]: Try): string => `\\x${createHmac('sha256', secret).update(`tries ${name} ${key}`).digest('hex').slice(0, 32)}`
  return {
    async count(tries) {
      if (tries.length === 0) return null
      const [full] = await query<{ place: number; seconds: number }>(
        'select place, seconds from private.count_tries($1::bytea[], $2::integer[], $3::integer[])',
        [tries.map(digest), tries.map(([name]) => LIMITS[name].times), tries.map(([name]) => LIMITS[name].seconds)],
      )
      const name = full && tries[full.place - 1]?.[0]
      return full && name ? { name, seconds: full.seconds } : null
    },
    async forget(undone, forgotten = []) {
      if (undone.length + forgotten.length === 0) return
      await query('select private.forget_tries($1::bytea[], $2::bytea[])', [undone.map(digest), forgotten.map(digest)])
    },
  }
}

import type { Query } from '#postgres/statement.ts'
import type { OrderAnswer } from './new-order.ts'
import type { RequestKey } from './order-request.ts'
import { Refusal } from './refusal.ts'

export type StoredRequest = { body_hash: string; response: OrderAnswer | null }

/**
 * Takes the key for this order. A second request with the same key waits here until the first has committed or
 * rolled back: the primary key does that, no lock of ours.
 *
 * @returns false when an order was already placed with this key
 */
export async function claimKey(query: Query, userId: string, request: RequestKey): Promise<boolean> {
  const claimed = await query(
    `insert into private.order_requests (user_id, key, body_hash) values ($1, $2, $3)
     on conflict (user_id, key) do nothing returning key`,
    [userId, request.key, request.bodyHash],
  )
  return claimed.length === 1
}

/** What was answered to the first request with this key. */
export async function readStoredRequest(query: Query, userId: string, key: string): Promise<StoredRequest> {
  const [stored] = await query<StoredRequest>('select body_hash, response from private.order_requests where user_id = $1 and key = $2', [userId, key])
  if (!stored) throw new Error('An order request vanished while it was being repeated')
  return stored
}

/** The key placed another order. Which one is said, so that the sender can look at it instead of ordering twice. */
export const keyReused = ({ response }: StoredRequest) => new Refusal(409, 'KEY_REUSED', [], response ? { order_id: response.order.id } : {})

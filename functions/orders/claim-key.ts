import type { Query } from '#postgres/statement.ts'
import type { OrderAnswer } from './new-order.ts'
import type { RequestKey } from './order-request.ts'
import { Refusal } from './refusal.ts'

export type StoredRequest = { body_hash: string; response: OrderAnswer | null }

/**
 * Claims the key for this order. A second request with the same key waits on the primary key until the first one commits or
 * rolls back.
 *
 * @returns false if an order was already placed with this key
 */
export async function claimKey(query: Query, userId: string, request: RequestKey): Promise<boolean> {
  const claimed = await query(
    `insert into private.order_requests (user_id, key, body_hash) values ($1, $2, $3)
     on conflict (user_id, key) do nothing returning key`,
    [userId, request.key, request.bodyHash],
  )
  return claimed.length === 1
}

/** The response to the first request with this key. */
export async function readStoredRequest(query: Query, userId: string, key: string): Promise<StoredRequest> {
  const [stored] = await query<StoredRequest>('select body_hash, response from private.order_requests where user_id = $1 and key = $2', [userId, key])
  if (!stored) throw new Error('Stored order request not found')
  return stored
}

/** The key was used for another order. The response names it, so that the client can show it instead of ordering twice. */
export const keyReused = ({ response }: StoredRequest) => new Refusal(409, 'KEY_REUSED', [], response ? { order_id: response.order.id } : {})

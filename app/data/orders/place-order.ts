import type { ChoicesBody } from '#domain/orders/choices-body.ts'
import { readPersonal, writePersonal } from '../session/personal-storage.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { loadSupabase } from '../api/supabase.ts'

/** The body of place-order without its key (docs/rules.md#placing-an-order). Money in rupees. */
export type OrderBody = ChoicesBody & {
  shipping: Record<string, string>
  payment_method: string
  /** what the buyer was shown to spend; absent: nothing */ store_credit?: number
  expected_total: number
  expected_lines: { product_id: string; unit_price: number }[]
  save_address: boolean
}
export type RefusedLine = { product_id: string; name: string; code: string; old: number | null; new: number | null }

export type PlaceResult =
  | { kind: 'placed'; orderId: string; payment: { method: string; state: string; upi_uri?: string } | null }
  | {
      kind: 'refused'
      code: string
      lines: RefusedLine[]
      /** why a coupon was refused, and the amount in rupees that its goods lack */ reason?: string
      missing?: number
      /** for KEY_REUSED: the order that was already placed under this key */ orderId?: string
      /** the limit that caused a 429 */ limit?: number
    }
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'signed-out' }
  /** No response, or one that does not say whether the order exists: the same key must be sent again. */
  | { kind: 'unknown' }

export type OrderAttempt = {
  key: string
  userId: string
  body: OrderBody
  /** The session ended before a response: the buyer may change the order, so it is sent again only when they submit again. */
  paused?: true
}

const NAME = 'order-attempt'
/** After this many ms without a response the connection counts as lost, and the same key is sent again. */
const ANSWER_MS = 20_000
const RETRY_AFTER_MS = [1000, 2000, 4000]

/**
 * The attempt whose outcome is not known yet. It stays in the tab's storage over a reload, so that a double click, a reload and a lost
 * connection repeat one key and place one order.
 */
export function openAttempt(userId: string): OrderAttempt | null {
  const value = readPersonal('session', NAME)
  if (typeof value !== 'object' || value === null || !('key' in value) || !('body' in value)) return null
  const attempt = value as OrderAttempt
  return typeof attempt.key === 'string' && attempt.userId === userId ? attempt : null
}

/**
 * Sends the order as it is now; the key is created once per attempt and removed only after a definite response. If an earlier try
 * under this key has placed another order, the shop refuses this one and returns that order's id.
 */
export async function placeOrder(userId: string, body: OrderBody): Promise<PlaceResult> {
  const attempt: OrderAttempt = { key: openAttempt(userId)?.key ?? crypto.randomUUID(), userId, body }
  writePersonal('session', NAME, attempt)
  return finishAttempt(attempt)
}

/** Called once the buyer has reached the page of the order: only then is a successful attempt over. A reload before that finds the order again by its key. */
export function forgetAttempt(): void {
  writePersonal('session', NAME, null)
}

/**
 * Repeats an attempt with its own body and key until there is a response, up to four times. A refusal ends it; a successful attempt is
 * ended by `forgetAttempt`.
 */
export async function finishAttempt(attempt: OrderAttempt): Promise<PlaceResult> {
  let result = await send(attempt)
  for (const wait of RETRY_AFTER_MS) {
    if (result.kind !== 'unknown') break
    await new Promise((resolve) => setTimeout(resolve, wait))
    result = await send(attempt)
  }
  if (result.kind === 'refused' || result.kind === 'invalid') forgetAttempt()
  if (result.kind === 'signed-out') writePersonal('session', NAME, { ...attempt, paused: true } satisfies OrderAttempt)
  return result
}

async function send(attempt: OrderAttempt): Promise<PlaceResult> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<unknown>('place-order', {
      body: { idempotency_key: attempt.key, ...attempt.body },
      timeout: ANSWER_MS,
    })
    if (!error) return readPlaced(data)
    const answer = await refusedAnswer(error)
    return answer ? readRefusal(answer.status, answer.body) : { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}

export function readPlaced(body: unknown): PlaceResult {
  if (typeof body === 'object' && body !== null && 'order' in body) {
    const { order, payment } = body as { order: unknown; payment?: { method: string; state: string; upi_uri?: string } }
    if (typeof order === 'object' && order !== null && 'id' in order && typeof order.id === 'string')
      return { kind: 'placed', orderId: order.id, payment: payment ?? null }
  }
  return { kind: 'unknown' }
}

/** Codes of the shop's own 429 responses: limits per account. */
const LIMITS = new Set(['TOO_MANY_CODES', 'TOO_MANY_ORDERS', 'TOO_MANY_UNPAID', 'COD_LIMIT'])

export function readRefusal(status: number, body: unknown): PlaceResult {
  if (status === 401) return { kind: 'signed-out' }
  if (status === 413) return { kind: 'refused', code: 'TOO_LARGE', lines: [] }
  if (![400, 403, 409, 429].includes(status) || typeof body !== 'object' || body === null) return { kind: 'unknown' }
  const { code, lines, fields, reason, missing, limit, order_id } = body as Partial<
    Record<'code' | 'lines' | 'fields' | 'reason' | 'missing' | 'limit' | 'order_id', unknown>
  >
  // A 403 or 429 from a proxy says nothing about the order.
  if (status === 403 && code !== 'ACCOUNT_BLOCKED') return { kind: 'unknown' }
  if (status === 429 && !LIMITS.has(String(code))) return { kind: 'unknown' }
  if (code === 'INVALID' && typeof fields === 'object' && fields !== null) return { kind: 'invalid', fields: fields as Record<string, string> }
  return {
    kind: 'refused',
    code: typeof code === 'string' ? code : 'REFUSED',
    lines: Array.isArray(lines) ? (lines as RefusedLine[]) : [],
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof missing === 'number' ? { missing } : {}),
    ...(typeof order_id === 'string' ? { orderId: order_id } : {}),
    ...(typeof limit === 'number' ? { limit } : {}),
  }
}

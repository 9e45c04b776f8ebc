/** The quote for a manual order, and placing it (docs/decisions/0026-manual-orders.md). Money in rupees, as the API sends it. */
import type { PlaceRefusal } from '#domain/delivery/place-terms.ts'
import type { DeliveryChoice } from '#domain/delivery/delivery.ts'
import type { Channel, ManualMethod } from '#domain/orders/manual-order.ts'
import type { ChoicesBody } from '#domain/orders/choices-body.ts'
import type { RefusedLine } from '../../orders/place-order.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'
import type { ChargeRow } from '#domain/documents/invoice-rows.ts'

/** What determines the price. */
export type QuoteBody = ChoicesBody & {
  buyer: Record<string, string | null>
  lines: { product_id: string; quantity: number; unit_price?: number; reason?: string; below_minimum?: true }[]
  discount: { kind: 'percent' | 'amount'; value: number; reason: string } | null
  delivery: DeliveryChoice
  payment_method: ManualMethod
}
export type OrderBody = QuoteBody & {
  channel: Channel
  payment: { method: ManualMethod; received: boolean; reference: string | null }
  accept: boolean
  hand_over: boolean
  mail: boolean
  expected_total: number
  expected_lines: { product_id: string; unit_price: number }[]
}

export type QuotedRow = {
  product_id: string
  quantity: number
  list_price: number
  unit_price: number
  tier_percent: number | null
  offer: string | null
  discount: number
  taxable: number
  rate: number
  total: number
  stock: number
}
export type ManualTotals = {
  goods: number
  goods_total: number
  discount_total: number
  discounts: { name: string; amount: number; by_hand: boolean }[]
  subtotal_base: number
  cgst: number
  sgst: number
  igst: number
  union_territory: boolean
  charges: ChargeRow[]
  free_delivery_remaining: number
  total_amount: number
  place_of_supply: string
  inter_state: boolean
}
export type ManualQuote = {
  lines: QuotedRow[]
  totals: ManualTotals
  refused: RefusedLine[]
  coupon: { reason: string; missing?: number } | null
  no_gain: boolean
  /** why the shop's rules would refuse a buyer this place or payment; staff may decide otherwise */
  place: { code: PlaceRefusal['code']; limit?: number } | null
}

/** What the shop would charge for it now. Throws when the response is no quote. */
export async function fetchQuote(body: QuoteBody): Promise<ManualQuote> {
  const client = await loadSupabase()
  const { data, error } = await client.functions.invoke<ManualQuote>('quote-manual-order', { body })
  if (error || !data) throw new Error(error instanceof Error ? error.message : 'no quote', { cause: error })
  return data
}

export type Created =
  | { kind: 'created'; orderId: string }
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'refused'; code: string; lines: RefusedLine[]; reason: string | null }
  | { kind: 'forbidden' }
  | { kind: 'busy' }
  /** No response: it is unknown whether the order was created. A retry with the same key creates it only once. */
  | { kind: 'unknown' }

/** Longer than the shop waits for its locks, in ms. */
const ANSWER_MS = 20_000

export async function createOrder(key: string, body: OrderBody): Promise<Created> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<{ order?: { id?: string } }>('create-manual-order', {
      body: { idempotency_key: key, ...body },
      timeout: ANSWER_MS,
    })
    if (!error) return data?.order?.id ? { kind: 'created', orderId: data.order.id } : { kind: 'unknown' }
    const answer = await refusedAnswer(error)
    return answer ? readCreated(answer.status, answer.body) : { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}

export function readCreated(status: number, body: unknown): Created {
  const refused = (body ?? {}) as Partial<Record<'code' | 'lines' | 'fields' | 'reason', unknown>>
  if (status === 403 && refused.code === 'ACCOUNT_BLOCKED') return { kind: 'refused', code: 'ACCOUNT_BLOCKED', lines: [], reason: null }
  if (status === 401 || status === 403) return { kind: 'forbidden' }
  if (status === 503) return { kind: 'busy' }
  if (status === 413) return { kind: 'refused', code: 'TOO_LARGE', lines: [], reason: null }
  if ((status !== 400 && status !== 409) || typeof body !== 'object' || body === null) return { kind: 'unknown' }
  const { code, lines, fields, reason } = refused
  if (code === 'INVALID' && typeof fields === 'object' && fields !== null) return { kind: 'invalid', fields: fields as Record<string, string> }
  return {
    kind: 'refused',
    code: typeof code === 'string' ? code : 'REFUSED',
    lines: Array.isArray(lines) ? (lines as RefusedLine[]) : [],
    reason: typeof reason === 'string' ? reason : null,
  }
}

/** Orders that an admin writes down (docs/decisions/0026-manual-orders.md). Money in rupees, as the wire sends it. */
import type { Channel, DeliveryByHand, ManualMethod } from '#domain/orders/manual-order.ts'
import type { QuotedProduct } from '#domain/quote/quote.ts'
import { readByIds } from '../api/by-ids.ts'
import { containsPattern } from '../api/contains-pattern.ts'
import type { RefusedLine } from '../orders/place-order.ts'
import { loadSupabase } from '../api/supabase.ts'
import type { ChargeRow } from '#domain/documents/frozen-charges.ts'

/** A customer with an account (`id`), or somebody without one by her newest order (`order_id`). `email`: for a super admin alone. */
export type FoundBuyer = {
  id: string | null
  order_id: string | null
  full_name: string | null
  company_name: string | null
  gstin: string | null
  phone: string | null
  email: string | null
  orders: number | null
  last_order_at: string | null
}

export const BUYERS_FROM = 2

export async function findBuyers(query: string): Promise<FoundBuyer[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('find_buyers', { p_query: query, p_limit: 8 }, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data as FoundBuyer[]
}

/** A customer with an account as the search finds her; null when there is none of this id. */
export async function fetchBuyer(id: string): Promise<FoundBuyer | null> {
  const client = await loadSupabase()
  const [profile, orders] = await Promise.all([
    client
      .from('profiles')
      .select('id,full_name,company_name,gstin,phone')
      .eq('id', id)
      .maybeSingle<Pick<FoundBuyer, 'id' | 'full_name' | 'company_name' | 'gstin' | 'phone'>>(),
    client.from('orders').select('id', { count: 'exact', head: true }).eq('user_id', id),
  ])
  if (profile.error) throw new Error(profile.error.message, { cause: profile.error })
  return profile.data && { ...profile.data, order_id: null, email: null, orders: orders.count, last_order_at: null }
}

export type BuyerPlace = {
  id: string
  full_name: string
  company_name: string | null
  gstin: string | null
  address: string
  city: string
  state: string
  pincode: string
  phone: string
  email: string | null
}
const PLACE = 'id,full_name,company_name,gstin,address,city,state,pincode,phone,email'

/** Of an account its saved addresses, the chosen one first; without an account that of the order. */
export async function fetchPlaces({ id, order_id: orderId }: Pick<FoundBuyer, 'id' | 'order_id'>): Promise<BuyerPlace[]> {
  const client = await loadSupabase()
  const { data, error } =
    id === null
      ? await client
          .from('orders')
          .select(PLACE)
          .eq('id', orderId ?? '')
          .overrideTypes<BuyerPlace[], { merge: false }>()
      : await client
          .from('addresses')
          .select(PLACE)
          .eq('user_id', id)
          .order('is_default', { ascending: false })
          .order('created_at', { ascending: false })
          .limit(20)
          .overrideTypes<BuyerPlace[], { merge: false }>()
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** What her newest order was of; a product that is deleted is left out. */
export async function fetchLastOrder(userId: string): Promise<{ product_id: string; quantity: number }[]> {
  const client = await loadSupabase()
  const { data, error } = await client
    .from('orders')
    .select('order_items(product_id,quantity)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(1)
    .overrideTypes<{ order_items: { product_id: string | null; quantity: number }[] }[], { merge: false }>()
  if (error) throw new Error(error.message, { cause: error })
  return (data[0]?.order_items ?? []).flatMap(({ product_id, quantity }) => (product_id === null ? [] : [{ product_id, quantity }]))
}

export type PickedProduct = QuotedProduct & { id: string; image_url: string | null; image_thumbhash: string | null; status: string }
const PRODUCT = 'id,name,sku,hsn,unit,gst_percent,price,retail_price,mrp,pricing_tiers,min_order_quantity,stock,status,image_url,image_thumbhash'

/** Active products by name or SKU, the best sold first; the very SKU, as a scanner types it, before all others. */
export async function findProducts(text: string): Promise<PickedProduct[]> {
  const client = await loadSupabase()
  const pattern = containsPattern(text)
  const { data, error } = await client
    .from('products')
    .select(PRODUCT)
    .eq('status', 'active')
    .or(`name.ilike.${pattern},sku.ilike.${pattern}`)
    .order('popularity', { ascending: false })
    .order('id')
    .limit(8)
    .overrideTypes<PickedProduct[], { merge: false }>()
  if (error) throw new Error(error.message, { cause: error })
  const scanned = (sku: string) => Number(sku.toLowerCase() !== text.toLowerCase())
  return data.toSorted((a, b) => scanned(a.sku) - scanned(b.sku))
}

export async function fetchProducts(ids: readonly string[]): Promise<PickedProduct[]> {
  if (ids.length === 0) return []
  const client = await loadSupabase()
  return readByIds(ids, async (some) => {
    const { data, error } = await client.from('products').select(PRODUCT).in('id', some).overrideTypes<PickedProduct[], { merge: false }>()
    if (error) throw new Error(error.message, { cause: error })
    return data
  })
}

/** What decides the price. */
export type QuoteBody = {
  buyer: Record<string, string | null>
  lines: { product_id: string; quantity: number; unit_price?: number; reason?: string; below_minimum?: true }[]
  coupon_code: string | null
  discount: { kind: 'percent' | 'amount'; value: number; reason: string } | null
  delivery: DeliveryByHand
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
}

/** What the shop would take for it now. Throws where it does not answer with a quote. */
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
  /** No answer: whether the order was made is not known, and the same key makes it once. */
  | { kind: 'unknown' }

/** Longer than the shop waits for its locks. */
const ANSWER_MS = 20_000

export async function createOrder(key: string, body: OrderBody): Promise<Created> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<{ order?: { id?: string } }>('create-manual-order', {
      body: { idempotency_key: key, ...body },
      timeout: ANSWER_MS,
    })
    if (!error) return data?.order?.id ? { kind: 'created', orderId: data.order.id } : { kind: 'unknown' }
    const response: unknown = error.context
    return response instanceof Response ? readCreated(response.status, await response.json().catch(() => null)) : { kind: 'unknown' }
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

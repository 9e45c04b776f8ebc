/** Batches of products with their expiry, noted by staff (docs/decisions/0076-further-columns-of-products.md). */
import type { SelectedRow } from '#supabase/database.ts'
import type { ExpiryCounts } from '#supabase/results/products.ts'
import { periodBounds } from '#domain/products/expiry.ts'
import type { ExpiryPeriod } from '#domain/products/expiry.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { keysetPage } from '../keyset.ts'
import type { Page } from '../keyset.ts'

const COLUMNS = 'id,product_id,batch,expires_on,made_on,received,remaining'
const LISTED = `${COLUMNS},product:products(name,sku,stock)` as const
/** Dates as YYYY-MM-DD, numbers in pieces; `expires_on` is the last day of use. */
export type Batch = SelectedRow<'product_batches', typeof COLUMNS>
export type ListedBatch = SelectedRow<'product_batches', typeof LISTED>
export type NewBatch = Pick<Batch, 'product_id' | 'batch' | 'expires_on' | 'made_on' | 'received'>

/** The first to expire first. */
export async function fetchBatches(productId: string): Promise<Batch[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('product_batches').select(COLUMNS).eq('product_id', productId).order('expires_on').order('id')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export async function fetchExpiryCounts(): Promise<ExpiryCounts> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('expiry_counts')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** A page of the batches of a period with pieces left, the first to expire first. @param today in India, YYYY-MM-DD */
export async function fetchExpiring(
  period: ExpiryPeriod,
  today: string,
  { cursor, size }: { cursor: string | null; size: number },
): Promise<Page<ListedBatch>> {
  const client = await loadSupabase()
  const { from, to } = periodBounds(period, today)
  const all = client.from('product_batches').select(LISTED).gt('remaining', 0).lte('expires_on', to)
  const query = from === null ? all : all.gte('expires_on', from)
  const sort = [
    { column: 'expires_on', ascending: true },
    { column: 'id', ascending: true },
  ]
  return keysetPage<ListedBatch, typeof query>(query, { sort, cursor, size })
}

export type BatchAdded = { ok: true } | { ok: false; code: 'TWICE' } | { ok: false; code: 'REFUSED'; message: string }

/** Adds a batch of which all pieces are left. @throws Error when it is unknown whether it was added */
export async function addBatch(batch: NewBatch): Promise<BatchAdded> {
  const client = await loadSupabase()
  const { error } = await client.from('product_batches').insert({ ...batch, remaining: batch.received })
  if (!error) return { ok: true }
  if (error.code === '23505') return { ok: false, code: 'TWICE' }
  if (detailOf(error.details).code === 'TOO_MANY') return { ok: false, code: 'REFUSED', message: error.message }
  throw new Error(error.message, { cause: error })
}

/** Writes what is left, if it still is what was shown. @returns false when it was stale */
export async function changeRemaining(id: string, was: number, now: number): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.from('product_batches').update({ remaining: now }).eq('id', id).eq('remaining', was).select('id')
  if (error) throw new Error(error.message, { cause: error })
  return data.length > 0
}

/** @returns false when someone changed or deleted it in the meantime */
export async function deleteBatch({ id, remaining }: Batch): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.from('product_batches').delete().eq('id', id).eq('remaining', remaining).select('id')
  if (error) throw new Error(error.message, { cause: error })
  return data.length > 0
}

/** Brings a deleted batch back. */
export async function restoreBatch(batch: Batch): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('product_batches').insert(batch)
  if (error) throw new Error(error.message, { cause: error })
}

/** Refunds of an order, which staff start, record and withdraw (docs/decisions/0081-refunds.md). */
import * as say from '#words/admin-refunds.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import type { FullOrder } from './order.ts'

export type Refund = FullOrder['refunds'][number]
/** `stale`: the refund or the order is no longer what the screen shows. */
export type RefundResult = { ok: true } | { ok: false; message: string; stale: boolean }

const STALE = new Set(['REFUND_CHANGED', 'ORDER_CHANGED', 'REFUND_NOT_DUE', 'REFUND_NOT_FOUND', 'PROVIDER_SETTLES'])

function resultOf(error: { details?: string | null } | null): RefundResult {
  if (!error) return { ok: true }
  const code = String(detailOf(error.details)['code'] ?? '')
  return { ok: false, message: say.refused[code] ?? say.notSaved, stale: STALE.has(code) }
}

/** @param amount in rupees */
export async function startRefund(order: Pick<FullOrder, 'id' | 'version'>, amount: number, reason: string): Promise<RefundResult> {
  const client = await loadSupabase()
  return resultOf((await client.rpc('start_refund', { p_order: order.id, p_amount: amount, p_reason: reason, p_version: order.version })).error)
}

/** @param reference of the transfer; empty for cash */
export async function settleRefund({ id, version }: Refund, method: string, reference: string): Promise<RefundResult> {
  const client = await loadSupabase()
  return resultOf((await client.rpc('settle_refund', { p_refund: id, p_method: method, p_reference: reference, p_version: version })).error)
}

export async function withdrawRefund({ id, version }: Refund): Promise<RefundResult> {
  const client = await loadSupabase()
  return resultOf((await client.rpc('withdraw_refund', { p_refund: id, p_version: version })).error)
}

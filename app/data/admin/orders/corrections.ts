/** Payments that are taken back, and money that fits no open payment (docs/rules.md#corrected-payments). */
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-corrections.ts'
import { detailOf } from '../../api/error-detail.ts'
import { isLost } from '../../api/lost-answer.ts'
import { serverMessage } from '../../api/server-message.ts'
import { loadSupabase } from '../../api/supabase.ts'
import type { FullOrder } from './order.ts'
import type { Received } from './payments.ts'

export type OrderPayment = FullOrder['payments'][number]
/** `stale`: the order is no longer, or may no longer be, what the screen shows. */
export type CorrectionResult = { ok: true; state: string } | { ok: false; message: string; stale: boolean }

const STALE = new Set(['ORDER_CHANGED', 'PAYMENT_NOT_FOUND', 'PAYMENT_NOT_RECORDED'])

type Failed = { status: number; error: { message: string; details: string | null } }

function refusalOf({ status, error }: Failed): CorrectionResult {
  if (isLost({ status })) return { ok: false, message: say.noAnswer, stale: true }
  const { code, open } = detailOf(error.details)
  const name = typeof code === 'string' ? code : ''
  const message = name === 'FITS_OPEN' ? say.enterMore(formatRupees(toPaise(Number(open)))) : (say.refused[name] ?? serverMessage(error, say.notSaved))
  return { ok: false, message, stale: STALE.has(name) }
}

/** @param reason of 1 to 300 characters, for staff alone */
export async function undoPayment({ version }: Pick<FullOrder, 'version'>, payment: Pick<OrderPayment, 'id'>, reason: string): Promise<CorrectionResult> {
  const client = await loadSupabase()
  const { error, status } = await client.rpc('undo_payment', { p_payment: payment.id, p_version: version, p_reason: reason })
  return error ? refusalOf({ status, error }) : { ok: true, state: 'undone' }
}

/** @param amount in rupees. `state` of the answer: `refund_due`, or `paid` where a part of it pays the order */
export async function recordSurplus(
  { id, version }: Pick<FullOrder, 'id' | 'version'>,
  { method, reference, amount }: Received & { amount: number },
): Promise<CorrectionResult> {
  const client = await loadSupabase()
  const { data, error, status } = await client.rpc('record_surplus', {
    p_order: id,
    p_version: version,
    p_method: method,
    p_amount: amount,
    p_reference: reference === '' ? null : reference,
  })
  return error ? refusalOf({ status, error }) : { ok: true, state: data }
}

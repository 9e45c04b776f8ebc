/** Reminders of a payment, which staff send by mail or by WhatsApp (docs/rules.md#payment-reminders). */
import * as say from '#words/admin-reminders.ts'
import { detailOf } from '../../api/error-detail.ts'
import { loadSupabase } from '../../api/supabase.ts'
import type { FullOrder } from './order.ts'

/** By mail it is sent; by WhatsApp only recorded. @returns null when it was done, otherwise why not */
export async function remindOfPayment({ id, version }: Pick<FullOrder, 'id' | 'version'>, channel: 'mail' | 'whatsapp'): Promise<string | null> {
  const client = await loadSupabase()
  const { error } = await client.rpc('remind_of_payment', { p_order: id, p_channel: channel, p_version: version })
  return error ? (say.refused[String(detailOf(error.details)['code'])] ?? say.notSent) : null
}

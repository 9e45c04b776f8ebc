/** The courier that the shop is connected to (docs/decisions/0090-couriers.md). */
import * as say from '#words/admin-couriers.ts'
import { pdfFromBase64 } from '../../orders/invoice.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'

type Act = { act: 'about' } | { act: 'book' | 'label' | 'cancel'; shipment_id: string; version: number }
export type CourierResult<T> = { ok: true; data: T } | { ok: false; message: string }
type Version = { id: string; version: number }

/** Longer than the shop waits for the courier, in ms. */
const ANSWER_MS = 20_000

async function ask<T>(body: Act): Promise<CourierResult<T>> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<T>('book-courier', { body, timeout: ANSWER_MS })
    if (data && !error) return { ok: true, data }
    return { ok: false, message: sentenceOf((await refusedAnswer(error))?.body) }
  } catch {
    return { ok: false, message: say.noAnswer }
  }
}

function sentenceOf(body: unknown): string {
  const read = (name: string): string => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return typeof value === 'string' ? value : ''
  }
  return read('code') === 'COURIER_REFUSED' ? say.refusedWith(read('reason')) : (say.refusals[read('code')] ?? say.noAnswer)
}

/** The courier's name; null: the shop has none. @throws Error if the shop did not answer */
export async function fetchCourier(): Promise<string | null> {
  const answer = await ask<{ courier: string | null }>({ act: 'about' })
  if (!answer.ok) throw new Error(answer.message)
  return answer.data.courier
}

export const bookCourier = ({ id, version }: Version) => ask<{ tracking_number: string }>({ act: 'book', shipment_id: id, version })
export const cancelCourier = ({ id, version }: Version) => ask<object>({ act: 'cancel', shipment_id: id, version })

export async function fetchCourierLabel({ id, version }: Version): Promise<CourierResult<Blob>> {
  const answer = await ask<{ pdf: string }>({ act: 'label', shipment_id: id, version })
  return answer.ok ? { ok: true, data: new Blob([pdfFromBase64(answer.data.pdf)], { type: 'application/pdf' }) } : answer
}

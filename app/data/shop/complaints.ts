import type { Complaint } from '#domain/shop/complaint.ts'
import { publishableKey } from '../api/publishable-key.ts'
import { sessionStore } from '../session/session.ts'
import { loadSupabase } from '../api/supabase.ts'

export type FileResult =
  { ok: true; number: string } | { ok: false; code: 'INVALID'; fields: Record<string, string> } | { ok: false; code: 'TOO_MANY' | 'FAILED' }

/**
 * Files a complaint and returns its ticket number. A visitor's complaint is sent with only the shop's public key, so that the page
 * needs no client; a signed-in user's is sent with the session, so that they can read it later.
 */
export async function fileComplaint(complaint: Complaint, website: string): Promise<FileResult> {
  const { name, email, phone, orderId, message } = complaint
  const body = JSON.stringify({ name, email, phone, order_id: orderId, message, website })
  try {
    const token = sessionStore.read().status === 'signed-in' ? (await (await loadSupabase()).auth.getSession()).data.session?.access_token : undefined
    const headers = {
      'content-type': 'application/json',
      apikey: publishableKey(),
      ...(token === undefined ? {} : { authorization: ['Bearer', token].join(' ') }),
    }
    const answer = await fetch('/functions/v1/file-complaint', { method: 'POST', headers, body })
    return readFiled(answer.status, await answer.json().catch(() => null))
  } catch {
    return { ok: false, code: 'FAILED' }
  }
}

export function readFiled(status: number, body: unknown): FileResult {
  const { number, fields } = (typeof body === 'object' && body !== null ? body : {}) as { number?: unknown; fields?: unknown }
  if (status === 200 && typeof number === 'string') return { ok: true, number }
  if (status === 400 && typeof fields === 'object' && fields !== null) return { ok: false, code: 'INVALID', fields: fields as Record<string, string> }
  return { ok: false, code: status === 429 ? 'TOO_MANY' : 'FAILED' }
}

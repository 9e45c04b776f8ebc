/** Server functions that act for an owner: each call sends the owner's password again. */
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type OwnerAnswer = { ok: true; data: Record<string, unknown> } | { ok: false; code: string; field: string | null; message: string | null }

export async function callOwnerFunction(name: string, body: Record<string, unknown>, password: string): Promise<OwnerAnswer> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<Record<string, unknown>>(name, { body: { ...body, password } })
    if (!error) return { ok: true, data: data ?? {} }
    const answer = (await refusedAnswer(error))?.body
    const { code, field, message, fields } = (answer ?? {}) as { code?: unknown; field?: unknown; message?: unknown; fields?: Record<string, string> }
    const [first] = Object.entries(fields ?? {})
    return {
      ok: false,
      code: typeof code === 'string' ? code : 'FAILED',
      field: typeof field === 'string' ? field : (first?.[0] ?? null),
      message: typeof message === 'string' ? message : (first?.[1] ?? null),
    }
  } catch {
    return { ok: false, code: 'FAILED', field: null, message: null }
  }
}

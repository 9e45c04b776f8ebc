/** The owner's rule about two-step sign-in of the staff. */
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** null: the user may not know. */
export async function fetchFactorRequired(): Promise<boolean | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('staff_security', {}, { get: true })
  if (error) return null
  return data?.second_factor_required === true
}

const REFUSALS = ['NO_FACTOR', 'WRONG_PASSWORD', 'SECOND_FACTOR', 'FORBIDDEN', 'TOO_MANY'] as const
export type StaffSecurityRefusal = (typeof REFUSALS)[number] | 'FAILED'

/** Sends the user's own password again. @returns null on success */
export async function setFactorRequired(required: boolean, password: string): Promise<StaffSecurityRefusal | null> {
  try {
    const client = await loadSupabase()
    const { error } = await client.functions.invoke<unknown>('set-staff-security', { body: { password, second_factor_required: required } })
    if (!error) return null
    const answer = (await refusedAnswer(error))?.body
    const code = (answer as { code?: unknown } | null)?.code
    return REFUSALS.find((known) => known === code) ?? 'FAILED'
  } catch {
    return 'FAILED'
  }
}

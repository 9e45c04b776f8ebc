import { loadSupabase } from '../../api/supabase.ts'

export type PhoneCode = { code: string; expires_at: string }

/** Makes the code by which a customer without an account takes over their orders; one made before ends. It is readable here alone. */
export async function createPhoneCode(customerId: string): Promise<PhoneCode> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('create_phone_code', { p_customer: customerId })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

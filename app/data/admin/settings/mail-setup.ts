/** The shop's own mail server and sender. The password can be written but never read. */
import type { MailSetup, Security, TestResult } from '#supabase/results/settings.ts'
import { callOwnerFunction } from '../staff/owner-calls.ts'
import type { OwnerAnswer } from '../staff/owner-calls.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { MailSetup, Security, TestResult } from '#supabase/results/settings.ts'

export async function fetchMailSetup(): Promise<MailSetup> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('mail_setup')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** As typed; an empty password leaves the stored one, an empty host means no mail server of its own. */
export type MailDraft = {
  host: string
  port: string
  security: Security
  username: string
  password: string
  from_name: string
  from_address: string
  reply_to: string
}

export const saveMailSetup = (version: number, draft: MailDraft, ownerPassword: string): Promise<OwnerAnswer> => {
  const { password, port, ...setup } = draft
  return callOwnerFunction(
    'set-mail-server',
    { ...setup, version, login_password: password, port: /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0 },
    ownerPassword,
  )
}

/** Queues a mail to the user; the response has its `id`. */
export const sendTestMail = (ownerPassword: string): Promise<OwnerAnswer> => callOwnerFunction('send-test-mail', {}, ownerPassword)

export async function fetchTestResult(id: number): Promise<TestResult | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('test_mail_result', { p_id: id })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

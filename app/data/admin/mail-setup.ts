/** The shop's own mail server and sender. The password can be written but never read. */
import { callOwnerFunction } from './owner-calls.ts'
import type { OwnerAnswer } from './owner-calls.ts'
import { loadSupabase } from '../api/supabase.ts'

export type Security = 'tls' | 'starttls' | 'none'

export type MailSetup = {
  /** null: the shop has no mail server of its own */
  host: string | null
  port: number | null
  security: Security | null
  username: string | null
  password_set: boolean
  from_name: string | null
  from_address: string | null
  reply_to: string | null
  /** what the shop was started with: SMTP_URL, or nothing, which means the outbox */
  environment: 'smtp' | 'outbox'
  environment_host: string | null
  version: number
  changed_at: string | null
}

export async function fetchMailSetup(): Promise<MailSetup> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('mail_setup')
  if (error) throw new Error(error.message, { cause: error })
  return data as MailSetup
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

export type TestResult = { status: 'queued' | 'sent' | 'failed'; recipient: string; error: string | null }

export async function fetchTestResult(id: number): Promise<TestResult | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('test_mail_result', { p_id: id })
  if (error) throw new Error(error.message, { cause: error })
  return data as TestResult | null
}

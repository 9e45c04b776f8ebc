/** The shop's own mail server and sender (supabase/migrations/…3773). The password is written and never read. */
import { detailOf } from './error-detail.ts'
import { loadSupabase } from './supabase.ts'

export type Security = 'tls' | 'starttls' | 'none'

export type MailSetup = {
  /** null: no server of its own */
  host: string | null
  port: number | null
  security: Security | null
  username: string | null
  password_set: boolean
  from_name: string | null
  from_address: string | null
  reply_to: string | null
  /** what the shop was started with: SMTP_URL, or nothing and so the outbox */
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

/** As typed; an empty password stays as it was, an empty host is no server of its own. */
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

export type MailSaved = { ok: true } | { ok: false; code: string; field: string | null; message: string }

export async function saveMailSetup(version: number, draft: MailDraft): Promise<MailSaved> {
  const client = await loadSupabase()
  const { error } = await client.rpc('set_mail_setup', {
    p_host: draft.host,
    p_port: /^\d{1,5}$/.test(draft.port.trim()) ? Number(draft.port) : 0,
    p_security: draft.security,
    p_username: draft.username,
    p_password: draft.password,
    p_from_name: draft.from_name,
    p_from_address: draft.from_address,
    p_reply_to: draft.reply_to,
    p_version: version,
  })
  if (!error) return { ok: true }
  const { code, field } = detailOf(error.details)
  if (typeof code !== 'string') throw new Error(error.message, { cause: error })
  return { ok: false, code, field: typeof field === 'string' ? field : null, message: error.message }
}

/** Queues a mail to oneself. @returns its number */
export async function sendTestMail(): Promise<number> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('send_test_mail')
  if (error) throw new Error(error.message, { cause: error })
  return Number(data)
}

export type TestResult = { status: 'queued' | 'sent' | 'failed'; recipient: string; error: string | null }

export async function fetchTestResult(id: number): Promise<TestResult | null> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('test_mail_result', { p_id: id })
  if (error) throw new Error(error.message, { cause: error })
  return data as TestResult | null
}

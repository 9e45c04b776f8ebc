import type { FunctionRow } from '#supabase/database.ts'
import { loadSupabase } from '../../api/supabase.ts'

/** A mail that failed after its last attempt; its content is not shown. */
export type FailedMail = FunctionRow<'failed_mails'>

/** The newest 200. */
export async function fetchFailedMails(): Promise<FailedMail[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('failed_mails', {}, { get: true })
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Puts mails back into the queue with all their attempts. @returns how many were no longer there to send */
export async function retryMails(ids: readonly number[]): Promise<number> {
  const client = await loadSupabase()
  const answers = await Promise.all(ids.map((id) => client.rpc('retry_mail', { p_id: id })))
  const failed = answers.find(({ error }) => error !== null && error.code !== 'PT404')?.error
  if (failed) throw new Error(failed.message, { cause: failed })
  return answers.filter(({ error }) => error !== null).length
}

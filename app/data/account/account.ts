import { serverMessage } from '../api/server-message.ts'
import { forgetPersonalData } from '../session/personal-storage.ts'
import { announceLeaving } from '../session/session-live.ts'
import { sessionStorageKey } from '../session/stored-session.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { loadSupabase } from '../api/supabase.ts'

/** The account's sign-in address. `newEmail` waits until both mailboxes have confirmed it. */
export type Account = { email: string; newEmail: string | null }

/** Asks the auth service, not the stored session: a change of address may have been confirmed on another device. */
export async function fetchAccount(): Promise<Account> {
  const client = await loadSupabase()
  const { data, error } = await client.auth.getUser()
  if (error) throw new Error(error.message)
  return { email: data.user.email ?? '', newEmail: data.user.new_email || null }
}

export type Refusal = {
  ok: false
  /** the auth service's code; '' without a response */ code: string
  message: string
  /** why a password is weak */ reasons: string[]
}

function refusal(error: unknown): Refusal {
  const { code, reasons } = error as { code?: unknown; reasons?: unknown }
  return {
    ok: false,
    code: typeof code === 'string' ? code : '',
    message: serverMessage(error, ''),
    reasons: Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [],
  }
}

/** Mails a confirmation to both addresses; nothing changes until both links were opened. */
export async function changeEmail(email: string): Promise<{ ok: true; account: Account } | Refusal> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.auth.updateUser({ email }, { emailRedirectTo: `${location.origin}/profile` })
    return error ? refusal(error) : { ok: true, account: { email: data.user.email ?? '', newEmail: data.user.new_email || null } }
  } catch (error) {
    return refusal(error)
  }
}

/** This session stays; every other session of the account ends. */
export async function replacePassword(current: string, next: string): Promise<{ ok: true } | Refusal> {
  try {
    const client = await loadSupabase()
    const { error } = await client.auth.updateUser({ password: next, current_password: current })
    return error ? refusal(error) : { ok: true }
  } catch (error) {
    return refusal(error)
  }
}

/** Everything the shop stores about the caller, as one JSON file. Throws when it could not be fetched. */
export async function exportMyData(): Promise<Blob> {
  const client = await loadSupabase()
  const { data, error } = await client.functions.invoke<unknown>('export-my-data', { method: 'POST' })
  if (error) throw error
  if (typeof data !== 'object' || data === null) throw new Error('the export is no JSON object')
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

const DELETE_CODES = ['WRONG_PASSWORD', 'OPEN_ORDERS', 'STORE_CREDIT', 'STAFF', 'TOO_MANY'] as const
export type DeleteResult = { ok: true } | { ok: false; code: (typeof DELETE_CODES)[number] | 'FAILED'; orders: string[] }

export async function deleteMyAccount(password: string): Promise<DeleteResult> {
  try {
    const client = await loadSupabase()
    const { error } = await client.functions.invoke<unknown>('delete-my-account', { body: { password } })
    if (!error) return { ok: true }
    const answer = (await refusedAnswer(error))?.body
    const { code, orders } = (answer ?? {}) as { code?: unknown; orders?: unknown }
    return {
      ok: false,
      code: DELETE_CODES.find((known) => known === code) ?? 'FAILED',
      orders: Array.isArray(orders) ? orders.filter((id) => typeof id === 'string') : [],
    }
  } catch {
    return { ok: false, code: 'FAILED', orders: [] }
  }
}

/** The account is deleted: there is no session left to end on the server, only in the browser (docs/rules.md#sign-out). */
export async function leaveDeletedAccount(): Promise<void> {
  const client = await loadSupabase()
  announceLeaving()
  localStorage.removeItem(sessionStorageKey(location.hostname))
  await forgetPersonalData()
  await client.auth.signOut({ scope: 'local' })
}

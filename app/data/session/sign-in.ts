import * as say from '#words/data.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { forgetPersonalData } from './personal-storage.ts'
import { announceLeaving, connectSession } from './session-live.ts'
import { readSession } from './session-state.ts'
import { sessionStorageKey } from './stored-session.ts'
import { backendFailed, loadSupabase } from '../api/supabase.ts'

export type AuthResult = { ok: true } | { ok: false; message: string }

/** The provider's messages unchanged, except the one that docs/rules.md#fixed-texts replaces. For a blocked customer a hint follows. */
export function signInMessage(message: string, code?: string): string {
  if (code === 'user_banned') return `${message}. ${say.blockedHint}`
  return /Invalid login credentials/.test(message) ? say.wrongPassword : message
}

/** The provider's response unchanged. The client reports a lost connection as an error of its own, whose text ('Failed to fetch') means nothing to a buyer. */
function refusal(error: { name: string; message: string; reasons?: unknown }, unexpected: string): { ok: false; message: string } {
  if (error.name === 'AuthRetryableFetchError') return { ok: false, message: unexpected }
  return { ok: false, message: [error.message, ...weaknesses(error.reasons)].join(' ') }
}

const WEAKNESSES: ReadonlyMap<unknown, string> = new Map([
  ['length', say.weakLength],
  ['characters', say.weakCharacters],
  ['pwned', say.weakPwned],
])

/** The provider's message names the first reason for a weak password; when there are several, this returns them all. */
export function weaknesses(reasons: unknown): string[] {
  if (!Array.isArray(reasons) || reasons.length < 2) return []
  return reasons.map((reason) => WEAKNESSES.get(reason)).filter((sentence) => sentence !== undefined)
}

/** `waiting`: the account now requires its second factor. */
export async function signIn(email: string, password: string): Promise<AuthResult & { waiting?: boolean }> {
  try {
    const client = await loadSupabase()
    await connectSession()
    const { error } = await client.auth.signInWithPassword({ email, password })
    return error
      ? refusal({ name: error.name, message: signInMessage(error.message, error.code) }, say.unexpected)
      : { ok: true, waiting: readSession().waiting !== undefined }
  } catch {
    return { ok: false, message: say.unexpected }
  }
}

/**
 * Creates the account. A session may start at once (autoconfirm): the register screen still ends at /login, as specified. `notices`:
 * the versions of those shown and agreed to, `after`: the path behind the link of the mail.
 */
export async function register(
  fullName: string,
  email: string,
  password: string,
  notices: Record<string, number> = {},
  after = '/login',
): Promise<AuthResult & { signedIn?: boolean }> {
  try {
    const client = await loadSupabase()
    await connectSession()
    const { data, error } = await client.auth.signUp({
      email,
      password,
      options: { data: { full_name: fullName, notices }, emailRedirectTo: location.origin + after },
    })
    return error ? refusal(error, say.unexpectedTryAgain) : { ok: true, signedIn: data.session !== null }
  } catch {
    return { ok: false, message: say.unexpectedTryAgain }
  }
}

/** Sends the confirmation mail of a registration again. */
export async function resendConfirmation(email: string, after = '/login'): Promise<AuthResult> {
  try {
    const client = await loadSupabase()
    const { error } = await client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: location.origin + after } })
    return error ? refusal(error, say.unexpectedTryAgain) : { ok: true }
  } catch {
    return { ok: false, message: say.unexpectedTryAgain }
  }
}

/** Mails a link to /reset-password. Succeeds for unknown addresses too: the form must not reveal who has an account. */
export async function requestPasswordReset(email: string): Promise<AuthResult> {
  try {
    const client = await loadSupabase()
    const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password` })
    return error ? refusal(error, say.unexpectedTryAgain) : { ok: true }
  } catch {
    return { ok: false, message: say.unexpectedTryAgain }
  }
}

export async function changePassword(password: string): Promise<AuthResult> {
  try {
    const client = await loadSupabase()
    const { error } = await client.auth.updateUser({ password })
    return error ? refusal(error, say.unexpectedTryAgain) : { ok: true }
  } catch {
    return { ok: false, message: say.unexpectedTryAgain }
  }
}

/** Ends the session here even when the server cannot be reached, and removes all personal data (docs/rules.md#sign-out). */
export async function signOut(): Promise<void> {
  const client = await loadSupabase()
  announceLeaving()
  const { error } = await client.auth.signOut()
  if (error) await client.auth.signOut({ scope: 'local' })
  // Without the client, nothing above has removed it.
  if (backendFailed()) localStorage.removeItem(sessionStorageKey(location.hostname))
  await forgetPersonalData()
  toast({ title: say.loggedOut, tone: 'success' })
}

/**
 * The mails that a call of Supabase's Send Email hook asks for. Its fields: https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook
 */
import type { AccountMailData, AccountMailKind } from '#documents/mails/account.ts'
import { isEmail } from '#domain/addresses/shipping.ts'
import { isObject } from '#functions/request-body.ts'

/** `hours`: after them the mail is not sent any more. */
export type HookMail = AccountMailData & { kind: AccountMailKind; to: string; hours: number }
/** UNKNOWN: a kind of mail that this shop does not have, with its name if that says nothing about a person. */
export type HookMails = { ok: true; mails: HookMail[] } | { ok: false; code: 'INVALID' } | { ok: false; code: 'UNKNOWN_MAIL'; kind: string }

/** Of an account's link: the token, `email_action_type`, and the page that follows. */
export type LinkTo = (token: string, type: string, redirectTo: unknown) => string

/** The kinds with a link. `email` is the sign-in with a code that is typed. */
const LINKS: Record<string, AccountMailKind> = { signup: 'signup', recovery: 'recovery', invite: 'invite', magiclink: 'magiclink', email: 'magiclink' }
/** What happened to an account; nothing is to be confirmed. */
const NOTICES: Record<string, AccountMailKind> = {
  password_changed_notification: 'password_changed',
  email_changed_notification: 'email_changed',
  phone_changed_notification: 'phone_changed',
  identity_linked_notification: 'identity_linked',
  identity_unlinked_notification: 'identity_unlinked',
  mfa_factor_enrolled_notification: 'mfa_factor_enrolled',
  mfa_factor_unenrolled_notification: 'mfa_factor_unenrolled',
}

/** A project does not say how long its links and codes work; a new one sets an hour. */
const LINK_HOURS = 1
const NOTICE_HOURS = 7 * 24

const TOKEN = /^[\w-]{1,200}$/
const CODE = /^\d{4,12}$/

const own = (kinds: Record<string, AccountMailKind>, type: string): AccountMailKind | undefined => (Object.hasOwn(kinds, type) ? kinds[type] : undefined)

export function readHookMails(call: Record<string, unknown>, { siteUrl, linkTo }: { siteUrl: string; linkTo: LinkTo }): HookMails {
  const { user, email_data: data } = call
  if (!isObject(user) || !isObject(data)) return { ok: false, code: 'INVALID' }
  const text = (from: Record<string, unknown>, name: string): string => {
    const value = from[name]
    return typeof value === 'string' ? value : ''
  }
  const type = text(data, 'email_action_type')
  const email = text(user, 'email')
  // The documentation calls it email_new; the auth service sends new_email.
  const newEmail = text(user, 'new_email') || text(user, 'email_new')
  const token = text(data, 'token')
  const code = CODE.test(token) ? { code: token } : {}
  const link = (hash: string): string | null => (TOKEN.test(hash) ? linkTo(hash, type, data['redirect_to']) : null)
  const mails = (list: { kind: AccountMailKind; to: string; link: string | null; code?: string }[], hours = LINK_HOURS): HookMails => {
    const complete = list.flatMap(({ link: address, ...mail }) => (address !== null && isEmail(mail.to) ? [{ ...mail, link: address, hours }] : []))
    return complete.length === list.length ? { ok: true, mails: complete } : { ok: false, code: 'INVALID' }
  }

  const linked = own(LINKS, type)
  if (linked) return mails([{ kind: linked, to: email, link: link(text(data, 'token_hash')), ...(type === 'email' ? code : {}) }])
  if (type === 'email_change') {
    // For historical reasons, token_hash_new is that of the present address and token_hash that of the new one. Without a present
    // address, or where the project asks the new address alone, there is no token_hash_new.
    const current = text(data, 'token_hash_new')
    return mails([
      { kind: 'email_change', to: newEmail, link: link(text(data, 'token_hash')) },
      ...(current === '' ? [] : [{ kind: 'email_change_current' as const, to: email, link: link(current) }]),
    ])
  }
  if (type === 'reauthentication')
    return 'code' in code ? mails([{ kind: 'reauthentication', to: email, link: siteUrl, ...code }]) : { ok: false, code: 'INVALID' }
  const notice = own(NOTICES, type)
  if (notice) {
    const to = notice === 'email_changed' ? text(data, 'old_email') : email
    // An account may have a telephone number alone: then there is nobody to write to.
    return to === '' ? { ok: true, mails: [] } : mails([{ kind: notice, to, link: siteUrl }], NOTICE_HOURS)
  }
  return { ok: false, code: 'UNKNOWN_MAIL', kind: /^[a-z][a-z_]{0,59}$/.test(type) ? type : '' }
}

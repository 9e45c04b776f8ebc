import type { Message, Shop } from './message.ts'

/**
 * Mails about something that was changed in an account, which a Supabase project can send (docs/supabase.md). The owner cannot reword
 * them, because readers must recognise them.
 */
export type ChangedAccountMailKind = 'password_changed' | 'email_changed' | 'phone_changed' | 'identity_linked' | 'identity_unlinked'

type Change = { subject: (shop: string) => string; heading: string; what: string; /** Whether this mailbox is not the account's any more. */ former?: boolean }

/** None names an address, a number or a provider: the mail may reach a mailbox that is not the account's any more. */
const CHANGES: Record<ChangedAccountMailKind, Change> = {
  password_changed: {
    subject: (shop) => `Your ${shop} password was changed`,
    heading: 'Your password was changed',
    what: 'The password of your account was changed.',
  },
  email_changed: {
    subject: (shop) => `Your email at ${shop} was changed`,
    heading: 'Your email was changed',
    what: 'Your account has another email address now. This mail goes to the one that it had before.',
    former: true,
  },
  phone_changed: {
    subject: (shop) => `Your telephone number at ${shop} was changed`,
    heading: 'Your telephone number was changed',
    what: 'The telephone number with which you sign in was changed.',
  },
  identity_linked: {
    subject: (shop) => `Another way to sign in to ${shop}`,
    heading: 'Another way to sign in',
    what: 'An account of another service was linked to yours, and can be used to sign in.',
  },
  identity_unlinked: {
    subject: (shop) => `A way to sign in to ${shop} was removed`,
    heading: 'A way to sign in was removed',
    what: 'An account of another service is not linked to yours any more, and cannot be used to sign in.',
  },
}

/** A new password can only be chosen by a mail to the account's present address. */
const adviceOf = (isFormer: boolean, shopEmail: string): string => {
  if (isFormer) return `If this was not you, write to ${shopEmail === '' ? 'the shop' : shopEmail} at once.`
  return `If this was not you, choose a new password with “Forgot password?”${shopEmail === '' ? '' : `, or write to ${shopEmail}`}.`
}

const messageOf =
  ({ subject, heading, what, former = false }: Change) =>
  (_: unknown, { settings, origin }: Shop): Message => ({
    subject: subject(settings.storeName),
    preview: what,
    heading,
    paragraphs: [what],
    button: { label: 'Review my security settings', url: `${origin}/profile/security` },
    notes: [adviceOf(former, settings.email)],
  })

export const changedAccountMessages: Record<ChangedAccountMailKind, (data: unknown, shop: Shop) => Message> = {
  password_changed: messageOf(CHANGES.password_changed),
  email_changed: messageOf(CHANGES.email_changed),
  phone_changed: messageOf(CHANGES.phone_changed),
  identity_linked: messageOf(CHANGES.identity_linked),
  identity_unlinked: messageOf(CHANGES.identity_unlinked),
}

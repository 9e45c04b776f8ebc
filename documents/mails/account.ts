import { changedAccountMessages, type ChangedAccountMailKind } from './changed-account.ts'
import type { Message, Shop } from './message.ts'
import { secondFactorMessages, type SecondFactorMailKind } from './second-factor.ts'
import { said } from './texts.ts'

/** The mails that the sign-in service requests (the shape of the gateway's AuthMail), or that of a Supabase project. */
export type AccountMailKind =
  | 'signup'
  | 'recovery'
  | 'email_change'
  | 'email_change_current'
  | 'magiclink'
  | 'invite'
  | 'reauthentication'
  | 'account_exists'
  | SecondFactorMailKind
  | ChangedAccountMailKind
/** `code`: digits that can be typed, where the sign-in service asks for them. */
export type AccountMailData = { link: string; full_name?: string; code?: string }

const codeOf = (code: string | undefined): Pick<Message, 'facts'> => (code === undefined ? {} : { facts: [['Your code', code]] })

const NOT_YOU = 'If you did not request this, you can ignore this email: nothing changes until the link is opened.'

/** Mails about an account. Each contains one link or code that works once, except those that only inform. */
export const accountMessages: Record<AccountMailKind, (data: AccountMailData, shop: Shop) => Message> = {
  // Without a name: anyone can register with anyone's address, and a name could carry a message to a stranger.
  signup: ({ link }, { settings, texts }) => ({
    ...said(texts, 'mail_signup', { shop: settings.storeName }),
    preview: 'One tap and your account is ready.',
    heading: `Welcome to ${settings.storeName}`,
    button: { label: 'Confirm my email', url: link },
    notes: [NOT_YOU],
  }),
  recovery: ({ link }, { settings, texts }) => ({
    ...said(texts, 'mail_recovery', { shop: settings.storeName }),
    preview: 'Choose a new password.',
    heading: 'Choose a new password',
    button: { label: 'Reset my password', url: link },
    notes: ['The link works once and expires after an hour.', NOT_YOU],
  }),
  email_change: ({ link }, { settings, texts }) => ({
    ...said(texts, 'mail_email_change', { shop: settings.storeName }),
    preview: 'Confirm the change of your email address.',
    heading: 'Confirm your new email',
    button: { label: 'Confirm my new email', url: link },
    notes: [NOT_YOU],
  }),
  // To the present address of an account that has asked for another. The owner cannot reword it, nor the one with a code.
  email_change_current: ({ link }, { settings }) => ({
    subject: `Confirm the change of your email at ${settings.storeName}`,
    preview: 'Confirm that your account gets another email address.',
    heading: 'Confirm the change of your email',
    paragraphs: ['Someone, probably you, asked to use another email address for your account. Please confirm it here, and in the mail to the new address.'],
    button: { label: 'Confirm the change', url: link },
    notes: ['If it was not you, do not open the link: sign in, change your password and sign out everywhere else.'],
  }),
  reauthentication: ({ code }, { settings }) => ({
    subject: `Your code for ${settings.storeName}`,
    preview: 'Enter it where you were asked for it.',
    heading: 'Confirm that it is you',
    paragraphs: ['Enter this code where you were asked for it. Nobody from the shop will ever ask you for it.'],
    ...codeOf(code),
    notes: ['The code works once. If you did not ask for it, someone is signed in to your account: change your password.'],
  }),
  magiclink: ({ link, code }, { settings, texts }) => ({
    ...said(texts, 'mail_magiclink', { shop: settings.storeName }),
    ...codeOf(code),
    preview: 'Sign in without a password.',
    heading: 'Sign in',
    button: { label: 'Sign in', url: link },
    notes: ['The link works once and expires after an hour.', NOT_YOU],
  }),
  invite: ({ link }, { settings, texts }) => ({
    ...said(texts, 'mail_invite', { shop: settings.storeName }),
    preview: 'Accept the invitation and choose a password.',
    heading: `Join ${settings.storeName}`,
    button: { label: 'Accept the invitation', url: link },
    notes: [NOT_YOU],
  }),
  // The owner cannot reword this one, nor those about the second factor and other changes.
  account_exists: (_, { settings, origin }) => ({
    subject: `You already have an account at ${settings.storeName}`,
    preview: 'Someone entered your email address. Nothing was changed.',
    heading: 'You already have an account',
    paragraphs: [
      `Someone, perhaps you, tried to create an account at ${settings.storeName} with this email address. You already have one, so nothing was changed.`,
      'If it was you, sign in as usual. If you have forgotten your password, choose a new one with “Forgot password?”.',
    ],
    button: { label: 'Sign in', url: `${origin}/login` },
    notes: ['If it was not you, you can ignore this email. You get it at most once a day.'],
  }),
  ...secondFactorMessages,
  ...changedAccountMessages,
}

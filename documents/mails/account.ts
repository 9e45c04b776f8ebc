import type { Message, Shop } from './message.ts'

/** What the sign-in service asks to be sent (the shape of the gateway's AuthMail). */
export type AccountMailKind = 'signup' | 'recovery' | 'email_change' | 'magiclink' | 'invite'
export type AccountMailData = { link: string; full_name?: string }

const NOT_YOU = 'If you did not ask for this, you can ignore this mail: nothing changes until the link is opened.'

/** Mails about an account (ruling 31). Each carries one link that works once. */
export const accountMessages: Record<AccountMailKind, (data: AccountMailData, shop: Shop) => Message> = {
  signup: ({ link, full_name: name }, { settings }) => ({
    subject: `Confirm your email for ${settings.storeName}`,
    preview: 'One tap and your account is ready.',
    heading: name ? `Welcome, ${name}` : `Welcome to ${settings.storeName}`,
    paragraphs: ['Please confirm that this is your email address. After that you can sign in, order and follow your orders.'],
    button: { label: 'Confirm my email', url: link },
    notes: [NOT_YOU],
  }),
  recovery: ({ link }, { settings }) => ({
    subject: `Reset your ${settings.storeName} password`,
    preview: 'Choose a new password.',
    heading: 'Choose a new password',
    paragraphs: ['Somebody, probably you, asked to reset the password of this account. Open the link below and enter a new one.'],
    button: { label: 'Reset my password', url: link },
    notes: ['The link works once and expires after an hour.', NOT_YOU],
  }),
  email_change: ({ link }, { settings }) => ({
    subject: `Confirm your new email for ${settings.storeName}`,
    preview: 'Confirm the change of your email address.',
    heading: 'Confirm your new email',
    paragraphs: ['You asked to use this address for your account from now on. Please confirm it.'],
    button: { label: 'Confirm my new email', url: link },
    notes: [NOT_YOU],
  }),
  magiclink: ({ link }, { settings }) => ({
    subject: `Your sign-in link for ${settings.storeName}`,
    preview: 'Sign in without a password.',
    heading: 'Sign in',
    paragraphs: ['Open the link below on this device to sign in.'],
    button: { label: 'Sign in', url: link },
    notes: ['The link works once and expires after an hour.', NOT_YOU],
  }),
  invite: ({ link }, { settings }) => ({
    subject: `You are invited to ${settings.storeName}`,
    preview: 'Accept the invitation and choose a password.',
    heading: `Join ${settings.storeName}`,
    paragraphs: [`${settings.legalName} has made an account for you. Open the link to accept and choose a password.`],
    button: { label: 'Accept the invitation', url: link },
    notes: [NOT_YOU],
  }),
}

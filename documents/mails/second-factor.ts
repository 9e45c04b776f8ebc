import type { Message, Shop } from './message.ts'

/** The auth service's mails about an account's second factor. The owner cannot reword them, because readers must recognise them. */
export type SecondFactorMailKind = 'mfa_factor_enrolled' | 'mfa_factor_unenrolled' | 'mfa_recovery_code_used' | 'mfa_wrong_codes'

const button = ({ origin }: Shop): Message['button'] => ({ label: 'Look at my security settings', url: `${origin}/profile/security` })
const NOT_YOU = 'If this was not you, somebody knows your password. Sign in, change it and sign out everywhere else.'

export const secondFactorMessages: Record<SecondFactorMailKind, (data: { full_name?: string }, shop: Shop) => Message> = {
  mfa_factor_enrolled: (_, shop) => ({
    subject: `Two-step sign-in is on at ${shop.settings.storeName}`,
    preview: 'Your account now asks for a code.',
    heading: 'Two-step sign-in is on',
    paragraphs: [
      'From now on your account asks for a code from your authenticator app after the password. Every other device has been signed out.',
      'Keep your recovery codes in a safe place: they are the way in when the phone is lost.',
    ],
    button: button(shop),
    notes: [NOT_YOU],
  }),
  mfa_factor_unenrolled: (_, shop) => ({
    subject: `Two-step sign-in is off at ${shop.settings.storeName}`,
    preview: 'Your account no longer asks for a code.',
    heading: 'Two-step sign-in is off',
    paragraphs: ['Your account asks for the password alone again. The recovery codes no longer work.'],
    button: button(shop),
    notes: [NOT_YOU],
  }),
  mfa_recovery_code_used: (_, shop) => ({
    subject: `A recovery code was used at ${shop.settings.storeName}`,
    preview: 'Somebody signed in with one of your recovery codes.',
    heading: 'A recovery code was used',
    paragraphs: [
      'Somebody, probably you, signed in to your account with your password and one of your recovery codes. That code does not work again.',
      'If you have lost your authenticator app, turn two-step sign-in off and on again with the new phone.',
    ],
    button: button(shop),
    notes: [NOT_YOU],
  }),
  mfa_wrong_codes: (_, shop) => ({
    subject: `Wrong codes for your ${shop.settings.storeName} account`,
    preview: 'Somebody gave your password and wrong codes.',
    heading: 'Somebody gave wrong codes',
    paragraphs: [
      'Somebody entered your right password and then several wrong codes. They did not get in.',
      'If this was you, there is nothing to do: the code changes every 30 seconds, and the clock of your phone must be right.',
    ],
    button: button(shop),
    notes: ['If this was not you, somebody knows your password: change it now.'],
  }),
}

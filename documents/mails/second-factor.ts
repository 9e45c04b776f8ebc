import type { Message, Shop } from './message.ts'

/** The auth service's mails about an account's second factor. The owner cannot reword them, because readers must recognise them. */
export type SecondFactorMailKind = 'mfa_factor_enrolled' | 'mfa_factor_unenrolled' | 'mfa_recovery_code_used' | 'mfa_wrong_codes'

const button = ({ origin }: Shop): Message['button'] => ({ label: 'Review my security settings', url: `${origin}/profile/security` })
const NOT_YOU = 'If this was not you, someone knows your password. Sign in, change it and sign out everywhere else.'

export const secondFactorMessages: Record<SecondFactorMailKind, (data: { full_name?: string }, shop: Shop) => Message> = {
  mfa_factor_enrolled: (_, shop) => ({
    subject: `Two-step sign-in is on at ${shop.settings.storeName}`,
    preview: 'Your account now asks for a code.',
    heading: 'Two-step sign-in is on',
    paragraphs: [
      'From now on, your account asks for a code from your authenticator app after the password. Your other devices have been signed out.',
      'Keep your recovery codes in a safe place: you need them if you lose your phone.',
    ],
    button: button(shop),
    notes: [NOT_YOU],
  }),
  mfa_factor_unenrolled: (_, shop) => ({
    subject: `Two-step sign-in is off at ${shop.settings.storeName}`,
    preview: 'Your account no longer asks for a code.',
    heading: 'Two-step sign-in is off',
    paragraphs: ['Your account only asks for your password again. Your recovery codes no longer work.'],
    button: button(shop),
    notes: [NOT_YOU],
  }),
  mfa_recovery_code_used: (_, shop) => ({
    subject: `A recovery code was used at ${shop.settings.storeName}`,
    preview: 'Someone signed in with one of your recovery codes.',
    heading: 'A recovery code was used',
    paragraphs: [
      'Someone, probably you, signed in to your account with your password and one of your recovery codes. That code will not work again.',
      'If you have lost your authenticator app, turn two-step sign-in off and on again with the new phone.',
    ],
    button: button(shop),
    notes: [NOT_YOU],
  }),
  mfa_wrong_codes: (_, shop) => ({
    subject: `Wrong codes for your ${shop.settings.storeName} account`,
    preview: 'Someone entered your password and wrong codes.',
    heading: 'Someone entered wrong codes',
    paragraphs: [
      'Someone entered your correct password and then several wrong codes. They could not sign in.',
      'If this was you, there is nothing to do: the code changes every 30 seconds. Check that your phone’s clock is right.',
    ],
    button: button(shop),
    notes: ['If this was not you, someone knows your password: change it now.'],
  }),
}

/** The page behind a mailed link: what its button does. */

/** Asked again behind the link of a registration, because anyone can register with any address. */
export const password = {
  label: 'Password',
  hint: 'The one you chose when you registered.',
  missing: 'Please enter your password',
  wrong: 'This is not the password you registered with. Try again, or use it as your new password.',
  replace: 'Use this as my password',
} as const

export const linkPages = {
  signup: {
    heading: 'Confirm your email',
    text: 'Enter your password once more, and your account is ready.',
    /** In the browser that registered, which is not asked for it. */
    known: 'One more press, and your account is ready.',
    button: 'Confirm my email',
  },
  recovery: {
    heading: 'Choose a new password',
    text: 'Click the button to continue. The link works once.',
    button: 'Continue',
  },
  email_change: {
    heading: 'Confirm your email',
    text: 'Click the button to confirm your new email address.',
    button: 'Confirm the change',
  },
  magiclink: {
    heading: 'Sign in',
    text: 'Click the button to sign in. The link works once.',
    button: 'Sign in',
  },
  invite: {
    heading: 'You are invited',
    text: 'Click the button to accept the invitation.',
    button: 'Accept the invitation',
  },
} as const

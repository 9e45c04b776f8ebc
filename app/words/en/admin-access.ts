/** Access to the back office, and the confirmation with the owner's password. */

export const noAccess = 'You don’t have access to this page'
export const noAccessText = (role: string) => `Your role is ${role}. Ask an owner if you need this page for your work.`
export const toDashboard = 'Go to the dashboard'

// the owner's password
export const proveTitle = 'Enter your password'
export const proveText = 'Only an owner changes this. All owners get an email about it.'
export const password = 'Your password'
export const enterPassword = 'Enter your password'
export const confirm = 'Continue'
export const checking = 'Checking…'
export const cancel = 'Cancel'
export const proofRefusals = {
  WRONG_PASSWORD: 'Wrong password.',
  TOO_MANY: 'Too many attempts. Please wait five minutes.',
  SECOND_FACTOR: 'Sign out and sign in again with your second factor first.',
  FORBIDDEN: 'Only an owner changes this.',
  FAILED: 'The shop did not answer. Please try again.',
} as const

// the first sign-in
export const welcome = 'Welcome. What is your name?'
export const welcomeText = 'The history of orders, stock and settings shows who did what. It uses this name.'
export const yourName = 'Your name'
export const yourEmail = 'Your email'
export const emailHint = 'We send a link to a new address. It is used once you open the link.'
export const enterName = 'Enter your name'
export const enterEmail = 'Enter an email address'
export const save = 'Save'
export const later = 'Later'
export const saving = 'Saving…'
export const nameSaved = 'Your name is saved'
export const emailSent = (email: string) => `Open the link we sent to ${email} to use the new address.`
export const notSaved = 'Your name was not saved. Please try again.'

// joining
export const joinTitle = 'Join the back office'
export const invitedBy = (name: string | null, role: string) => `${name ?? 'An owner'} invites you as ${role}.`
export const firstOwner = 'This is your shop. Say who you are, and choose a password.'
export const choosePassword = 'Choose a password'
export const passwordHint = 'At least 8 characters.'
export const passwordTooShort = 'Use at least 8 characters'
export const join = 'Start working'
export const joining = 'One moment…'
export const noInvite = 'There is no invitation for this account'
export const noInviteText = 'The invitation was accepted, withdrawn, or is older than seven days. Ask an owner to send it again.'
export const signInToJoinText =
  'This link has been used or has expired. If you have an account with this address, sign in. If not, ask an owner to send the invitation again.'
export const toLogin = 'Sign in'
export const signOut = 'Use another account'
export const joinFailed = 'This could not be saved. Please try again.'

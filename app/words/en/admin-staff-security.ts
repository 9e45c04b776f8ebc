/** Whether all staff must use two-step sign-in. */

export const heading = 'Two-step sign-in for staff'
export const required = 'All staff must use two-step sign-in.'
export const optional = 'Two-step sign-in is optional for staff.'
export const requireIt = 'Require it'
export const stopRequiring = 'Stop requiring it'
export const requireQuestion = 'Require two-step sign-in for all staff?'
export const requireText = 'Staff without it are asked to set it up at their next step in the back office. Customers are not affected.'
export const stopQuestion = 'Stop requiring two-step sign-in?'
export const stopText = 'Staff who use it keep it. No one has to set it up any more.'
export const password = 'Your password'
export const passwordHint = 'Protects a session that was left open'
export const enterPassword = 'Enter your password'
export const cancel = 'Cancel'
export const saving = 'Saving…'
export const nowRequired = 'Two-step sign-in is required now'
export const notRequired = 'Two-step sign-in is no longer required'
export const refusals = {
  NO_FACTOR: 'Turn on two-step sign-in for your own account first, under Your security. Otherwise no one could undo this.',
  WRONG_PASSWORD: 'Wrong password',
  SECOND_FACTOR: 'Sign in again with your code first.',
  FORBIDDEN: 'Only an owner changes this.',
  TOO_MANY: 'Too many attempts. Please wait five minutes. Nothing was changed.',
  FAILED: 'That did not work. Nothing was changed; please try again.',
}

/** Whether everybody who works in the back office must have two-step sign-in. */

export const heading = 'Two-step sign-in for the staff'
export const required = 'Everybody who works here must have two-step sign-in.'
export const optional = 'Everybody who works here may turn two-step sign-in on; nobody must.'
export const requireIt = 'Require it'
export const stopRequiring = 'Stop requiring it'
export const requireQuestion = 'Require two-step sign-in of everybody who works here?'
export const requireText = 'Whoever has none is led to setting it up at the next step they take in the back office. Customers are not asked.'
export const stopQuestion = 'Stop requiring two-step sign-in?'
export const stopText = 'Those who have it keep it. Nobody has to set it up any more.'
export const password = 'Your password'
export const passwordHint = 'So that a session left open changes nothing'
export const enterPassword = 'Enter your password'
export const cancel = 'Cancel'
export const saving = 'Saving…'
export const nowRequired = 'Two-step sign-in is required now'
export const notRequired = 'Two-step sign-in is no longer required'
export const refusals = {
  NO_FACTOR: 'Turn on two-step sign-in for your own account first, under Your security. Otherwise nobody could take the rule back.',
  WRONG_PASSWORD: 'This is not your password',
  SECOND_FACTOR: 'Sign in again with your code first.',
  FORBIDDEN: 'Only an owner changes this.',
  TOO_MANY: 'Too many tries. Please wait five minutes; nothing was changed.',
  FAILED: 'That did not work. Nothing was changed; please try again.',
}

/** /admin/settings/people: who runs the shop, and what each role may do. */

export const title = 'Admins and roles'
export const lead = 'Who runs the shop'
export const readOnly = 'Only an owner changes roles.'
export const name = 'Name'
export const noName = 'No name'
export const you = 'you'
export const role = 'Role'
export { ROLE_NAMES as roles } from '#domain/staff.ts'
/** What each role is for, in a sentence. */
export const roleTexts = {
  owner: 'Everything, also the mail server, payment keys, legal identity and who works here.',
  manager: 'Everything but what only an owner changes.',
  catalogue: 'Products, stock, categories, banners, coupons and offers. Sees no orders and no customers.',
  orders: 'Packs and ships: orders, manual orders and complaints. Sees no revenue, no figures and no customer list.',
  accounts: 'Payments, refunds, GST, figures and customers, to read. Changes no product.',
} as const
export const since = 'Since'
export const by = (name: string) => `by ${name}`
export const lastSignIn = 'Last sign-in'
export const never = 'Never'
export const blocked = 'Blocked'
export const failed = 'The list of admins could not be read.'
export const member = (name: string) => `admin ${name}`
export const none = 'Nobody has a role'
export const noneText = 'npm run admin makes the first one.'

// changes
export const add = 'Add an admin'
export const addText = 'The account must exist and its e-mail address be confirmed: whoever is new registers in the shop first.'
export const address = 'E-mail address of the account'
export const enterAddress = 'Enter an email address'
export const change = 'Change role'
export const changeFor = (name: string) => `Change role of ${name}`
export const takeAway = 'Take away'
export const takeAwayTitle = (name: string) => `Take the back office away from ${name}?`
export const takeAwayText = 'The account stays, as a customer. From the next click the back office is closed to it.'
export const takeAwayFrom = (name: string) => `Take the back office away from ${name}`
export const newRole = 'Role'
export const password = 'Your own password'
export const passwordHint = 'Asked again, so that a screen left open makes no admin.'
export const enterPassword = 'Enter your password'
export const save = 'Give the role'
export const saveChange = 'Change role'
export const saving = 'Saving…'
export const cancel = 'Cancel'
export const given = (role: string) => `The role is given: ${role}`
export const taken = (name: string) => `${name} is an admin no more`
export const refusals = {
  WRONG_PASSWORD: 'This is not your password.',
  TOO_MANY: 'Too many attempts. Please wait five minutes.',
  FORBIDDEN: 'Only an owner changes roles.',
  NO_ACCOUNT: 'There is no account with this address. Whoever it is registers in the shop first.',
  UNCONFIRMED: 'This address was never confirmed, so nobody knows whose it is. The mail at registration has the link.',
  BLOCKED: 'This account is blocked. Unblock it first.',
  SAME: 'This is the role already.',
  LAST_OWNER: 'The shop keeps at least one owner. Make somebody else an owner first.',
  SECOND_FACTOR: 'Sign in again with your second factor first.',
  FAILED: 'The role was not changed. Please try again.',
} as const

// the table
export const permissions = 'What each role may do'

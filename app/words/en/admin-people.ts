/** /admin/settings/people: staff, and what each role may do. */

export const title = 'Staff and roles'
export const lead = 'Staff'
export const readOnly = 'Only an owner changes roles.'
export const name = 'Name'
export const noName = 'No name'
export const you = 'you'
export const role = 'Role'
export { ROLE_NAMES as roles } from '#domain/shop/staff.ts'
/** The purpose of each role, in one sentence. */
export const roleTexts = {
  owner: 'Everything, also the mail server, payment keys, legal identity and who works here.',
  manager: 'Everything except what only an owner can change.',
  catalogue: 'Products, stock, categories, banners, coupons and offers. Sees no orders and no customers.',
  orders: 'Packs and ships: orders, manual orders and complaints. Sees no revenue, no figures and no customer list.',
  accounts: 'Payments, refunds, GST, figures and customers (read-only). Cannot change products.',
} as const
export const since = 'Since'
export const by = (name: string) => `by ${name}`
export const lastSignIn = 'Last sign-in'
export const never = 'Never'
export const blocked = 'Blocked'
export const failed = 'The list of staff could not be read.'
export const member = (name: string) => `staff ${name}`
export const none = 'No staff yet'
export const noneText = 'npm run admin makes the first one.'

export const secondFactor = 'Second factor'
export const on = 'On'
export const off = 'Off'

// changes
export const invite = 'Invite staff'
export const inviteText = 'They get an email with a link, choose a name and password, and can start. The link is valid for seven days.'
export const address = 'Email address'
export const enterAddress = 'Enter an email address'
export const change = 'Change role'
export const changeFor = (name: string) => `Change role of ${name}`
export const remove = 'Remove'
export const removeTitle = (name: string) => `Remove ${name} from the staff?`
export const removeText = 'They are signed out everywhere at once. They keep their customer account.'
export const removeFor = (name: string) => `Remove ${name} from the staff`
export const newRole = 'Role'
export const password = 'Your own password'
export const passwordHint = 'Protects a session that was left open.'
export const enterPassword = 'Enter your password'
export const sendInvite = 'Send the invitation'
export const saveChange = 'Change role'
export const saving = 'Saving…'
export const cancel = 'Cancel'
export const given = (role: string) => `New role: ${role}`
export const removed = (name: string) => `${name} is removed and signed out`
export const invited = (email: string) => `Invitation sent to ${email}`

// invitations
export const invites = 'Open invitations'
export const sent = 'Sent'
export const expires = 'Expires'
export const expired = 'Expired'
export const resend = 'Send again'
export const resendTo = (email: string) => `Send the invitation to ${email} again`
export const withdraw = 'Withdraw'
export const withdrawFrom = (email: string) => `Withdraw the invitation to ${email}`
export const withdrawn = 'The invitation is withdrawn'

export const refusals = {
  WRONG_PASSWORD: 'Wrong password.',
  TOO_MANY: 'Too many attempts. Please wait a few minutes.',
  FORBIDDEN: 'Only an owner changes this.',
  NO_ACCOUNT: 'This account no longer exists.',
  UNCONFIRMED: 'This address was never confirmed. Send an invitation instead.',
  BLOCKED: 'This account is blocked. Unblock it first.',
  SAME: 'They already have this role.',
  LAST_OWNER: 'The shop needs at least one owner. Make someone else an owner first.',
  SECOND_FACTOR: 'Sign out and sign in again with your second factor first.',
  STAFF: 'This person works here already. Change their role instead.',
  NOT_SENT: 'The invitation is saved, but its email was not sent. Check the email settings, then send it again.',
  NOT_OPEN: 'This invitation is no longer open.',
  FAILED: 'Nothing was changed. Please try again.',
} as const

export const permissions = 'What each role is for'

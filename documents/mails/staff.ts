import { ROLE_NAMES } from '#domain/shop/staff.ts'
import type { Role } from '#domain/shop/staff.ts'
import type { Message, Shop } from './message.ts'

export type OwnerNoticeData = {
  what: 'mail_server' | 'payment_keys' | 'identity' | 'staff_security' | 'demo_removed' | 'roles' | 'invite' | 'api_key'
  by: string | null
  at: string
  /** for roles and invitations: the person, and their role (null: no role any more); for keys: its name and role */
  person?: string
  role?: Role | null
}
export type StaffInviteData = { role: Role; by: string | null }

const nameOf = (role: Role | null | undefined): string => (role ? ROLE_NAMES[role] : 'no role')

const CHANGED: Record<OwnerNoticeData['what'], { heading: string; sentence: (data: OwnerNoticeData) => string; page: string }> = {
  mail_server: {
    heading: 'The mail server was changed',
    sentence: () =>
      'From now on, all emails from the shop, including sign-in links, use another mail server or sender. This email still used the previous one.',
    page: '/admin/settings/mail',
  },
  payment_keys: { heading: 'The payment keys were changed', sentence: () => 'Online payments now use other Razorpay keys.', page: '/admin/settings' },
  identity: {
    heading: 'The identity of the shop was changed',
    sentence: () => 'The name, address, GSTIN or UPI address of the shop was changed. They are printed on invoices, and UPI payments go to that address.',
    page: '/admin/settings',
  },
  staff_security: {
    heading: 'The second factor of the staff was changed',
    sentence: () => 'Whether all staff need a second factor to sign in was changed.',
    page: '/admin/settings/people',
  },
  demo_removed: {
    heading: 'The demo was removed',
    sentence: () => 'The products, customers, orders and documents of the demo were removed, and the shop is closed to the public until an owner opens it.',
    page: '/admin/settings/opening',
  },
  roles: { heading: 'A role was changed', sentence: ({ person, role }) => `${person ?? 'Someone'} now has ${nameOf(role)}.`, page: '/admin/settings/people' },
  invite: {
    heading: 'Someone was invited to the staff',
    sentence: ({ person, role }) => `${person ?? 'Someone'} was invited as ${nameOf(role)}.`,
    page: '/admin/settings/people',
  },
  api_key: {
    heading: 'An API key was created',
    sentence: ({ person, role }) => `With the key “${person ?? ''}”, another system may do everything that the role ${nameOf(role)} may do.`,
    page: '/admin/settings/api-keys',
  },
}

/** Mails to staff: to owners about changes that only owners can make, and to an invited person who already has an account. */
export const staffMessages: { owner_notice: (data: OwnerNoticeData, shop: Shop) => Message; staff_invite: (data: StaffInviteData, shop: Shop) => Message } = {
  owner_notice: (data, { settings, origin }) => {
    const { heading, sentence, page } = CHANGED[data.what]
    return {
      subject: `${settings.storeName}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
      preview: heading,
      heading,
      paragraphs: [sentence(data)],
      facts: [
        ['By', data.by ?? 'A deleted account'],
        ['When', new Date(data.at).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })],
      ],
      button: { label: 'Review the change', url: `${origin}${page}` },
      notes: ['All owners get this email. If none of you did this, set a new password, sign out everywhere, and undo the change.'],
    }
  },
  staff_invite: ({ role, by }, { settings, origin }) => ({
    subject: `You are invited to work at ${settings.storeName}`,
    preview: `Join as ${ROLE_NAMES[role]}.`,
    heading: `Join ${settings.storeName}`,
    paragraphs: [`${by ?? 'An owner'} invites you to the back office as ${ROLE_NAMES[role]}. You have an account with this address: sign in and accept.`],
    button: { label: 'Accept the invitation', url: `${origin}/admin/join` },
    notes: ['The invitation is valid for seven days. If you did not expect it, ignore this email.'],
  }),
}

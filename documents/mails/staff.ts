import { ROLE_NAMES } from '#domain/shop/staff.ts'
import type { Role } from '#domain/shop/staff.ts'
import type { Message, Shop } from './message.ts'

export type OwnerNoticeData = {
  what: 'mail_server' | 'payment_keys' | 'identity' | 'staff_security' | 'roles' | 'invite'
  by: string | null
  at: string
  /** for roles and invitations: the person, and their role (null: no role any more) */
  person?: string
  role?: Role | null
}
export type StaffInviteData = { role: Role; by: string | null }
export type StaffMailKind = 'owner_notice' | 'staff_invite'

const nameOf = (role: Role | null | undefined): string => (role ? ROLE_NAMES[role] : 'no role')

const CHANGED: Record<OwnerNoticeData['what'], { heading: string; sentence: (data: OwnerNoticeData) => string; page: string }> = {
  mail_server: {
    heading: 'The mail server was changed',
    sentence: () =>
      'From now on all mails of the shop, sign-in links among them, go through another mail server or under another sender. This mail still used the former one.',
    page: '/admin/settings/mail',
  },
  payment_keys: { heading: 'The payment keys were changed', sentence: () => 'Online payments now go through other Razorpay keys.', page: '/admin/settings' },
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
  roles: { heading: 'A role was changed', sentence: ({ person, role }) => `${person ?? 'Somebody'} now has ${nameOf(role)}.`, page: '/admin/settings/people' },
  invite: {
    heading: 'Somebody was invited to the staff',
    sentence: ({ person, role }) => `${person ?? 'Somebody'} was invited as ${nameOf(role)}.`,
    page: '/admin/settings/people',
  },
}

/** Mails to staff: to owners about changes that only owners can make, and to an invited person who already has an account. */
export const staffMessages: { owner_notice: (data: OwnerNoticeData, shop: Shop) => Message; staff_invite: (data: StaffInviteData, shop: Shop) => Message } = {
  owner_notice: (data, { settings, origin }) => {
    const { heading, sentence, page } = CHANGED[data.what]
    return {
      subject: `${settings.storeName}: ${heading.toLowerCase()}`,
      preview: heading,
      heading,
      paragraphs: [sentence(data)],
      facts: [
        ['By', data.by ?? 'Somebody whose account is gone'],
        ['When', new Date(data.at).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })],
      ],
      button: { label: 'Look at it', url: `${origin}${page}` },
      notes: ['All owners get this mail. If none of you did this, set a new password, sign out everywhere, and set it back.'],
    }
  },
  staff_invite: ({ role, by }, { settings, origin }) => ({
    subject: `You are invited to work at ${settings.storeName}`,
    preview: `Join as ${ROLE_NAMES[role]}.`,
    heading: `Join ${settings.storeName}`,
    paragraphs: [`${by ?? 'An owner'} invites you to the back office as ${ROLE_NAMES[role]}. You have an account with this address: sign in and accept.`],
    button: { label: 'Accept the invitation', url: `${origin}/admin/join` },
    notes: ['The invitation is good for seven days. If you did not expect it, ignore this mail.'],
  }),
}

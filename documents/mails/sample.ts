/** A mail or a notification as a customer would get it, with made-up data, for staff who edit its text. */
import type { Shop } from './message.ts'
import type { OrderMailData, ReturnMailData } from './order.ts'
import { renderMail } from './render-mail.ts'
import type { MailKind } from './render-mail.ts'
import { fillText, NOTICE_TEXTS } from './texts.ts'
import type { MessageKey, MessageText } from './texts.ts'

/** Every field of an order's mail. */
export const SAMPLE_ORDER: OrderMailData = {
  order_id: '7f3c9a2e-1111-4222-8333-444455556666',
  order_number: 482_715,
  full_name: 'Meera Nair',
  status: 'pending',
  total_amount: '1245.00',
  store_credit: '0.00',
  to_collect: '1245.00',
  charges: [{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 84.75, gst: 15.25, rate: 18 }],
  payment_method: 'cod',
  payment_state: 'cod_pending',
  deliver_to: 'Meera Nair, 48, 12th Main, Bengaluru, Karnataka 560038',
  courier: null,
  tracking_number: null,
  cancel_reason: null,
  gst: '189.92',
  account: true,
  items: [
    { product_name: 'Matte lipstick, rosewood', quantity: 5, total: '745.00' },
    { product_name: 'Kumkum, 50 g', quantity: 4, total: '400.00' },
  ],
}
const SHIPPED = { courier: 'Dakiya Express', tracking_number: '14839920117' }

const RETURN = {
  number: 1,
  decline_reason: null,
  credited: null,
  deduction: null,
  deduction_reason: null,
  items: [{ product_name: 'Matte lipstick, rosewood', quantity: 1 }],
}
const SAMPLE_RETURNS = {
  requested: { ...RETURN, state: 'requested' },
  approved: { ...RETURN, state: 'approved' },
  declined: { ...RETURN, state: 'declined', decline_reason: 'The seal is broken.' },
  received: { ...RETURN, state: 'received' },
  closed: { ...RETURN, state: 'closed', credited: '149.00' },
} satisfies Record<string, ReturnMailData>

/** An order that waits for its payment by UPI. */
export const SAMPLE_REMINDER: OrderMailData = {
  ...SAMPLE_ORDER,
  payment_method: 'upi',
  payment_state: 'awaiting_payment',
  to_pay: { amount: SAMPLE_ORDER.total_amount, until: '2026-11-26T10:00:00Z', reference: null },
}

/** The values of the placeholders of a sample notification. */
const WORDS = {
  name: SAMPLE_ORDER.full_name,
  order: '#7f3c9a2e',
  number: '482-715',
  courier: SHIPPED.courier,
  tracking: SHIPPED.tracking_number,
  reason: 'Out of stock',
  return: '1',
}

export type Sample = { subject: string; text: string; /** null for a notification */ html: string | null }

/** Renders a mail with the renderer of all mails. */
export function sampleOf(key: MessageKey, words: MessageText, shop: Shop): Sample {
  if (key in NOTICE_TEXTS) return { subject: fillText(words.subject, WORDS), text: fillText(words.opening, WORDS), html: null }
  const own = { ...shop, texts: { [key]: words } }
  const link = { link: `${shop.origin}/auth/v1/verify?token=sample` }
  const status = /^mail_order_(processing|shipped|delivered|cancelled)$/.exec(key)?.[1]
  if (status) return renderMail('order_status', { ...SAMPLE_ORDER, status, ...(status === 'shipped' ? SHIPPED : {}) }, own)
  if (key === 'mail_order_reopened') return renderMail('order_status', SAMPLE_ORDER, own)
  if (key === 'mail_order_placed') return renderMail('order_placed', SAMPLE_ORDER, own)
  if (key === 'mail_order_refunded') return renderMail('order_refunded', { ...SAMPLE_ORDER, status: 'cancelled', payment_state: 'refunded' }, own)
  if (key === 'mail_order_reminder') return renderMail('order_reminder', SAMPLE_REMINDER, own)
  const returned = /^mail_return_(requested|approved|declined|received|closed)$/.exec(key)?.[1] as keyof typeof SAMPLE_RETURNS | undefined
  if (returned) return renderMail('order_return', { ...SAMPLE_ORDER, status: 'delivered', returned: SAMPLE_RETURNS[returned] }, own)
  if (key === 'mail_complaint_received')
    return renderMail(
      'complaint_received',
      {
        number: 'CMP/26-27/000012',
        created_at: '2026-11-20T10:00:00Z',
        name: SAMPLE_ORDER.full_name,
        email: '',
        phone: null,
        order_id: null,
        order_number: null,
        message: '',
      },
      own,
    )
  return renderMail(key.slice('mail_'.length) as Extract<MailKind, 'signup' | 'recovery' | 'email_change' | 'magiclink' | 'invite'>, link, own)
}

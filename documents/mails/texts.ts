/** The texts of mails and notifications that the shop's owner may replace, and the placeholders of each. */

/** `key` is a row of public.message_texts; the lists of placeholders are those of private.message_placeholders. */
export type MessageText = { subject: string; /** one paragraph per line */ opening: string }
export type MessageTexts = Partial<Record<string, MessageText>>

type Own = MessageText & { placeholders: readonly string[] }

const order = ['name', 'order', 'number', 'total', 'shop'] as const

/** The shop's own texts (docs/rules.md#mails). */
export const MAIL_TEXTS = {
  mail_order_placed: {
    subject: 'Order {order} received',
    opening: 'We have received your order {order} and will confirm it shortly.',
    placeholders: order,
  },
  // Follows only a cancellation: the payment arrived after the deadline (docs/rules.md#order-before-payment).
  mail_order_reopened: {
    subject: 'Order {order} is open again',
    opening: 'Dear {name},\nYour payment has arrived, and your goods are reserved for you again. We will confirm the order shortly.',
    placeholders: order,
  },
  mail_order_processing: {
    subject: 'Order {order} is accepted',
    opening: 'Dear {name},\nWe have accepted your order and are packing it.',
    placeholders: order,
  },
  mail_order_shipped: {
    subject: 'Order {order} is on its way',
    opening: 'Dear {name},\nYour order has left our warehouse and is on its way to you.',
    placeholders: ['name', 'order', 'number', 'total', 'courier', 'tracking', 'shop'],
  },
  mail_order_delivered: {
    subject: 'Order {order} is delivered',
    opening: 'Dear {name},\nYour order has been delivered. We hope you enjoy it.',
    placeholders: order,
  },
  mail_order_cancelled: {
    subject: 'Order {order} is cancelled',
    opening: 'Dear {name},\nOrder {order} for {total} has been cancelled. Nothing will be shipped.',
    placeholders: order,
  },
  mail_order_refunded: {
    subject: 'Refund for order {order}',
    opening: 'Dear {name},\nWe have refunded {total} for order {order} to you. Your bank may take up to seven working days to show it.',
    placeholders: order,
  },
  mail_order_reminder: {
    subject: 'Payment of order {order}',
    opening:
      'Dear {name},\nWe have not received the payment of {total} for your order {order} yet. If you have paid in the last hours, please ignore this mail.',
    placeholders: order,
  },
  mail_return_requested: {
    subject: 'Your return of order {order}',
    opening: 'Dear {name},\nYour request for a return of order {order} has reached us. We will answer soon; please do not send anything yet.',
    placeholders: ['name', 'order', 'number', 'return', 'shop'],
  },
  mail_return_approved: {
    subject: 'Your return of order {order} is approved',
    opening: 'Dear {name},\nYour return of order {order} is approved. Please pack the goods and send them back, or hand them over when we collect them.',
    placeholders: ['name', 'order', 'number', 'return', 'shop'],
  },
  mail_return_declined: {
    subject: 'Your return of order {order} is declined',
    opening: 'Dear {name},\nWe cannot accept your return of order {order}: {reason}',
    placeholders: ['name', 'order', 'number', 'return', 'reason', 'shop'],
  },
  mail_return_received: {
    subject: 'The goods of your return are here',
    opening: 'Dear {name},\nThe goods of your return of order {order} have arrived, and we are checking them.',
    placeholders: ['name', 'order', 'number', 'return', 'shop'],
  },
  mail_return_closed: {
    subject: 'Your return of order {order} is settled',
    opening: 'Dear {name},\nYour return of order {order} is settled.',
    placeholders: ['name', 'order', 'number', 'return', 'shop'],
  },
  mail_signup: {
    subject: 'Confirm your email for {shop}',
    opening: 'Please confirm that this is your email address. Then you can sign in, order and track your orders.',
    placeholders: ['shop'],
  },
  mail_recovery: {
    subject: 'Reset your {shop} password',
    opening: 'Someone, probably you, asked to reset the password of this account. Open the link below to choose a new one.',
    placeholders: ['shop'],
  },
  mail_email_change: {
    subject: 'Confirm your new email for {shop}',
    opening: 'You asked to use this address for your account from now on. Please confirm it.',
    placeholders: ['shop'],
  },
  mail_magiclink: { subject: 'Your sign-in link for {shop}', opening: 'Open the link below on this device to sign in.', placeholders: ['shop'] },
  mail_invite: {
    subject: 'You are invited to {shop}',
    opening: '{shop} has created an account for you. Open the link to accept and choose a password.',
    placeholders: ['shop'],
  },
  mail_complaint_received: {
    subject: 'We have your complaint {number}',
    opening: 'It is with {officer} under the number below. You will get an answer as soon as possible, within one month at the latest.',
    placeholders: ['number', 'officer', 'shop'],
  },
} satisfies Record<string, Own>

/** The texts of private.notify_order_step and private.follow_return; the first also omits the parts about a missing courier or reason. */
export const NOTICE_TEXTS = {
  notice_order_placed: {
    subject: 'Order placed',
    opening: 'Thank you! We have received your order {order} (no. {number}).',
    placeholders: ['name', 'order', 'number'],
  },
  notice_order_reopened: {
    subject: 'Payment received',
    opening: 'Your payment for order {order} (no. {number}) has arrived, and the order is open again.',
    placeholders: ['name', 'order', 'number'],
  },
  notice_order_processing: {
    subject: 'Order accepted',
    opening: 'Your order {order} (no. {number}) has been accepted and is being packed.',
    placeholders: ['name', 'order', 'number'],
  },
  notice_order_shipped: {
    subject: 'Order shipped',
    opening: 'Your order {order} (no. {number}) is on its way.',
    placeholders: ['name', 'order', 'number', 'courier', 'tracking'],
  },
  notice_order_delivered: {
    subject: 'Order delivered',
    opening: 'Your order {order} (no. {number}) has been delivered.',
    placeholders: ['name', 'order', 'number'],
  },
  notice_order_cancelled: {
    subject: 'Order cancelled',
    opening: 'Your order {order} (no. {number}) has been cancelled.',
    placeholders: ['name', 'order', 'number', 'reason'],
  },
  notice_return_requested: {
    subject: 'Return requested',
    opening: 'Return {return} of your order {order} (no. {number}) has reached us. We will answer soon.',
    placeholders: ['name', 'order', 'number', 'return'],
  },
  notice_return_approved: {
    subject: 'Return approved',
    opening: 'Return {return} of your order {order} (no. {number}) is approved. Please send the goods back.',
    placeholders: ['name', 'order', 'number', 'return'],
  },
  notice_return_declined: {
    subject: 'Return declined',
    opening: 'Return {return} of your order {order} (no. {number}) is declined: {reason}',
    placeholders: ['name', 'order', 'number', 'return', 'reason'],
  },
  notice_return_received: {
    subject: 'Return received',
    opening: 'Return {return} of your order {order} (no. {number}) has arrived, and we are checking the goods.',
    placeholders: ['name', 'order', 'number', 'return'],
  },
  notice_return_closed: {
    subject: 'Return settled',
    opening: 'Return {return} of your order {order} (no. {number}) is settled.',
    placeholders: ['name', 'order', 'number', 'return'],
  },
} satisfies Record<string, Own>

export type MailTextKey = keyof typeof MAIL_TEXTS
export type MessageKey = MailTextKey | keyof typeof NOTICE_TEXTS
export const MESSAGES: Record<MessageKey, Own> = { ...MAIL_TEXTS, ...NOTICE_TEXTS }

/** Replaces placeholders in one pass: those within an inserted value are not replaced. A missing value leaves no double space. */
export function fillText(template: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return template
    .replace(/\{([a-z]+)\}/g, (_, name: string) => values[name] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Subject and paragraphs of a mail: the owner's texts if there are any, otherwise the shop's default. */
export function said(
  texts: MessageTexts | undefined,
  key: MailTextKey,
  values: Readonly<Record<string, string | null | undefined>>,
): { subject: string; paragraphs: string[] } {
  const { subject, opening } = texts?.[key] ?? MAIL_TEXTS[key]
  return {
    subject: fillText(subject, values),
    paragraphs: opening
      .split(/\n+/)
      .map((line) => fillText(line, values))
      .filter((line) => line !== ''),
  }
}

/** The errors of a text, by field; the database validates again. */
export function checkMessageText(key: MessageKey, { subject, opening }: MessageText): Record<string, string> {
  const errors: Record<string, string> = {}
  const longest = key.startsWith('notice') ? 500 : 2000
  if (subject.trim() === '') errors['subject'] = 'This cannot be empty'
  else if (subject.length > 120) errors['subject'] = 'At most 120 characters'
  else if (/\p{Cc}/u.test(subject)) errors['subject'] = 'One line only'
  if (opening.trim() === '') errors['opening'] = 'This cannot be empty'
  else if (opening.length > longest) errors['opening'] = `At most ${longest} characters`
  for (const [field, text] of Object.entries({ subject, opening })) {
    const wrong = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !MESSAGES[key].placeholders.includes(name))
    if (wrong) errors[field] = `There is no ${wrong[0]} in this message. There are: ${MESSAGES[key].placeholders.map((name) => `{${name}}`).join(', ')}`
  }
  return errors
}

/** Reminders of a payment that was not made. */
export const remind = 'Remind…'
export const title = (amount: string) => `Remind the customer of ${amount}?`
export const to = (name: string, order: string) => `${name}, order ${order}.`
export const mailText = 'The email has the amount, the order number and the way to pay. Its words are under Settings, Messages.'
export const whatsAppText = 'WhatsApp opens with this message; you send it yourself, and it is noted here:'
export const sendMail = 'Send email'
export const openWhatsApp = 'Open WhatsApp'
export const noAddress = 'This order has neither an email address nor a mobile number.'
export const sent = 'Reminder on its way'
export const noted = 'Reminder noted'
export const notSent = 'The reminder was not sent. Please try again.'
export const holds = {
  today: 'The customer was reminded within the last 24 hours.',
  often: 'The customer was reminded five times already. Please call.',
} as const
export const refused: Record<string, string> = {
  REMINDED_TODAY: holds.today,
  TOO_MANY_REMINDERS: holds.often,
  PAYMENT_NOT_AWAITED: 'This order does not wait for a payment any more.',
  ORDER_CHANGED: 'This order was changed in the meantime. Open it again.',
  NO_EMAIL: 'This customer has no confirmed email address.',
}
export const timeline = (channel: string, amount: string) => `Reminded of ${amount} by ${channel === 'mail' ? 'email' : 'WhatsApp'}`

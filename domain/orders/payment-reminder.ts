/** When staff may remind a customer of a payment (docs/rules.md#payment-reminders); the database decides it again. */
import { formatRupees } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

const DAY_MS = 86_400_000
/** As `reminders_per_order` of private.limits. */
export const MOST_REMINDERS = 5

type PaidOrder = { status: string; payment_method: string; payment_state: string }

/** By UPI or bank transfer, and nobody says that it is paid: not on delivery, not while a reference is checked. */
export const isRemindable = ({ status, payment_method: method, payment_state: state }: PaidOrder): boolean =>
  status !== 'cancelled' && (method === 'upi' || method === 'bank') && (state === 'awaiting_payment' || state === 'failed')

export type ReminderHold = 'today' | 'often' | null

/** Why no further reminder is sent now: one within a day, five in all. @param sent when reminders were sent, in any sequence */
export function reminderHold(sent: readonly string[], now: Date): ReminderHold {
  if (sent.some((at) => Date.parse(at) > now.getTime() - DAY_MS)) return 'today'
  return sent.length >= MOST_REMINDERS ? 'often' : null
}

/** The message that staff send by WhatsApp. @param link that pays the order, or opens it; null: there is none */
export const reminderMessage = (shop: string, number: string, amount: Paise, link: string | null): string =>
  `${shop}: we have not received your payment of ${formatRupees(amount)} for order ${number} yet.${link === null ? ' Please pay it by bank transfer and quote the order number.' : ` Please pay it here: ${link}`}`

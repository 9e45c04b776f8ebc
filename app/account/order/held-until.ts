import type { StoreSettings } from '#domain/shop/settings.ts'

const MINUTE_MS = 60_000

/** `awaited_since`, or that of its payments: another way to pay was chosen then. */
type Held = { created_at: string; payment_method: string; awaited_since?: string | null; payments?: readonly { awaited_since: string | null }[] }

/** Until when an unpaid order reserves its goods (docs/rules.md#order-before-payment); then a scheduled job cancels it. */
export function heldUntil(order: Held, settings: Pick<StoreSettings, 'upiUnpaidHours' | 'razorpayUnpaidMinutes'>): Date {
  const minutes = order.payment_method === 'razorpay' ? settings.razorpayUnpaidMinutes : settings.upiUnpaidHours * 60
  const since = [order.created_at, order.awaited_since, ...(order.payments ?? []).map((payment) => payment.awaited_since)]
  return new Date(Math.max(...since.flatMap((time) => (time ? [Date.parse(time)] : []))) + minutes * MINUTE_MS)
}

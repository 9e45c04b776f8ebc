import type { StoreSettings } from '#domain/shop/settings.ts'

const MINUTE_MS = 60_000

type Held = { created_at: string; payment_method: string }

/** Until when an unpaid order reserves its goods (docs/rules.md#order-before-payment); then a scheduled job cancels it. */
export function heldUntil(order: Held, settings: Pick<StoreSettings, 'upiUnpaidHours' | 'razorpayUnpaidMinutes'>): Date {
  const minutes = order.payment_method === 'razorpay' ? settings.razorpayUnpaidMinutes : settings.upiUnpaidHours * 60
  return new Date(Date.parse(order.created_at) + minutes * MINUTE_MS)
}

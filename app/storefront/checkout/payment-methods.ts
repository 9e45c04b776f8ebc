import { PAYMENT_METHOD_NAMES } from '#domain/orders/payment-methods.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/checkout.tsx'

export type PaymentChoice = { method: 'razorpay' | 'cod' | 'upi'; name: string; text: string }

/** Only methods that work (docs/rules.md#payment-states): a method that the shop has not set up is not shown. */
export function paymentChoices(settings: Pick<StoreSettings, 'codEnabled' | 'upiVpa' | 'razorpayEnabled' | 'razorpayUnpaidMinutes'>): PaymentChoice[] {
  const choices: PaymentChoice[] = []
  if (settings.razorpayEnabled) choices.push({ method: 'razorpay', name: say.payOnline, text: say.payOnlineText(settings.razorpayUnpaidMinutes) })
  if (settings.upiVpa) choices.push({ method: 'upi', name: PAYMENT_METHOD_NAMES.upi, text: say.upiText })
  if (settings.codEnabled) choices.push({ method: 'cod', name: PAYMENT_METHOD_NAMES.cod, text: say.cashText })
  return choices
}

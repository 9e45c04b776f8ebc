import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { PAYMENT_METHOD_NAMES } from '#domain/orders/payment-methods.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/checkout.tsx'

export type PaymentChoice = {
  method: 'razorpay' | 'cod' | 'upi'
  name: string
  text: string
  /** shown, but not for this order */ unavailable?: true
}

type Offered = Pick<StoreSettings, 'codEnabled' | 'upiVpa' | 'razorpayEnabled' | 'razorpayUnpaidMinutes'>

/**
 * Only methods that work (docs/rules.md#payment-states): a method that the shop has not set up is not shown.
 * @param cod what the account may still order as cash on delivery in paise, null without a limit, and the total of this order
 */
export function paymentChoices(settings: Offered, cod: { allowance: Paise | null; total: Paise } = { allowance: null, total: 0 }): PaymentChoice[] {
  const choices: PaymentChoice[] = []
  if (settings.razorpayEnabled) choices.push({ method: 'razorpay', name: say.payOnline, text: say.payOnlineText(settings.razorpayUnpaidMinutes) })
  if (settings.upiVpa) choices.push({ method: 'upi', name: PAYMENT_METHOD_NAMES.upi, text: say.upiText })
  if (settings.codEnabled) {
    const tooMuch = cod.allowance !== null && cod.total > cod.allowance
    choices.push({
      method: 'cod',
      name: PAYMENT_METHOD_NAMES.cod,
      ...(tooMuch ? { text: say.codUpTo(formatRupees(Math.max(0, cod.allowance ?? 0))), unavailable: true } : { text: say.cashText }),
    })
  }
  return choices
}

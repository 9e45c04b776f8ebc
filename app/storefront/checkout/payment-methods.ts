import { placeRefusal } from '#domain/delivery/place-terms.ts'
import type { PlaceRefusal, PlaceTerms } from '#domain/delivery/place-terms.ts'
import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { PAYMENT_METHOD_NAMES } from '#domain/orders/payment-methods.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/checkout.tsx'

export type PaymentChoice = {
  method: 'razorpay' | 'cod' | 'upi' | 'credit'
  name: string
  text: string
  /** shown, but not for this order */ unavailable?: true
}

type Offered = Pick<StoreSettings, 'codEnabled' | 'upiVpa' | 'razorpayEnabled' | 'razorpayUnpaidMinutes'>

export type Ordering = {
  /** of this order, with the fee if it is paid on delivery */ codTotal: Paise
  /** what the account may still order as cash on delivery in paise, null without a limit */ allowance: Paise | null
  /** of the place of delivery; null while they are not known */ terms: PlaceTerms | null
  /** as the cart shows it */ goodsTotal: Paise
}

const NO_ORDER: Ordering = { codTotal: 0, allowance: null, terms: null, goodsTotal: 0 }

/** Only methods that work (docs/rules.md#payment-states): a method that the shop has not set up is not shown, one that is not for this order is shown with its reason. */
export function paymentChoices(settings: Offered, { codTotal, allowance, terms, goodsTotal }: Ordering = NO_ORDER): PaymentChoice[] {
  const offer = (method: PaymentChoice['method'], name: string, text: string): PaymentChoice => {
    const refused = terms && placeRefusal(terms, method, goodsTotal)
    return refused ? { method, name, text: refusedText(refused), unavailable: true } : { method, name, text }
  }
  const choices: PaymentChoice[] = []
  if (settings.razorpayEnabled) choices.push(offer('razorpay', say.payOnline, say.payOnlineText(settings.razorpayUnpaidMinutes)))
  if (settings.upiVpa) choices.push(offer('upi', PAYMENT_METHOD_NAMES.upi, say.upiText))
  if (settings.codEnabled) {
    const fee = terms?.codFee ?? 0
    const cod = offer('cod', PAYMENT_METHOD_NAMES.cod, fee > 0 ? say.cashFee(formatRupees(fee)) : say.cashText)
    const tooMuch = allowance !== null && codTotal > allowance && !cod.unavailable
    choices.push(tooMuch ? { ...cod, text: say.codUpTo(formatRupees(Math.max(0, allowance))), unavailable: true } : cod)
  }
  return choices
}

/** Razorpay takes no less than one rupee. */
const LEAST_ONLINE: Paise = 100

/**
 * The methods for what store credit leaves to pay; store credit alone where it pays the whole order.
 *
 * @param others the methods of an order without it
 */
export function methodsWithCredit(spendable: Paise, total: Paise, others: () => PaymentChoice[]): PaymentChoice[] {
  if (spendable > 0 && spendable >= total) return [{ method: 'credit', name: PAYMENT_METHOD_NAMES.credit, text: say.creditPaysAll }]
  return others().filter(({ method }) => method !== 'razorpay' || total - spendable >= LEAST_ONLINE)
}

/** The method that the buyer chose, if it is possible, or the only possible one. */
export function chosenMethod(choices: readonly PaymentChoice[], chosen: string | null): PaymentChoice | undefined {
  const possible = choices.filter((choice) => !choice.unavailable)
  return possible.find(({ method }) => method === chosen) ?? (possible.length === 1 ? possible[0] : undefined)
}

/** In words for the buyer. */
export const refusedText = (refused: PlaceRefusal): string => say.placeRefused[refused.code]('limit' in refused ? formatRupees(refused.limit) : '')

import type { StoreSettings } from '#domain/settings.ts'

export type PaymentChoice = { method: 'cod' | 'upi'; name: string; text: string }

/** Only what works (ruling 11): a method the shop has not set up is not shown. */
export function paymentChoices(settings: Pick<StoreSettings, 'codEnabled' | 'upiVpa'>): PaymentChoice[] {
  const choices: PaymentChoice[] = []
  if (settings.upiVpa) choices.push({ method: 'upi', name: 'UPI', text: 'After ordering: a QR code, or your UPI app on this phone. We confirm when the payment arrives.' })
  if (settings.codEnabled) choices.push({ method: 'cod', name: 'Cash on delivery', text: 'Pay the courier when the parcel arrives.' })
  return choices
}

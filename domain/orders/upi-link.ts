import { toDecimal, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

export type UpiPayment = {
  /** The shop's UPI address, e.g. shop@bank. */
  vpa: string
  payee: string
  amount: Paise
  /** `tr`: unique per payment, at most 35 characters. */
  reference: string
  note: string
}

/** A `upi://pay` link for the button on a phone and the QR code elsewhere (docs/india.md#payment). The amount has two decimals. */
export function upiLink({ vpa, payee, amount, reference, note }: UpiPayment): string {
  const parameters: [string, string][] = [
    ['pa', vpa],
    ['pn', payee],
    ['am', toDecimal(amount)],
    ['cu', 'INR'],
    ['tn', note],
    ['tr', reference],
  ]
  // %20, not '+': several UPI apps show the plus sign to the payer
  return `upi://pay?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`).join('&')}`
}

/** The `tr` of an order's payment: within UPI's 35 characters, and the same at checkout and on the invoice so that payments can be matched. */
export function orderUpiReference(orderId: string): string {
  return orderId.replaceAll('-', '')
}

/** The link that pays an order. `reference`: of its payment that is open, if it is not the first one. */
export function orderUpiLink(order: { id: string; total: Paise; reference?: string | null }, payee: { vpa: string; payee: string }): string {
  return upiLink({ ...payee, amount: order.total, reference: order.reference ?? orderUpiReference(order.id), note: `Order ${order.id.slice(0, 8)}` })
}

/** What a payment link of this shop asks for, to show it beside the QR code. Throws RangeError when the link has no amount. */
export function readUpiLink(link: string): Pick<UpiPayment, 'vpa' | 'amount'> {
  const asked = new URLSearchParams(link.slice(link.indexOf('?') + 1))
  return { vpa: asked.get('pa') ?? '', amount: toPaise(asked.get('am') ?? '') }
}

/** The money of an order that came in and goes back (docs/rules.md#refunds), as its stored rows say. In paise. */
import { sumOf, toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

type Rupees = number | string
export type RefundRow = { payment_id: string; amount: Rupees; state: string }
type PaymentRow = { id: string; amount: Rupees; state: string }

/** Still owed: to be paid by staff or by the provider, which may have failed. */
export const isOpenRefund = ({ state }: { state: string }): boolean => state === 'due' || state === 'asked' || state === 'failed'

const amountOf = ({ amount }: { amount: Rupees }): Paise => toPaise(amount)

export type OrderMoney = Record<'received' | 'refunded' | 'due' | 'refundable' | 'toCollect', Paise>

const OPEN = new Set(['cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed'])

const RECEIVED = new Set(['paid', 'refund_due', 'refunded'])

export const isReceived = (state: string): boolean => RECEIVED.has(state)

/** The same rule as `private.money_of`: a refund that is not withdrawn uses up its payment. */
export function moneyOf({ status, payments, refunds }: { status?: string; payments: readonly PaymentRow[]; refunds: readonly RefundRow[] }): OrderMoney {
  const received = payments.filter(({ state }) => isReceived(state))
  const left = ({ id, amount, state }: PaymentRow): Paise =>
    state === 'refunded'
      ? 0
      : toPaise(amount) -
        sumOf(
          refunds.filter((refund) => refund.payment_id === id && refund.state !== 'withdrawn'),
          amountOf,
        )
  return {
    received: sumOf(received, amountOf),
    refunded: sumOf(
      refunds.filter(({ state }) => state === 'paid'),
      amountOf,
    ),
    due: sumOf(refunds.filter(isOpenRefund), amountOf),
    refundable: sumOf(received, left),
    toCollect: status === 'cancelled' ? 0 : sumOf(payments.filter(({ state }) => OPEN.has(state)), amountOf), // prettier-ignore
  }
}

type OpenRow = { amount: Rupees; state: string; reference: string | null; created_at: string }

/** The payment that is still to come, in paise; null if none is. Of a paid order that costs more it is the difference. */
export function openPaymentOf({ payments }: { payments: readonly OpenRow[] }): { amount: Paise; reference: string | null } | null {
  const [first] = payments.filter(({ state }) => OPEN.has(state)).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  return first === undefined ? null : { amount: toPaise(first.amount), reference: first.reference }
}

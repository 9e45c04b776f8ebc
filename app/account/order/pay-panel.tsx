import { useState } from 'react'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { isOwed } from '#domain/orders/order-status.ts'
import { moneyOf, openPaymentOf } from '#domain/orders/refunds.ts'
import * as say from '#words/order.tsx'
import { storedReturn } from '../../data/orders/payments.ts'
import type { Order } from '../../data/orders/orders.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { OnlinePanel, PaidNow } from './online-panel.tsx'
import { UpiClaimed, UpiDue, UpiNotFound, UpiPaidAllTheSame } from './upi-panel.tsx'

type PayPanelProps = { order: Order; /** the order was placed a moment ago, to be paid online */ begin: boolean; onChanged: () => void }

/**
 * The payment of an order: what is due and how to pay it, what is being checked, what is refunded. Nothing here claims success before
 * the shop does: a bare UPI link sends no callback, and the result of a provider's dialog is only a claim (docs/india.md#payment).
 */
export function PayPanel({ order, begin, onChanged }: PayPanelProps) {
  const amount = formatRupees(openPaymentOf(order)?.amount ?? toPaise(order.total_amount))
  const state = order.payment_state
  const money = moneyOf(order)
  const [cameUnpaid] = useState(isOwed(state) || state === 'awaiting_verification')
  const panel = { order, amount, onChanged }
  if (state === 'refund_due')
    return (
      <Note
        title={say.refundDue}
        text={say.refundDueText(formatRupees(money.received || toPaise(order.total_amount)), money.due > 0 ? formatRupees(money.due) : amount)}
      />
    )
  if (state === 'refunded') return <Note title={say.refunded} text={say.refundedText(money.refunded > 0 ? formatRupees(money.refunded) : amount)} />
  const method = order.payment_method
  if (state === 'paid') return cameUnpaid && method !== 'cod' ? <PaidNow amount={amount} reference={referenceOf(order)} /> : null
  // Paid in this browser, and cancelled before the shop knew: the payment will be found and refunded.
  const brought = method === 'razorpay' && storedReturn(order.id) !== null
  if (order.status === 'cancelled' && !brought) {
    if (method === 'upi' && state === 'awaiting_verification') return <UpiClaimed {...panel} />
    if (!isOwed(state) || method === 'cod') return null
    const tooLate = order.cancelled_by === null && order.cancel_reason === null
    if (method === 'upi') return <UpiPaidAllTheSame {...panel} tooLate={tooLate} />
    return tooLate ? <Note title={say.notPaidInTime} text={say.notPaidInTimeText(amount)} /> : null
  }
  if (method === 'razorpay') return <OnlinePanel key={order.id} order={order} amount={amount} begin={begin} onChanged={onChanged} />
  // of a paid order that costs more: staff agree on the transfer
  if (method === 'bank' && money.received > 0 && isOwed(state)) return <Note title={say.stillToPay} text={say.stillToPayText(amount)} />
  if (method !== 'upi') return null
  if (state === 'awaiting_payment') return <UpiDue {...panel} />
  if (state === 'awaiting_verification') return <UpiClaimed {...panel} />
  return state === 'failed' ? <UpiNotFound {...panel} /> : null
}

const referenceOf = ({ payments }: Order): string | null => payments.find((payment) => payment.provider_reference !== null)?.provider_reference ?? null

function Note({ title, text }: { title: string; text: string }) {
  return (
    <Panel title={title}>
      <p className="num text-pretty text-ink-2">{text}</p>
    </Panel>
  )
}

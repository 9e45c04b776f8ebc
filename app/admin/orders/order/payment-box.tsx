import { formatDate, formatDay } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { isToCollect } from '#domain/orders/order-status.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import * as say from '#words/admin-orders.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { useMay } from '../../access.ts'
import { AskProvider } from '../ask-provider.tsx'
import { PaymentMark } from '../payment-cell.tsx'
import { isAskable, isRecordable, isRefundable } from '../row-actions.tsx'
import { Box, Facts } from './box.tsx'

type PaymentBoxProps = { order: FullOrder; mainVerifies: boolean; onPayment: () => void; onRefund: () => void; onAnswer: () => void }

/** The payment method, its state, and the possible actions. `mainVerifies`: the page's main button already asks for the payment. */
export function PaymentBox({ order, mainVerifies, onPayment, onRefund, onAnswer }: PaymentBoxProps) {
  const [payment] = order.payments
  const may = useMay()('payments.manage')
  const waits = isRecordable(order) || isRefundable(order)
  return (
    <div className={waits ? 'rounded-md bg-pending-tint/40' : ''}>
      <Box title={say.payment} end={<PaymentMark order={order} />}>
        <Facts
          facts={[
            [say.amount, formatRupees(toPaise(order.total_amount))],
            [say.method, paymentMethodName(order.payment_method)],
            ...(payment?.provider_reference
              ? ([
                  [
                    say.utr,
                    <span key="utr" className="select-all">
                      {payment.provider_reference}
                    </span>,
                  ],
                ] as const)
              : []),
          ]}
        />
        {isToCollect(order) ? <p className="mt-2 text-pretty text-late">{say.collectHere(formatDay(order.created_at))}</p> : null}
        {order.status === 'pending' && order.payment_state === 'awaiting_verification' && payment?.claim_holds_until ? (
          <p className="mt-2 text-pretty text-ink-2">{say.claimHolds(formatDate(payment.claim_holds_until))}</p>
        ) : null}
        {payment?.failure ? <p className="mt-2 text-ink-2">{say.lastTry(payment.failure)}</p> : null}
        <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {may && isAskable(order) ? <AskProvider order={order} onAnswer={onAnswer} /> : null}
          {may && isRecordable(order) && !mainVerifies ? (
            <button type="button" className="ctl" onClick={onPayment}>
              {order.payment_state === 'awaiting_verification' ? say.verifyPayment : say.recordPayment}
            </button>
          ) : null}
          {may && isRefundable(order) ? (
            <button type="button" className="ctl" onClick={onRefund}>
              {say.recordRefund}
            </button>
          ) : null}
        </p>
      </Box>
    </div>
  )
}

import { useState } from 'react'
import { formatDate, formatDay } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { isReceived, moneyOf } from '#domain/orders/refunds.ts'
import { isToCollect, isUnpaid } from '#domain/orders/order-status.ts'
import { isRemindable } from '#domain/orders/payment-reminder.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import * as statementWords from '#words/admin-bank-statement.ts'
import * as say from '#words/admin-orders.ts'
import { remind } from '#words/admin-reminders.ts'
import * as refundWords from '#words/admin-refunds.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { useMay } from '../../access.ts'
import { AskProvider } from '../ask-provider.tsx'
import { PaymentMark } from '../payment-cell.tsx'
import { isAskable, isRecordable } from '../row-actions.tsx'
import { Box, Facts } from './box.tsx'
import { PaymentList } from './payment-list.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { RefundList } from './refund-list.tsx'

type PaymentBoxProps = { order: FullOrder; mainVerifies: boolean; onPayment: () => void; onAnswer: () => void }

/** The payment method, its state, and the possible actions. `mainVerifies`: the page's main button already asks for the payment. */
export function PaymentBox({ order, mainVerifies, onPayment, onAnswer }: PaymentBoxProps) {
  // what is to come; the payments that came are listed below
  const payment = order.payments.find(({ method, state }) => method !== 'credit' && !isReceived(state) && state !== 'undone')
  const may = useMay()('payments.manage')
  const money = moneyOf(order)
  const [reminding, setReminding] = useState(false)
  const waits = isRecordable(order) || money.due > 0
  return (
    <div className={waits ? 'rounded-md bg-pending-tint/40' : ''}>
      <Box title={say.payment} end={<PaymentMark order={order} />}>
        <Facts
          facts={[
            [say.amount, formatRupees(toPaise(order.total_amount))],
            [say.method, paymentMethodName(order.payment_method)],
            ...(toPaise(order.store_credit) > 0 && order.payment_method !== 'credit'
              ? ([[paymentMethodName('credit'), formatRupees(toPaise(order.store_credit))]] as const)
              : []),
            ...(money.received > 0 ? ([[refundWords.received, formatRupees(money.received)]] as const) : []),
            ...order.bank_receipts.map(
              (receipt) =>
                [statementWords.onStatement, statementWords.onStatementOf(formatDay(receipt.received_on), formatRupees(toPaise(receipt.amount)))] as const,
            ),
            ...(money.toCollect > 0 && money.received > 0 ? ([[say.toCollectAmount, formatRupees(money.toCollect)]] as const) : []),
            ...(money.refunded > 0 ? ([[refundWords.refunded, formatRupees(money.refunded)]] as const) : []),
            ...(money.due > 0 ? ([[refundWords.due, formatRupees(money.due)]] as const) : []),
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
        {isToCollect(order) ? (
          <p className="mt-2 text-pretty text-late">
            {isUnpaid(order.payment_state)
              ? say.collectHere(formatDay(order.created_at))
              : order.status === 'delivered'
                ? say.cashHere(order.courier)
                : say.cashThen('shipped', null)}
          </p>
        ) : null}
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
          {may && isRemindable(order) ? (
            <button type="button" className="ctl" onClick={() => setReminding(true)}>
              {remind}
            </button>
          ) : null}
        </p>
        {reminding ? (
          <RemindDialog
            order={order}
            onClose={() => setReminding(false)}
            onSent={() => {
              setReminding(false)
              onAnswer()
            }}
          />
        ) : null}
        <PaymentList order={order} may={may} onChanged={onAnswer} />
        <RefundList order={order} may={may} onChanged={onAnswer} />
      </Box>
    </div>
  )
}

import { useState } from 'react'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import { isRecorded, isUndoable } from '#domain/orders/recorded-payments.ts'
import * as say from '#words/admin-corrections.ts'
import type { OrderPayment } from '../../../data/admin/orders/corrections.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { SurplusDialog } from '../dialogs/surplus-dialog.tsx'
import { UndoDialog } from '../dialogs/undo-dialog.tsx'

type Asked = { what: 'undo'; payment: OrderPayment } | { what: 'other' }
type PaymentListProps = { order: FullOrder; may: boolean; onChanged: () => void }

/** The payments that came for an order, each with what staff can do about it; and other money, which is owed back. */
export function PaymentList({ order, may, onChanged }: PaymentListProps) {
  const [asked, setAsked] = useState<({ order: FullOrder } & Asked) | null>(null)
  const listed = order.payments.filter(isRecorded)
  // Razorpay settles what is open
  const closed = order.payment_method === 'razorpay' && order.status !== 'cancelled' && order.payments.some(({ state }) => state.startsWith('awaiting'))
  const close = () => setAsked(null)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <>
      {listed.length === 0 ? null : (
        <ul aria-label={say.payments} className="mt-3 grid gap-3 border-t border-line pt-3">
          {listed.toReversed().map((payment) => (
            <li key={payment.id}>
              <One payment={payment} undoable={may && isUndoable(order, payment)} onUndo={() => setAsked({ what: 'undo', payment, order })} />
            </li>
          ))}
        </ul>
      )}
      {may && !closed ? (
        <p className="mt-3">
          <button type="button" className="ctl" onClick={() => setAsked({ what: 'other', order })}>
            {say.other}
          </button>
        </p>
      ) : null}
      {asked?.what === 'undo' ? <UndoDialog order={asked.order} payment={asked.payment} onClose={close} onDone={done} /> : null}
      {asked?.what === 'other' ? <SurplusDialog order={asked.order} onClose={close} onDone={done} /> : null}
    </>
  )
}

function One({ payment, undoable, onUndo }: { payment: OrderPayment; undoable: boolean; onUndo: () => void }) {
  const amount = formatRupees(toPaise(payment.amount))
  const method = paymentMethodName(payment.method)
  const [surplus, undone] = [toPaise(payment.surplus), payment.state === 'undone']
  return (
    <div className={`flex flex-wrap items-start justify-between gap-x-3 gap-y-1 ${undone ? 'text-ink-2' : ''}`}>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="num">
          {undone ? <s>{amount}</s> : <b className="font-semibold">{amount}</b>} · {method}
          {undone ? <> · {say.undone}</> : null}
        </p>
        {payment.provider_reference === null ? null : (
          <p className="text-ink-2 select-all [overflow-wrap:anywhere]">{say.reference(payment.provider_reference)}</p>
        )}
        {surplus > 0 && !undone ? (
          <p className="num text-ink-2">{payment.surplus === payment.amount ? say.allSurplus : say.surplusOf(formatRupees(surplus))}</p>
        ) : null}
        {payment.remittance_lines.length > 0 ? <p className="text-ink-2">{say.fromCourier}</p> : null}
      </div>
      {undoable ? (
        <button type="button" className="ctl" onClick={onUndo}>
          {say.undo}
          <span className="sr-only"> {say.named(amount, method)}</span>
        </button>
      ) : null}
    </div>
  )
}

import { useState } from 'react'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { moneyOf } from '#domain/orders/refunds.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-refunds.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import type { Refund } from '../../../data/admin/orders/refunds.ts'
import { SettleRefund, StartRefund, WithdrawRefund } from '../dialogs/refund-forms.tsx'

type Asked = { what: 'start' } | { what: 'settle' | 'withdraw'; refund: Refund }

/** The refunds of an order, each with what staff can do about it (docs/rules.md#refunds). Nothing before money has come in. */
export function RefundList({ order, may, onChanged }: { order: FullOrder; may: boolean; onChanged: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { refundable } = moneyOf(order)
  const dialog = {
    order,
    onClose: () => setAsked(null),
    onDone: () => {
      setAsked(null)
      onChanged()
    },
  }
  return (
    <>
      {order.refunds.length === 0 ? null : (
        <ul aria-label={say.refunds} className="mt-3 grid gap-3 border-t border-line pt-3">
          {order.refunds.map((refund) => (
            <li key={refund.id}>
              <One order={order} refund={refund} may={may} onAsk={(what) => setAsked({ what, refund })} />
            </li>
          ))}
        </ul>
      )}
      {may && refundable > 0 ? (
        <p className="mt-3">
          <button type="button" className="ctl" onClick={() => setAsked({ what: 'start' })}>
            {say.start}
          </button>
        </p>
      ) : null}
      {asked?.what === 'start' ? <StartRefund {...dialog} most={refundable} /> : null}
      {asked?.what === 'settle' ? <SettleRefund {...dialog} refund={asked.refund} /> : null}
      {asked?.what === 'withdraw' ? <WithdrawRefund {...dialog} refund={asked.refund} /> : null}
    </>
  )
}

function One({ order, refund, may, onAsk }: { order: FullOrder; refund: Refund; may: boolean; onAsk: (what: 'settle' | 'withdraw') => void }) {
  const amount = formatRupees(toPaise(refund.amount))
  const source = say.sources[refund.source] ?? refund.source
  const online = order.payments.some(({ id, method }) => id === refund.payment_id && method === 'razorpay')
  const open = refund.state === 'due' || refund.state === 'failed'
  const byHand = refund.state === 'failed' || (refund.state === 'due' && !online)
  const act = (what: 'settle' | 'withdraw', label: string) => (
    <button type="button" className="ctl" onClick={() => onAsk(what)}>
      {label}
      <span className="sr-only"> {say.named(amount, source)}</span>
    </button>
  )
  return (
    <div className="grid gap-1">
      <p className="num flex flex-wrap justify-between gap-x-3">
        <b className="font-semibold">{amount}</b>
        <span className={refund.state === 'failed' ? 'text-bad' : ''}>{say.states[refund.state] ?? refund.state}</span>
      </p>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {source}, {formatDay(refund.paid_at ?? refund.created_at)}
        {refund.method === null || say.methods[refund.method] === undefined ? null : ` · ${say.methods[refund.method]}`}
        {refund.reference === null ? null : <span className="select-all"> · {say.reference(refund.reference)}</span>}
      </p>
      {refund.reason === null ? null : <p className="[overflow-wrap:anywhere]">{refund.reason}</p>}
      {online && (refund.state === 'due' || refund.state === 'asked') ? <p className="text-ink-2">{say.byRazorpay}</p> : null}
      {online && refund.state === 'failed' ? <p className="text-ink-2">{say.payByHand}</p> : null}
      {may ? (
        <p className="flex flex-wrap gap-2 empty:hidden">
          {byHand ? act('settle', say.settle) : null}
          {open && refund.source === 'goodwill' && order.status !== 'cancelled' ? act('withdraw', say.withdraw) : null}
        </p>
      ) : null}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderText } from '#domain/orders/order-number.ts'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { fetchUnmatched, unmatchedKey } from '../../../data/admin/orders/payments.ts'
import type { UnmatchedAction, UnmatchedPayment } from '../../../data/admin/orders/payments.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { UnmatchedDialog } from './unmatched-dialog.tsx'
import { actionWords, isSettled, unmatchedActions, reasonWords, refundWords } from './unmatched-words.ts'

/** Unmatched payments, with the possible actions for each. */
export function UnmatchedList() {
  const query = useQuery({ queryKey: unmatchedKey, queryFn: fetchUnmatched })
  const [asked, setAsked] = useState<{ payment: UnmatchedPayment; action: UnmatchedAction } | null>(null)
  if (query.isPending) return <PanelSkeleton lines={6} />
  if (query.data === undefined) {
    return <ErrorPanel title={query.error.message} text="No payment was changed." error={query.error.cause} onRetry={() => void query.refetch()} />
  }
  const open = query.data.filter((payment) => !isSettled(payment))
  const settled = query.data.filter(isSettled)
  return (
    <>
      {open.length === 0 ? (
        <EmptyState compact title="Every payment has its order" text="A payment that belongs to none, or that comes twice, is listed here." />
      ) : null}
      <ul className="grid gap-4">
        {open.map((payment) => (
          <Unmatched key={payment.payment_id} payment={payment} onAsk={(action) => setAsked({ payment, action })} />
        ))}
      </ul>
      {settled.length > 0 ? (
        <section aria-labelledby="settled-payments" className="mt-8">
          <h2 id="settled-payments" className="mb-3 text-xl">
            Settled
          </h2>
          <ul className="grid gap-3">
            {settled.map((payment) => (
              <Unmatched key={payment.payment_id} payment={payment} />
            ))}
          </ul>
        </section>
      ) : null}
      {asked ? (
        <UnmatchedDialog
          {...asked}
          amount={amountOf(asked.payment)}
          onClose={() => setAsked(null)}
          onSettled={() => {
            setAsked(null)
            void queryClient.invalidateQueries({ queryKey: unmatchedKey })
            void queryClient.invalidateQueries({ queryKey: ['admin-orders'] })
          }}
        />
      ) : null}
    </>
  )
}

function amountOf({ amount, currency }: UnmatchedPayment): string {
  if (amount === null) return 'An unknown amount'
  return currency === null || currency === 'INR' ? formatRupees(toPaise(amount)) : `${currency} ${amount}`
}

function Unmatched({ payment, onAsk }: { payment: UnmatchedPayment; onAsk?: (action: UnmatchedAction) => void }) {
  const Heading = onAsk ? 'h2' : 'h3'
  const { title, text } = reasonWords(payment.reason)
  const refund = refundWords(payment.refund)
  const actions = onAsk ? unmatchedActions(payment) : []
  return (
    <li
      className={`num grid gap-x-8 gap-y-3 rounded-md border border-line bg-surface p-5 text-sm ${onAsk ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]' : ''}`}
    >
      <div className="grid min-w-0 content-start gap-1">
        <Heading className="text-lg">
          {amountOf(payment)} · {title}
        </Heading>
        {onAsk ? <p className="max-w-[62ch] text-pretty text-ink-2">{text}</p> : null}
        {refund ? <p className="font-semibold">{refund}</p> : null}
        {payment.last_error && onAsk ? <p className="break-words text-cancelled">Razorpay said: {payment.last_error}</p> : null}
        {payment.resolved_at ? (
          <p className="text-ink-2">
            Resolved {formatDate(payment.resolved_at)}
            {payment.note ? `: ${payment.note}` : ''}
          </p>
        ) : null}
        {actions.length > 0 ? (
          <div className="mt-2 flex flex-wrap gap-2">
            {actions.map((action) => (
              <Button
                key={action}
                size="card"
                variant={action === 'refund' || action === 'reject' ? 'danger' : 'second'}
                aria-label={`${actionWords(action, amountOf(payment)).button}: payment ${payment.payment_id}`}
                onClick={() => onAsk?.(action)}
              >
                {actionWords(action, amountOf(payment)).button}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      <dl className="grid content-start grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-2">Payment</dt>
        <dd className="break-all select-all">{payment.payment_id}</dd>
        {payment.provider_order_id ? (
          <>
            <dt className="text-ink-2">At Razorpay</dt>
            <dd className="break-all select-all">{payment.provider_order_id}</dd>
          </>
        ) : null}
        <dt className="text-ink-2">Order</dt>
        <dd>{payment.order_id ? orderText(payment.order_id, payment.order_number) : 'none'}</dd>
        <dt className="text-ink-2">Received</dt>
        <dd>{formatDate(payment.received_at)}</dd>
      </dl>
    </li>
  )
}

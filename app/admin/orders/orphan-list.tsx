import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { fetchOrphans, orphansKey } from '../../data/admin/payments.ts'
import type { OrphanAction, OrphanPayment } from '../../data/admin/payments.ts'
import { queryClient } from '../../data/api/queries.ts'
import { PanelBones } from '../../ui/bones.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { OrphanDialog } from './orphan-dialog.tsx'
import { actionWords, isSettled, orphanActions, reasonWords, refundWords } from './orphan-words.ts'

/** Payments that no order accounts for, with what to do about each. */
export function OrphanList() {
  const query = useQuery({ queryKey: orphansKey, queryFn: fetchOrphans })
  const [asked, setAsked] = useState<{ orphan: OrphanPayment; action: OrphanAction } | null>(null)
  if (query.isPending) return <PanelBones lines={6} />
  if (query.data === undefined) {
    return <ErrorPanel title={query.error.message} text="No payment was changed." error={query.error.cause} onRetry={() => void query.refetch()} />
  }
  const open = query.data.filter((orphan) => !isSettled(orphan))
  const settled = query.data.filter(isSettled)
  return (
    <>
      {open.length === 0 ? (
        <EmptyState compact title="Every payment has its order" text="A payment that belongs to none, or that comes twice, is listed here." />
      ) : null}
      <ul className="grid gap-4">
        {open.map((orphan) => (
          <Orphan key={orphan.payment_id} orphan={orphan} onAsk={(action) => setAsked({ orphan, action })} />
        ))}
      </ul>
      {settled.length > 0 ? (
        <section aria-labelledby="settled-payments" className="mt-8">
          <h2 id="settled-payments" className="mb-3 text-xl">
            Settled
          </h2>
          <ul className="grid gap-3">
            {settled.map((orphan) => (
              <Orphan key={orphan.payment_id} orphan={orphan} />
            ))}
          </ul>
        </section>
      ) : null}
      {asked ? (
        <OrphanDialog
          {...asked}
          amount={amountOf(asked.orphan)}
          onClose={() => setAsked(null)}
          onSettled={() => {
            setAsked(null)
            void queryClient.invalidateQueries({ queryKey: orphansKey })
            void queryClient.invalidateQueries({ queryKey: ['admin-orders'] })
          }}
        />
      ) : null}
    </>
  )
}

function amountOf({ amount, currency }: OrphanPayment): string {
  if (amount === null) return 'An unknown amount'
  return currency === null || currency === 'INR' ? formatRupees(toPaise(amount)) : `${currency} ${amount}`
}

function Orphan({ orphan, onAsk }: { orphan: OrphanPayment; onAsk?: (action: OrphanAction) => void }) {
  const Heading = onAsk ? 'h2' : 'h3'
  const { title, text } = reasonWords(orphan.reason)
  const refund = refundWords(orphan.refund)
  const actions = onAsk ? orphanActions(orphan) : []
  return (
    <li
      className={`num grid gap-x-8 gap-y-3 rounded-md border border-line bg-surface p-5 text-sm ${onAsk ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]' : ''}`}
    >
      <div className="grid min-w-0 content-start gap-1">
        <Heading className="text-lg">
          {amountOf(orphan)} · {title}
        </Heading>
        {onAsk ? <p className="max-w-[62ch] text-pretty text-ink-2">{text}</p> : null}
        {refund ? <p className="font-semibold">{refund}</p> : null}
        {orphan.last_error && onAsk ? <p className="break-words text-cancelled">Razorpay said: {orphan.last_error}</p> : null}
        {orphan.resolved_at ? (
          <p className="text-ink-2">
            Resolved {formatDate(orphan.resolved_at)}
            {orphan.note ? `: ${orphan.note}` : ''}
          </p>
        ) : null}
        {actions.length > 0 ? (
          <div className="mt-2 flex flex-wrap gap-2">
            {actions.map((action) => (
              <Button key={action} size="card" variant={action === 'refund' || action === 'reject' ? 'danger' : 'second'} onClick={() => onAsk?.(action)}>
                {actionWords(action, amountOf(orphan)).button}
                <span className="sr-only"> of payment {orphan.payment_id}</span>
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      <dl className="grid content-start grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-2">Payment</dt>
        <dd className="break-all select-all">{orphan.payment_id}</dd>
        {orphan.provider_order_id ? (
          <>
            <dt className="text-ink-2">At Razorpay</dt>
            <dd className="break-all select-all">{orphan.provider_order_id}</dd>
          </>
        ) : null}
        <dt className="text-ink-2">Order</dt>
        <dd>{orphan.order_id ? `#${orphan.order_id.slice(0, 8)}` : 'none'}</dd>
        <dt className="text-ink-2">Received</dt>
        <dd>{formatDate(orphan.received_at)}</dd>
      </dl>
    </li>
  )
}

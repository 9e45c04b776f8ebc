import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/change-my-order.ts'
import type { ChangePreview } from '../../../data/orders/order-change.ts'

type ChangeTotalsProps = { before: number | string; preview: ChangePreview | undefined; problem: string | null; busy: boolean }

/** The total before and after, what that means for the customer, and why it cannot be. */
export function ChangeTotals({ before, preview, problem, busy }: ChangeTotalsProps) {
  const was = toPaise(before)
  const now = preview === undefined ? was : toPaise(preview.total_amount)
  const refund = preview === undefined ? 0 : toPaise(preview.refund)
  const difference = now - was
  const meaning = difference === 0 ? say.same : difference > 0 ? say.more(formatRupees(difference)) : say.less(formatRupees(-difference))
  const refused = problem ?? (preview?.fixed === true ? say.fixed : null)
  return (
    <div className={`num grid gap-2 rounded-md bg-plum-50 px-4 py-3 ${busy ? 'opacity-60' : ''}`} aria-busy={busy}>
      <dl className="grid gap-1">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{say.before}</dt>
          <dd>{formatRupees(was)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-lg font-semibold">
          <dt>{say.after}</dt>
          <dd>{formatRupees(now)}</dd>
        </div>
      </dl>
      <p role="status" className="text-sm text-ink-2">
        {busy ? say.counting : refund > 0 ? say.refunded(formatRupees(refund)) : meaning}
      </p>
      {refused === null ? null : (
        <p role="alert" className="font-medium text-pretty text-cancelled">
          {refused}
        </p>
      )}
    </div>
  )
}

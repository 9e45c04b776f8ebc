import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatDocumentDay } from '#domain/time/dates.ts'
import * as say from '#words/order.tsx'
import type { Order } from '../../data/orders/orders.ts'
import { Panel } from '../../ui/page/panel.tsx'

/** Each amount that goes back to the customer, and when and under which reference it was sent (docs/rules.md#refunds). */
export function RefundsPanel({ order }: { order: Order }) {
  const refunds = order.refunds.filter(({ state }) => state !== 'withdrawn')
  if (refunds.length === 0) return null
  return (
    <Panel title={say.refunds}>
      <ul className="grid gap-3">
        {refunds.map(({ id, amount, paid_at: paidAt, reference, reason }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <p className="num">
              {paidAt === null
                ? say.refundOf(formatRupees(toPaise(amount)))
                : say.refundedOn(formatRupees(toPaise(amount)), formatDocumentDay(paidAt), reference)}
            </p>
            {reason === null ? null : <p className="text-ink-2">{reason}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

import type { ReactNode } from 'react'
import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { Charge } from '#domain/quote/charges.ts'
import * as say from '#words/totals.ts'

export type TotalRow = {
  label: ReactNode
  /** Paise, or text such as 'Free'. */
  amount: Paise | ReactNode
  /** saved: in marigold with a minus · part: contained in the row above, so smaller and not added again */
  kind?: 'saved' | 'part'
}

/**
 * Charges beside the goods. A free charge shows its usual amount struck through, while the buyer can still choose. `freedBy`: the offer or coupon that made the
 * delivery free.
 */
export const chargeRows = (charges: readonly Charge[], freedBy?: string): TotalRow[] =>
  charges.map(({ kind, label, cost, amount }) => ({
    label: freedBy && kind === 'delivery' ? say.freedBy(label, freedBy) : label,
    amount:
      amount > 0 ? (
        amount
      ) : (
        <>
          {cost > 0 ? <s className="text-ink-3">{formatRupees(cost)}</s> : null} <b className="font-semibold text-marigold-700">{say.free}</b>
        </>
      ),
  }))

/** The breakdown above the one total to pay. */
export function Totals({ rows, total, totalLabel = say.total }: { rows: TotalRow[]; total: Paise; totalLabel?: string }) {
  return (
    <dl className="num grid gap-y-[9px]">
      {rows.map((row, place) => (
        <div
          key={place}
          className={`flex items-baseline justify-between gap-4 ${row.kind === 'saved' ? 'font-[550] text-marigold-700' : row.kind === 'part' ? 'pl-4 text-sm text-ink-2' : ''}`}
        >
          <dt className={row.kind ? '' : 'text-ink-2'}>{row.label}</dt>
          <dd className="text-right">
            {row.kind === 'saved' ? '−' : ''}
            {typeof row.amount === 'number' ? formatRupees(row.amount) : row.amount}
          </dd>
        </div>
      ))}
      <div className="mt-[6px] flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <dt className="font-display text-[1.5rem] leading-[1.3] text-plum-900">{totalLabel}</dt>
        <dd className="text-xl font-[650]">{formatRupees(total)}</dd>
      </div>
    </dl>
  )
}

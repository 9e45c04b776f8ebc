import type { ReactNode } from 'react'
import { FREE } from '#domain/documents/invoice-totals.ts'
import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { TotalRow } from '#domain/quote/total-rows.ts'
import * as say from '#words/totals.ts'

type TotalsProps = {
  rows: readonly TotalRow<ReactNode>[]
  total: Paise
  totalLabel?: string | undefined
  /** what of the total store credit pays */ storeCredit?: Paise | undefined
}

/** The breakdown above the one total, and what store credit leaves of it. */
export function Totals({ rows, total, totalLabel = say.total, storeCredit = 0 }: TotalsProps) {
  return (
    <dl className="num grid grid-cols-1 gap-y-[9px]">
      {rows.map((row, place) => (
        <div
          key={place}
          className={`flex items-baseline justify-between gap-4 ${row.off ? 'font-[550] text-marigold-700' : row.part ? 'pl-4 text-sm text-ink-2' : ''}`}
        >
          <dt className={row.off || row.part ? '' : 'text-ink-2'}>{row.label}</dt>
          <dd className="text-right">{amountOf(row)}</dd>
        </div>
      ))}
      <div className="mt-[6px] flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <dt className="font-display text-2xl leading-[1.3] text-plum-900">{totalLabel}</dt>
        <dd className="text-xl font-[650]">{formatRupees(total)}</dd>
      </div>
      {storeCredit > 0 ? (
        <>
          <div className="flex items-baseline justify-between gap-4 font-[550] text-marigold-700">
            <dt>{say.storeCredit}</dt>
            <dd className="text-right">−{formatRupees(storeCredit)}</dd>
          </div>
          <div className="flex items-baseline justify-between gap-4 font-semibold">
            <dt>{say.leftToPay}</dt>
            <dd className="text-right">{formatRupees(total - storeCredit)}</dd>
          </div>
        </>
      ) : null}
    </dl>
  )
}

/** A free charge shows its usual amount struck through, while the buyer can still choose. */
function amountOf({ amount, off, charge }: TotalRow<ReactNode>): ReactNode {
  if (charge === null || amount > 0) return `${off ? '−' : ''}${formatRupees(amount)}`
  return (
    <>
      {charge.cost > 0 ? <s className="text-ink-3">{formatRupees(charge.cost)}</s> : null} <b className="font-semibold text-marigold-700">{FREE}</b>
    </>
  )
}

/** Names the offer or coupon that made the delivery free. */
export const chargeLabel =
  (freedBy: string | undefined) =>
  ({ kind, label }: { kind: string; label: string }): string =>
    freedBy && kind === 'delivery' ? say.freedBy(label, freedBy) : label

import { useQuery } from '@tanstack/react-query'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-orders.ts'
import { fetchMoneyToCollect, toCollectKey } from '../../data/admin/orders/payments.ts'
import type { MoneyToCollect } from '../../data/admin/orders/payments.ts'

/** Above the view 'To collect': the total amount owed, and since when. Staff who may not see sums see only the list. */
export function CollectSummary() {
  const owed = useQuery({ queryKey: toCollectKey, queryFn: fetchMoneyToCollect, retry: false })
  if (owed.isPending) return <div aria-hidden="true" className="bone mb-3 h-[74px] rounded-md" />
  if (owed.isError) return <p className="mb-3 text-ink-2">{say.collectText}</p>
  return <Summary owed={owed.data} />
}

function Summary({ owed }: { owed: MoneyToCollect }) {
  if (owed.count === 0) return <p className="mb-3 text-ink-2">{say.collectNone}</p>
  return (
    <section aria-label={say.toCollect} className="num mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-md border border-line p-4">
      <div>
        <p className="text-base font-semibold">{say.collectSum(formatRupees(toPaise(owed.amount)), owed.count)}</p>
        <p className="text-ink-2">{say.collectText}</p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {owed.ages
          .filter(({ count }) => count > 0)
          .map(({ from_day, to_day, count, amount }) => (
            <div key={from_day}>
              <dt className={from_day > 7 ? 'text-late' : 'text-ink-2'}>{say.collectAge(from_day, to_day)}</dt>
              <dd>
                <b className="font-semibold">{formatRupees(toPaise(amount))}</b> <span className="text-ink-2">{say.collectCount(count)}</span>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

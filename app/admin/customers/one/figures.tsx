import { formatDay } from '#domain/time/dates.ts'
import { divideHalfUp, formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-customers.ts'
import type { Customer } from '../../../data/admin/customers/customer.ts'

/** What the account bought; sales are counted as everywhere else (docs/decisions/0023). */
export function Figures({ customer: { orders, spent, last_order_at } }: { customer: Customer }) {
  const paise = toPaise(spent)
  const figures: [label: string, value: string, hint: string][] = [
    [say.sales, groupIndian(String(orders)), say.salesText],
    [say.spent, formatRupees(paise), say.spentText],
    [say.average, orders === 0 ? '–' : formatRupees(divideHalfUp(paise, orders)), say.salesText],
    [say.lastOrder, last_order_at === null ? say.noneOrdered : formatDay(last_order_at), say.lastText],
  ]
  return (
    <section aria-label={say.figures} className="overflow-hidden rounded-md border border-line">
      <dl className="grid h-full grid-cols-2 gap-px bg-line">
        {figures.map(([label, value, hint]) => (
          <div key={label} className="bg-surface p-4">
            <dt className="font-semibold text-ink-2">{label}</dt>
            <dd>
              <span className="block text-xl leading-[1.35] font-semibold [overflow-wrap:anywhere]">{value}</span>
              <span className="text-ink-2">{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

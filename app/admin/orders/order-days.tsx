import { formatRupees, toPaise } from '#domain/money/money.ts'
import { addDays, indianDay } from '#domain/time/calendar-day.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-orders.ts'
import type { AdminOrder } from '../../data/admin/orders/orders.ts'
import type { RowGroups } from '../ui/data-table.tsx'
import { useNow } from '../ui/use-now.ts'

/** The list by date: a heading for each Indian day. */
export const BY_DAY: RowGroups<AdminOrder> = {
  keyOf: ({ created_at }) => indianDay(created_at),
  heading: (order) => <DayHeading order={order} />,
}

/** Its figures are of the whole day within the filters, whatever part of it this page shows; the database computes them. */
function DayHeading({ order: { created_at, day_orders, day_cancelled, day_total } }: { order: AdminOrder }) {
  const today = indianDay(useNow())
  const day = indianDay(created_at)
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className="font-semibold">{day === today ? say.today : day === addDays(today, -1) ? say.yesterday : formatDay(created_at)}</span>
      {day_orders === null ? null : (
        <span className="num font-normal text-ink-2">
          {say.dayOrders(day_orders)} · {say.dayTotal(formatRupees(toPaise(day_total ?? 0)), day_cancelled ?? 0)}
        </span>
      )}
    </span>
  )
}

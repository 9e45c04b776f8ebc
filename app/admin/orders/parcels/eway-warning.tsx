import { ewayDue } from '#domain/ewaybill/limits.ts'
import { formatRupees } from '#domain/money/money.ts'
import * as say from '#words/admin-eway.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'

/** Says that an e-way bill is needed before the goods leave. It only warns: State limits change, and staff may know better. */
export function EwayWarning({ order }: { order: FullOrder }) {
  const due = ewayDue(order.documents)
  if (!due) return null
  const { facts, value, limit } = due
  const within = facts.order.seller_state === facts.order.place_of_supply
  return (
    <p className="rounded-md bg-pending-tint px-3 py-2 text-pretty text-pending">{say.due(facts.serial, formatRupees(value), formatRupees(limit), within)}</p>
  )
}

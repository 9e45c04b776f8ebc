import { formatRupees, sumOf, toPaise, toRupees } from '#domain/money/money.ts'
import { moneyOf } from '#domain/orders/refunds.ts'
import { isUnpaid } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import type { FullOrder } from '../../data/admin/orders/order.ts'
import { paymentText } from '../../ui/orders/payment-text.ts'

type Owed = {
  id: string
  order_number: number
  full_name: string
  company_name?: string | null
  status: string
  payment_state: string
  courier?: string | null
  /** what is still to come, in rupees */
  to_collect: number
}

/** A whole order with what is still to come of it. */
export const withOpen = (order: FullOrder): FullOrder & { to_collect: number } => ({ ...order, to_collect: toRupees(moneyOf(order).toCollect) })

/** Says before an order moves on which of the orders are unpaid, and their total; of cash on delivery also what becomes of the cash. */
export function UnpaidNotice({ orders, to }: { orders: readonly Owed[]; to: string }) {
  return (
    <>
      <CashNotice orders={orders} to={to} />
      <NotPaid orders={orders} to={to} />
    </>
  )
}

/** Cash on delivery is not paid either: the amount is named, so that it is collected and not taken for paid. */
function CashNotice({ orders, to }: { orders: readonly Owed[]; to: string }) {
  const cash = to === 'cancelled' ? [] : orders.filter(({ payment_state }) => payment_state === 'cod_pending')
  const [first] = cash
  if (!first) return null
  const sum = formatRupees(sumOf(cash, ({ to_collect }) => toPaise(to_collect)))
  return (
    <div role="note" className="num mb-2 rounded-sm bg-pending-tint px-4 py-3 text-pretty text-ink last:mb-0">
      <p>
        <b className="font-semibold">{orders.length === 1 ? say.cashOne(sum) : say.cashMany(cash.length, orders.length, sum)}</b>{' '}
        {orders.length === 1 ? say.cashThen(to, first.courier ?? null) : say.cashManyThen(to)}
      </p>
    </div>
  )
}

/** Nothing if all are paid, or for a cancellation. */
function NotPaid({ orders, to }: { orders: readonly Owed[]; to: string }) {
  const unpaid = to === 'cancelled' ? [] : orders.filter(({ payment_state }) => isUnpaid(payment_state))
  const [first] = unpaid
  if (!first) return null
  const sum = formatRupees(sumOf(unpaid, ({ to_collect }) => toPaise(to_collect)))
  return (
    <div role="note" className="num rounded-sm bg-pending-tint px-4 py-3 text-pretty text-ink">
      <p>
        <b className="font-semibold">
          {orders.length === 1 ? say.notPaidOne(sum, paymentText(first).toLowerCase()) : say.notPaidMany(unpaid.length, orders.length, sum)}
        </b>{' '}
        {say.notPaidThen(to)}
      </p>
      {orders.length === 1 ? null : (
        <ul className="mt-2 grid max-h-[24vh] gap-1 overflow-y-auto">
          {unpaid.map((order) => (
            <li key={order.id} className="flex flex-wrap justify-between gap-x-3 [overflow-wrap:anywhere]">
              <span>
                {say.number(order)} {order.company_name ?? order.full_name}
              </span>
              <span>
                {formatRupees(toPaise(order.to_collect))} · {paymentText(order).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

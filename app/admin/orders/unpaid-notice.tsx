import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import { isUnpaid } from '#domain/orders/order-status.ts'
import * as say from '#words/admin-orders.ts'
import { paymentText } from '../../ui/orders/payment-text.ts'

type Owed = { id: string; order_number: number; full_name: string; company_name?: string | null; status: string; total_amount: number; payment_state: string }

/** Says before an order moves on which of the orders are unpaid, and their total; before a delivery also the cash that becomes paid with it. */
export function UnpaidNotice({ orders, to }: { orders: readonly Owed[]; to: string }) {
  return (
    <>
      <CashNotice orders={orders} to={to} />
      <NotPaid orders={orders} to={to} />
    </>
  )
}

/** Marking an order delivered records its cash on delivery as paid: the amount is named, so that it is checked first. */
function CashNotice({ orders, to }: { orders: readonly Owed[]; to: string }) {
  const cash = to === 'delivered' ? orders.filter(({ payment_state }) => payment_state === 'cod_pending') : []
  if (cash.length === 0) return null
  const sum = formatRupees(sumOf(cash, ({ total_amount }) => toPaise(total_amount)))
  return (
    <div role="note" className="num mb-2 rounded-sm bg-pending-tint px-4 py-3 text-pretty text-ink last:mb-0">
      <p>
        <b className="font-semibold">{orders.length === 1 ? say.cashOne(sum) : say.cashMany(cash.length, orders.length, sum)}</b> {say.cashThen}
      </p>
    </div>
  )
}

/** Nothing if all are paid, or for a cancellation. */
function NotPaid({ orders, to }: { orders: readonly Owed[]; to: string }) {
  const unpaid = to === 'cancelled' ? [] : orders.filter(({ payment_state }) => isUnpaid(payment_state))
  const [first] = unpaid
  if (!first) return null
  const sum = formatRupees(sumOf(unpaid, ({ total_amount }) => toPaise(total_amount)))
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
                {formatRupees(toPaise(order.total_amount))} · {paymentText(order).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

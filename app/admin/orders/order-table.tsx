import { formatDate } from '#domain/dates.ts'
import { formatRupees, toPaise } from '#domain/money.ts'
import { stepsFrom } from '#domain/order-status.ts'
import type { OrderStep } from '#domain/order-status.ts'
import type { AdminOrder } from '../../data/admin-orders.ts'
import { Button } from '../../ui/button.tsx'
import { paymentText } from '../../ui/payment-text.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AskProvider } from './ask-provider.tsx'
import { PaperButtons } from './paper-buttons.tsx'
import { stepWords } from './step-words.ts'

type AdminOrderTableProps = {
  orders: readonly AdminOrder[]
  steps: readonly OrderStep[]
  onStep: (order: AdminOrder, to: string) => void
  onPayment: (order: AdminOrder) => void
  onRefund: (order: AdminOrder) => void
  onChanged: () => void
}

const cell = 'px-3 py-3 align-top first:pl-4'
const stepLook = 'min-h-[38px]! px-3! text-sm! whitespace-nowrap'
const WAITS_FOR_MONEY = new Set(['awaiting_payment', 'awaiting_verification'])
/** What the provider may know more of than the shop. */
const ASKABLE = new Set([...WAITS_FOR_MONEY, 'refund_due'])

export function AdminOrderTable({ orders, steps, onStep, onPayment, onRefund, onChanged }: AdminOrderTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard
    <section className="relative overflow-x-auto rounded-md border border-line bg-surface" tabIndex={0} aria-label="Orders">
      <table className="num w-full min-w-[980px] border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left text-ink-2">
            {['Order', 'Customer', 'Items', 'Amount', 'Status', 'Next step'].map((name) => (
              <th key={name} scope="col" className={`px-3 py-3 font-medium first:pl-4 ${name === 'Amount' ? 'text-right' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} className="border-b border-line last:border-0">
              <td className={cell}>
                <b className="font-semibold">#{order.id.slice(0, 8)}</b>
                <span className="block whitespace-nowrap text-ink-2">{formatDate(order.created_at)}</span>
                {order.documents.map((document) => (
                  <span key={document.serial} className="block text-ink-2">
                    {document.serial}
                  </span>
                ))}
                <PaperButtons orderId={order.id} />
              </td>
              <td className={`${cell} min-w-[150px]`}>
                {order.full_name}
                <span className="block text-ink-2">{order.company_name}</span>
                <span className="block text-ink-2">
                  {order.city}, {order.state}
                </span>
                <span className="block text-ink-2">{order.phone}</span>
              </td>
              <td className={`${cell} max-w-[230px]`}>
                <Items items={order.order_items} />
              </td>
              <td className={`${cell} text-right`}>
                <b className="font-semibold">{formatRupees(toPaise(order.total_amount))}</b>
                <Payment order={order} />
              </td>
              <td className={cell}>
                <StatusBadge status={order.status} />
                {order.courier ? (
                  <span className="mt-1 block text-ink-2">
                    {order.courier} {order.tracking_number}
                  </span>
                ) : null}
              </td>
              <td className={cell}>
                <span className="flex flex-wrap gap-2">
                  {order.payment_method === 'razorpay' && ASKABLE.has(order.payment_state) ? (
                    <AskProvider order={order} className={stepLook} onTold={onChanged} />
                  ) : null}
                  {order.payment_method !== 'razorpay' && order.status !== 'cancelled' && WAITS_FOR_MONEY.has(order.payment_state) ? (
                    <Button size="card" className={stepLook} onClick={() => onPayment(order)}>
                      Record payment<span className="sr-only"> of order {order.id.slice(0, 8)}</span>
                    </Button>
                  ) : null}
                  {order.payment_method !== 'razorpay' && order.payment_state === 'refund_due' ? (
                    <Button size="card" className={stepLook} onClick={() => onRefund(order)}>
                      Record refund<span className="sr-only"> of order {order.id.slice(0, 8)}</span>
                    </Button>
                  ) : null}
                  {stepsFrom(steps, order.status, 'admin').map((to) => (
                    <Button key={to} variant={to === 'cancelled' ? 'danger' : 'second'} size="card" className={stepLook} onClick={() => onStep(order, to)}>
                      {stepWords(to).button}
                      <span className="sr-only"> order {order.id.slice(0, 8)}</span>
                    </Button>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How it is paid, how that stands, and under which number the bank or the provider knows it. */
function Payment({ order }: { order: AdminOrder }) {
  const [payment] = order.payments
  return (
    <span className="block text-ink-2">
      <span className="block whitespace-nowrap">{paymentText(order)}</span>
      {order.payment_method === 'cod' ? null : <span className="block">{order.payment_method === 'upi' ? 'UPI' : 'Razorpay'}</span>}
      {payment?.provider_reference ? <span className="block max-w-[180px] break-all select-all">{payment.provider_reference}</span> : null}
      {payment?.failure ? <span className="block max-w-[180px] text-pretty">Last try: {payment.failure}</span> : null}
    </span>
  )
}

const SHOWN = 3

function Items({ items }: { items: AdminOrder['order_items'] }) {
  return (
    <>
      {items.slice(0, SHOWN).map((item) => (
        <span key={item.product_name} className="block truncate">
          {item.quantity} × {item.product_name}
        </span>
      ))}
      {items.length > SHOWN ? <span className="text-ink-2">and {items.length - SHOWN} more</span> : null}
    </>
  )
}

import { isCashAwaited, paymentBadge } from '#domain/orders/order-status.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-orders.ts'
import type { AdminOrder } from '../../data/admin/orders/orders.ts'
import { staffPaymentText } from '../../ui/orders/payment-text.ts'

const LOOKS: Record<string, string> = {
  green: 'text-good',
  red: 'text-bad',
  yellow: 'text-late',
  blue: 'text-processing',
  purple: 'text-shipped',
  grey: 'text-ink-2',
}

type Paid = Pick<AdminOrder, 'status' | 'payment_state' | 'payment_method' | 'courier'>

/** A dot and text: settled payments are muted, those that wait for someone stand out. */
export function PaymentMark({ order }: { order: Paid }) {
  const text = staffPaymentText(order)
  const { text: plain, tone } = paymentBadge(order.payment_state)
  const own = text === plain || isCashAwaited(order)
  const look = own ? (LOOKS[tone] ?? '') : 'text-ink-2'
  const loud = tone === 'blue' || tone === 'purple' || tone === 'red'
  const by = order.payment_method === 'cod' ? '' : `${paymentMethodName(order.payment_method)} · `
  return (
    <span className="inline-flex items-center gap-[7px]">
      <span aria-hidden="true" className={`size-[7px] flex-none rounded-full bg-current ${look}`} />
      <span className={loud && own ? `font-semibold ${look}` : ''}>
        {by}
        {text}
      </span>
    </span>
  )
}

/** The payment in the list, with its number at the bank or the provider. */
export function PaymentCell({ order }: { order: AdminOrder }) {
  return (
    <span className="grid justify-items-start max-md:justify-items-end">
      <PaymentMark order={order} />
      {order.to_collect > 0 && order.to_collect < order.total_amount && order.payment_state !== 'paid' ? (
        <span className="num pl-[14px] text-ink-2 max-md:pl-0">{say.stillOpen(formatRupees(toPaise(order.to_collect)))}</span>
      ) : null}
      {order.reference === null ? null : (
        <span className="max-w-[180px] pl-[14px] [overflow-wrap:anywhere] text-ink-2 select-all max-md:pl-0 md:break-words">{order.reference}</span>
      )}
      {order.failure === null ? null : (
        <span className="max-w-[180px] pl-[14px] text-pretty max-md:pl-0 whitespace-normal text-ink-2">{say.lastTry(order.failure)}</span>
      )}
    </span>
  )
}

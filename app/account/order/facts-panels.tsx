import { Link } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { openPaymentOf } from '#domain/orders/refunds.ts'
import * as say from '#words/order.tsx'
import { serialsOf } from '../../data/orders/orders.ts'
import type { Order } from '../../data/orders/orders.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { paymentText } from '../../ui/orders/payment-text.ts'

/** The delivery address as it was when the order was placed, whatever the address book says now. */
export function ShippingPanel({ order }: { order: Order }) {
  return (
    <Panel title={say.shippingInformation}>
      <address className="leading-[1.6] not-italic">
        {order.full_name}
        <br />
        {order.company_name ? (
          <>
            {order.company_name}
            <br />
          </>
        ) : null}
        {order.address}
        <br />
        {order.city} {order.pincode}, {order.state}
        <span className="num mt-2 block break-words text-ink-2">
          {order.email}
          <br />
          {order.phone}
        </span>
      </address>
    </Panel>
  )
}

/** What is still to pay, in paise, where that is another amount than the order's: a part of it was paid, or is not sent any more. Otherwise null. */
function otherwiseOpen(order: Order): Paise | null {
  const open = order.status === 'cancelled' ? null : openPaymentOf(order)
  return open === null || open.amount === 0 || open.amount === toPaise(order.total_amount) - toPaise(order.store_credit) ? null : open.amount
}

export function FactsPanel({ order }: { order: Order }) {
  const invoice = serialsOf(order, 'invoice')
  const creditNote = serialsOf(order, 'credit_note')
  const open = otherwiseOpen(order)
  const status = <span className="capitalize">{order.status}</span>
  const documents = (text: string) => (
    <Link to={`/invoice/${order.id}`} className="link">
      {text}
    </Link>
  )
  const facts: ([name: string, value: React.ReactNode] | null)[] = [
    [say.orderNumber, formatOrderNumber(order.order_number)],
    [say.orderDate, formatDate(order.created_at)],
    [say.totalAmount, formatRupees(toPaise(order.total_amount))],
    [say.status, status],
    [say.payment, paymentText(order)],
    open === null ? null : [say.stillToPay, formatRupees(open)],
    [say.invoice, documents(invoice || say.proforma)],
    creditNote === '' ? null : [say.creditNote, documents(creditNote)],
    order.gstin ? ['GSTIN', order.gstin] : null,
  ]
  return (
    <Panel title={say.paymentAndInvoice}>
      <dl className="num grid grid-cols-[auto_1fr] gap-x-5 gap-y-[9px]">
        {facts
          .filter((fact) => fact !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  )
}

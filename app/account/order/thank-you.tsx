import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { isOwed } from '#domain/orders/order-status.ts'
import { toPay } from '#domain/orders/to-pay.ts'
import * as say from '#words/order.tsx'
import { serialsOf } from '../../data/orders/orders.ts'
import type { Order, OrderItem } from '../../data/orders/orders.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { whatReturns } from './actions.tsx'
import { CancelOrder } from './cancel-dialog.tsx'
import { ChangeOrder } from './change/change-order.tsx'
import { OrderHelp } from './order-help.tsx'

/** Money that the buyer still has to send. */
const isDue = ({ payment_method, payment_state }: Order): boolean => payment_method !== 'cod' && isOwed(payment_state)

type ThankYouProps = { order: Order; /** when it should arrive, in words */ expected: string | null; /** the account's, where its mails go */ email: string }

/** The head of the order's page right after it was placed: what was done, and when it arrives. */
export function ThankYou({ order, expected, email }: ThankYouProps) {
  return (
    <header className="grid justify-items-center gap-3 pt-8 pb-6 text-center md:pt-11 md:pb-8">
      <span className="grid size-14 place-items-center rounded-full bg-leaf-100 text-leaf-700">
        <Icon name="check" size={30} />
      </span>
      <h1>
        {say.thankYouTo} <bdi>{order.full_name}</bdi>
      </h1>
      <h2 className="text-xl">{say.heading(order.id.slice(0, 8))}</h2>
      <p className="num -mt-2 font-semibold text-ink-2">{say.numbered(formatOrderNumber(order.order_number))}</p>
      <p aria-live="polite" className="max-w-[44ch] text-pretty text-ink-2 [overflow-wrap:anywhere]">
        {say.placed(email)}
      </p>
      <p className="num text-lg font-semibold text-plum-700">{expected ? say.expected(expected) : isDue(order) ? say.sentOncePaid : null}</p>
      {order.payment_method === 'cod' ? <p className="num">{say.payTheCourier(formatRupees(toPay(order)))}</p> : null}
    </header>
  )
}

/** The four steps of an order, as a stair. */
export function WhatHappensNext({ expected }: { expected: string | null }) {
  return (
    <section aria-labelledby="what-next" className="pb-6">
      <h2 id="what-next" className="mb-4">
        {say.whatHappensNext}
      </h2>
      <ol className="grid gap-2 md:grid-cols-4 md:items-start">
        {say.nextSteps(expected).map(([title, text], place) => (
          <li
            key={title}
            aria-current={place === 0 ? 'step' : undefined}
            style={{ '--step': place } as CSSProperties}
            className={`ml-[calc(var(--step)*16px)] rounded-sm border-l-4 bg-surface px-4 py-3 md:mt-[calc(var(--step)*16px)] md:ml-0 md:border-t-4 md:border-l-0 ${place === 0 ? 'border-leaf-700' : 'border-plum-100'}`}
          >
            <b className="block font-semibold">{title}</b>
            <span className="num block text-sm text-pretty text-ink-2">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Quiet: who has just ordered rarely wants to undo it. */
export function AfterThanks({ order, items, onChanged }: { order: Order; items: readonly OrderItem[]; onChanged: () => void }) {
  const invoice = serialsOf(order, 'invoice')
  return (
    <>
      <OrderHelp order={order} className="mt-8 text-center [&_a]:justify-center" />
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        {/* One primary button a view: while money is due, that is the payment button. */}
        <ButtonLink to="/products" variant={isDue(order) ? 'second' : 'primary'}>
          {say.keepShopping}
        </ButtonLink>
        {invoice === '' ? null : (
          <Link to={`/invoice/${order.id}`} className="link inline-flex min-h-11 items-center px-2">
            {say.invoice} {invoice}
          </Link>
        )}
        <ChangeOrder order={order} items={items} quiet onChanged={onChanged} />
        <CancelOrder orderId={order.id} returns={whatReturns(order)} quiet onCancelled={onChanged} />
      </div>
    </>
  )
}

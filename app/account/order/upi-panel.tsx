import { useState } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import { toPaise } from '#domain/money/money.ts'
import { moneyOf, openPaymentOf } from '#domain/orders/refunds.ts'
import { orderUpiLink } from '#domain/orders/upi-link.ts'
import * as say from '#words/order.tsx'
import type { Order } from '../../data/orders/orders.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { UpiQr } from '../upi-qr.tsx'
import { ClaimForm } from './claim-form.tsx'
import { heldUntil } from './held-until.ts'

type UpiPanelProps = { order: Order; amount: string; onChanged: () => void }

/** What is due by UPI: the app's button on touch devices, the QR code elsewhere; then the bank's reference. */
export function UpiDue({ order, amount, onChanged }: UpiPanelProps) {
  const settings = useSettings()
  const { upiVpa, storeName } = settings
  const open = openPaymentOf(order)
  const due = { id: order.id, total: open?.amount ?? toPaise(order.total_amount), reference: open?.reference ?? null }
  const link = upiVpa ? orderUpiLink(due, { vpa: upiVpa, payee: storeName }) : null
  return (
    <Panel title={say.payByUpi}>
      <p className="num text-ink-2">{say.payTo(amount, storeName)}</p>
      {link ? <Pay link={link} /> : null}
      <div className="mt-5 border-t border-line pt-5">
        <h3 className="text-lg">{say.havePaid}</h3>
        <p className="mt-1 mb-4 text-sm text-pretty text-ink-2">{say.havePaidText}</p>
        <ClaimForm orderId={order.id} submit={say.sendReference} onChanged={onChanged} />
      </div>
      {order.status === 'pending' && moneyOf(order).received === 0 ? (
        <p className="num mt-4 text-sm text-ink-2">{say.payUntil(formatDate(heldUntil(order, settings)))}</p>
      ) : null}
    </Panel>
  )
}

/** A phone cannot scan its own screen, and a laptop has no UPI app: each gets what works; the phone also shows the code for another phone. */
function Pay({ link }: { link: string }) {
  return (
    <>
      <a href={link} className={buttonClass({ variant: 'primary', wide: true, className: 'mt-5 md:pointer-fine:hidden' })}>
        {say.openAUpiApp}
      </a>
      <p className="mt-4 text-center text-sm text-ink-2 md:pointer-fine:hidden">{say.orScan}</p>
      <UpiQr link={link} className="mx-auto my-5" />
    </>
  )
}

/** The reference was entered; staff look for the money, even if the order is cancelled by now. */
export function UpiClaimed({ order, amount, onChanged }: UpiPanelProps) {
  const reference = order.payments.find(({ method, state }) => method === 'upi' && state === 'awaiting_verification')?.provider_reference
  return (
    <Panel title={say.checkingPayment}>
      <p className="num text-pretty text-ink-2">{order.status === 'cancelled' ? say.checkingCancelledText(amount) : say.checkingPaymentText(amount)}</p>
      {reference ? (
        <p className="num mt-3">
          {say.yourReference} <b className="font-semibold select-all">{reference}</b>
        </p>
      ) : null}
      <Correction ask={say.wrongReference} submit={say.correctReference} orderId={order.id} onChanged={onChanged} />
    </Panel>
  )
}

/** Staff did not find the payment: the reference may be wrong. */
export function UpiNotFound({ order, amount, onChanged }: UpiPanelProps) {
  return (
    <Panel title={say.paymentNotFound}>
      <p className="num text-pretty text-ink-2">{say.paymentNotFoundText(amount)}</p>
      <Correction ask={say.wrongReference} submit={say.correctReference} orderId={order.id} onChanged={onChanged} />
    </Panel>
  )
}

/** A cancelled order that the buyer may have paid all the same. `tooLate`: it was cancelled only because it was not paid in time. */
export function UpiPaidAllTheSame({ order, amount, tooLate, onChanged }: UpiPanelProps & { tooLate: boolean }) {
  return (
    <Panel title={tooLate ? say.notPaidInTime : say.paidAllTheSame}>
      <p className="num text-pretty text-ink-2">{tooLate ? say.notPaidInTimeText(amount) : say.paidAllTheSameText(amount)}</p>
      <Correction ask={tooLate ? say.paidAllTheSame : say.sendReference} submit={say.sendReference} orderId={order.id} onChanged={onChanged} />
    </Panel>
  )
}

/** The form is behind a link, because few buyers need it. */
function Correction({ ask, submit, orderId, onChanged }: { ask: string; submit: string; orderId: string; onChanged: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-3">
      {open ? (
        <ClaimForm
          orderId={orderId}
          submit={submit}
          onChanged={() => {
            setOpen(false)
            onChanged()
          }}
        />
      ) : (
        <button type="button" className="link py-1 text-sm" onClick={() => setOpen(true)}>
          {ask}
        </button>
      )}
    </div>
  )
}

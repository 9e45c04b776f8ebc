import { useEffect, useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import { formatRupees, toPaise } from '#domain/money.ts'
import { orderUpiLink } from '#domain/upi-link.ts'
import * as say from '#words/order.tsx'
import type { Order } from '../../data/orders.ts'
import { useSettings } from '../../data/use-settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ClaimForm } from './claim-form.tsx'

const HOUR_MS = 3_600_000

/**
 * The payment of an order by UPI, step by step: pay, tell the bank's reference, wait until the shop has found it. A bare
 * link calls nobody back, so nothing here claims success (india.md, "Payment").
 */
export function PayPanel({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const amount = formatRupees(toPaise(order.total_amount))
  if (order.payment_state === 'refund_due') return <Told title={say.refundDue} text={say.refundDueText(amount)} />
  if (order.payment_state === 'refunded') return <Told title={say.refunded} text={say.refundedText(amount)} />
  if (order.payment_method !== 'upi' || order.status === 'cancelled') return null
  if (order.payment_state === 'awaiting_payment') return <Due order={order} amount={amount} onChanged={onChanged} />
  if (order.payment_state === 'awaiting_verification') return <Claimed order={order} amount={amount} onChanged={onChanged} />
  if (order.payment_state === 'failed') return <Told title={say.paymentNotFound} text={say.paymentNotFoundText(amount)} />
  return null
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <Panel title={title}>
      <p className="num text-pretty text-ink-2">{text}</p>
    </Panel>
  )
}

function Due({ order, amount, onChanged }: { order: Order; amount: string; onChanged: () => void }) {
  const { upiVpa, storeName, upiUnpaidHours } = useSettings()
  const link = upiVpa ? orderUpiLink({ id: order.id, total: toPaise(order.total_amount) }, { vpa: upiVpa, payee: storeName }) : null
  return (
    <Panel title={say.payByUpi}>
      <p className="num text-ink-2">{say.payTo(amount, storeName)}</p>
      {link ? <UpiCode link={link} /> : null}
      <div className="mt-5 border-t border-line pt-5">
        <h3 className="text-lg">{say.havePaid}</h3>
        <p className="mt-1 mb-4 text-sm text-pretty text-ink-2">{say.havePaidText}</p>
        <ClaimForm orderId={order.id} submit={say.sendReference} onChanged={onChanged} />
      </div>
      <p className="num mt-4 text-sm text-ink-2">{say.payUntil(formatDate(new Date(Date.parse(order.created_at) + upiUnpaidHours * HOUR_MS)))}</p>
    </Panel>
  )
}

function UpiCode({ link }: { link: string }) {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    let live = true
    async function draw() {
      const { default: QRCode } = await import('qrcode-svg')
      const svg = new QRCode({ content: link, padding: 0, ecl: 'M', color: '#2a1420', background: '#ffffff' }).svg()
      if (live) setCode(`data:image/svg+xml,${encodeURIComponent(svg)}`)
    }
    void draw()
    return () => {
      live = false
    }
  }, [link])
  return (
    <>
      {code ? <img src={code} alt={say.upiCode} width={192} height={192} className="mx-auto my-5" /> : <div className="bone mx-auto my-5 size-[192px]" />}
      <a href={link} className={buttonClass({ variant: 'primary', wide: true })}>
        {say.openAUpiApp}
      </a>
    </>
  )
}

function Claimed({ order, amount, onChanged }: { order: Order; amount: string; onChanged: () => void }) {
  const [correcting, setCorrecting] = useState(false)
  const reference = order.payments.find((payment) => payment.method === 'upi')?.provider_reference
  return (
    <Panel title={say.checkingPayment}>
      <p className="num text-pretty text-ink-2">{say.checkingPaymentText(amount)}</p>
      {reference ? (
        <p className="num mt-3">
          {say.yourReference} <b className="font-semibold select-all">{reference}</b>
        </p>
      ) : null}
      <div className="mt-3">
        {correcting ? (
          <ClaimForm
            orderId={order.id}
            submit={say.correctReference}
            onChanged={() => {
              setCorrecting(false)
              onChanged()
            }}
          />
        ) : (
          <button type="button" className="link py-1 text-sm" onClick={() => setCorrecting(true)}>
            {say.wrongReference}
          </button>
        )}
      </div>
    </Panel>
  )
}

import { useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import { toPaise } from '#domain/money.ts'
import { orderUpiLink } from '#domain/upi-link.ts'
import * as say from '#words/order.tsx'
import type { Order } from '../../data/orders.ts'
import { useSettings } from '../../data/use-settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UpiQr } from '../upi-qr.tsx'
import { ClaimForm } from './claim-form.tsx'
import { heldUntil } from './held-until.ts'

type UpiPanelProps = { order: Order; amount: string; onChanged: () => void }

/** What is due by UPI: the app's button where a finger is, the code elsewhere; then the bank's reference. */
export function UpiDue({ order, amount, onChanged }: UpiPanelProps) {
  const settings = useSettings()
  const { upiVpa, storeName } = settings
  const link = upiVpa ? orderUpiLink({ id: order.id, total: toPaise(order.total_amount) }, { vpa: upiVpa, payee: storeName }) : null
  return (
    <Panel title={say.payByUpi}>
      <p className="num text-ink-2">{say.payTo(amount, storeName)}</p>
      {link ? <Pay link={link} /> : null}
      <div className="mt-5 border-t border-line pt-5">
        <h3 className="text-lg">{say.havePaid}</h3>
        <p className="mt-1 mb-4 text-sm text-pretty text-ink-2">{say.havePaidText}</p>
        <ClaimForm orderId={order.id} submit={say.sendReference} onChanged={onChanged} />
      </div>
      <p className="num mt-4 text-sm text-ink-2">{say.payUntil(formatDate(heldUntil(order, settings)))}</p>
    </Panel>
  )
}

/** A phone's own app cannot scan its own screen, and a laptop has no app: each gets what works, the phone the code for somebody else's as well. */
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

/** The reference was told; an admin looks for the money. */
export function UpiClaimed({ order, amount, onChanged }: UpiPanelProps) {
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

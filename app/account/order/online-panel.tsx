import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { formatTime } from '#domain/time/dates.ts'
import * as say from '#words/order.tsx'
import type { Order } from '../../data/orders/orders.ts'
import { useOffline } from '../../data/api/use-offline.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { reloadPage } from '../../ui/page/reload-page.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { CheckingPanel } from './checking-panel.tsx'
import { heldUntil } from './held-until.ts'
import { useOnlinePayment } from './use-online-payment.ts'
import type { PayStep } from './use-online-payment.ts'

type OnlinePanelProps = {
  order: Order
  amount: string
  /** opens the dialog at once: the order was placed a moment ago */ begin: boolean
  onChanged: () => void
}

/** The payment of an order by card, UPI or net banking through the provider, as long as it is owed or being checked. */
export function OnlinePanel({ order, amount, begin, onChanged }: OnlinePanelProps) {
  const { step, pay, checked } = useOnlinePayment(order, begin, onChanged)
  if (step.kind === 'checking' || order.payment_state === 'awaiting_verification') {
    return <CheckingPanel orderId={order.id} amount={amount} fresh={step.kind === 'checking' && step.fresh} onKnown={checked} />
  }
  return <Due order={order} amount={amount} step={step} onPay={pay} />
}

function Due({ order, amount, step, onPay }: { order: Order; amount: string; step: PayStep; onPay: () => void }) {
  const settings = useSettings()
  const offline = useOffline()
  const until = heldUntil(order, settings)
  const over = useOver(until)
  const busyText = step.kind === 'looking' ? say.oneMoment : step.kind === 'starting' ? say.openingCheckout : step.kind === 'open' ? say.payInTheWindow : null
  if (over && busyText === null) return <Over amount={amount} />
  return (
    <Panel title={say.payOnline(amount)}>
      <LastAttempt step={step} failure={failureOf(order)} />
      <p className="num text-pretty text-ink-2">{say.payOnlineText}</p>
      <Button variant="primary" wide className="mt-4" busy={busyText !== null} busyText={busyText} disabled={offline} onClick={onPay}>
        {say.payNow(amount)}
      </Button>
      {offline ? <p className="mt-3 text-sm text-pretty text-ink-2">{say.payOffline}</p> : null}
      <p className="num mt-4 text-sm text-pretty text-ink-2">{say.heldUntil(formatTime(until))}</p>
    </Panel>
  )
}

/** The result of the last attempt. It takes the focus, because the provider's dialog leaves nothing focused. */
function LastAttempt({ step, failure }: { step: PayStep; failure: string | null }) {
  if (step.kind === 'trouble') {
    return (
      <Notice key={step.attempt} alert>
        <b className="font-semibold">{say.payTrouble[step.what]}</b> {say.nothingCharged}
        {step.what === 'script' ? (
          <button type="button" className="link mt-2 block py-1" onClick={reloadPage}>
            {say.reloadPage}
          </button>
        ) : null}
      </Notice>
    )
  }
  if (step.kind !== 'closed' && (step.kind !== 'idle' || failure === null)) return null
  const words = (step.kind === 'closed' ? step.refused : null) ?? failure
  return (
    <Notice quiet={step.kind !== 'closed'}>
      <b className="font-semibold">{words === null ? say.payClosed : say.payRefused}</b> {words ? <bdi>{sentence(words)} </bdi> : null}
      {say.orderStands}
    </Notice>
  )
}

/** Adds a full stop: banks end their messages with or without one. */
const sentence = (words: string): string => (/[.!?।]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`)

/** The provider's message for the last attempt, as the shop received it. */
const failureOf = ({ payments }: Order): string | null => payments.find(({ method }) => method === 'razorpay')?.failure ?? null

function Notice({ alert = false, quiet = false, children }: { alert?: boolean; quiet?: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!quiet) box.current?.focus()
  }, [quiet])
  return (
    <div
      ref={box}
      role={alert ? 'alert' : 'status'}
      tabIndex={-1}
      className={`mb-4 rounded-sm border-l-4 px-4 py-3 text-pretty outline-offset-2 ${alert ? 'border-cancelled bg-cancelled-tint' : 'border-pending bg-pending-tint'}`}
    >
      {children}
    </div>
  )
}

function Over({ amount }: { amount: string }) {
  return (
    <Panel title={say.payOver}>
      <p className="num text-pretty text-ink-2">{say.payOverText(amount)}</p>
    </Panel>
  )
}

/** Whether the moment has passed; it becomes true without a reload. */
function useOver(moment: Date): boolean {
  const at = moment.getTime()
  const [over, setOver] = useState(() => Date.now() >= at)
  useEffect(() => {
    const left = at - Date.now()
    const clock = setTimeout(() => setOver(true), Math.max(0, left))
    return () => clearTimeout(clock)
  }, [at])
  return over
}

/** The money arrived while the page was open. */
export function PaidNow({ amount, reference }: { amount: string; reference: string | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) box.current?.focus()
  }, [])
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      className="num flex items-start gap-3 rounded-md bg-leaf-100 px-5 py-4 text-pretty text-leaf-700 outline-offset-2"
    >
      <Icon name="check" />
      <p className="min-w-0">
        <b className="font-semibold">{say.paidNow(amount)}</b>
        {reference ? <span className="block text-sm break-all">{say.paymentNumber(reference)}</span> : null}
      </p>
    </div>
  )
}

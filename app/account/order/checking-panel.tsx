import { useEffect, useRef } from 'react'
import * as say from '#words/order.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { useChecking } from './use-checking.ts'

type CheckingPanelProps = {
  orderId: string
  amount: string
  /** the provider's window has just closed, and nothing has the focus */ fresh: boolean
  onKnown: (state: string) => void
}

/** It is not known yet whether the money arrived (docs/rules.md#unknown-payment-results): the page keeps asking and says so; it never says "failed". */
export function CheckingPanel({ orderId, amount, fresh, onKnown }: CheckingPanelProps) {
  const { phase, again } = useChecking(orderId, onKnown)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fresh) box.current?.focus()
  }, [fresh])
  return (
    <Panel title={say.checkingOnline}>
      <div ref={box} tabIndex={-1} aria-live="polite" className="num grid gap-3 text-pretty text-ink-2 outline-offset-4">
        {phase === 'asking' ? (
          <>
            <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-plum-100">
              <span className="bone block h-full w-full" />
            </span>
            <p>{say.checkingOnlineText(amount)}</p>
          </>
        ) : null}
        {phase === 'offline' ? <p>{say.checkingOffline}</p> : null}
        {phase === 'rested' ? <p>{say.checkingRested(amount)}</p> : null}
      </div>
      {phase === 'rested' ? (
        <Button wide className="mt-4" onClick={again}>
          {say.checkAgain}
        </Button>
      ) : null}
    </Panel>
  )
}

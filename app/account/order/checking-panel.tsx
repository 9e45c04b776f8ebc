import * as say from '#words/order.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useChecking } from './use-checking.ts'

/** Nobody can say yet whether the money came (experience 24): the page asks on, and says so; it never says "failed". */
export function CheckingPanel({ orderId, amount, onTold }: { orderId: string; amount: string; onTold: (state: string) => void }) {
  const { phase, again } = useChecking(orderId, onTold)
  return (
    <Panel title={say.checkingOnline}>
      <div aria-live="polite" className="num grid gap-3 text-pretty text-ink-2">
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

import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/my-counter.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ReorderReport } from '../order/reorder-report.tsx'
import { useReorders } from '../order/use-reorder.ts'
import { BuyAgain } from './buy-again.tsx'
import { OnTheWay } from './on-the-way.tsx'
import { RepeatOrders } from './repeat-orders.tsx'
import type { CounterState } from './use-my-counter.ts'

const columns = 'grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start lg:gap-6'

/** The first block of the dashboard, for who restocks each week: what is on its way, what to buy again, which order to repeat. */
export function MyCounter({ state: { counter, readAt, offline, failed, error, retry } }: { state: CounterState }) {
  const reorders = useReorders()
  if (counter === null) return failed ? <ErrorPanel title={say.failed} text={say.failedText} error={error} onRetry={retry} /> : <CounterSkeleton />
  const { on_the_way: onTheWay, again, orders, delivery } = counter
  return (
    <div className="grid gap-5">
      {readAt === null ? null : (
        <p role="status" className="rounded-sm bg-marigold-100 px-4 py-2 text-sm text-marigold-700">
          {offline ? say.asOf(formatDate(readAt)) : say.notRead(formatDate(readAt))}
        </p>
      )}
      {onTheWay.length > 0 ? <OnTheWay orders={onTheWay} delivery={delivery} /> : null}
      {reorders.report ? <ReorderReport lines={reorders.report} onClose={reorders.close} /> : null}
      {orders.length === 0 ? (
        <NothingYet />
      ) : (
        <div className={columns}>
          <BuyAgain bought={again} onRefused={retry} />
          <RepeatOrders orders={orders} reorders={reorders} />
        </div>
      )}
    </div>
  )
}

/** As high as the first screen: what follows appears with the content, in its place. */
export function CounterSkeleton() {
  return (
    <div className="grid gap-5">
      <PanelSkeleton lines={2} />
      <div className={columns}>
        <PanelSkeleton lines={14} />
        <PanelSkeleton lines={6} />
      </div>
    </div>
  )
}

function NothingYet() {
  return (
    <Panel title={say.nothingYet}>
      <p className="text-ink-2">{say.nothingYetText}</p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:flex-1">
        <ButtonLink to="/products?view=list" variant="primary">
          {say.openTheList}
        </ButtonLink>
        <ButtonLink to="/order-pad">{say.pasteAList}</ButtonLink>
      </div>
    </Panel>
  )
}

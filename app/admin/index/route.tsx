import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'react-router'
import * as say from '#words/admin-dashboard.ts'
import { fetchDashboard } from '../../data/admin/reports/dashboard.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { useAnyOrder } from '../../data/admin/live.ts'
import { queryClient } from '../../data/api/queries.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useMay } from '../access.ts'
import { OpeningPanel } from '../settings/opening/opening-panel.tsx'
import { Feed } from './feed.tsx'
import { LowStock } from './low-stock.tsx'
import { ServerLine } from './server-line.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { Todo, countOf, waitingText } from './todo.tsx'

const KEY = ['admin-dashboard']

/** /admin: today's tasks, sales, and the newest orders. All of it comes in one request, which is repeated when an order changes. */
export default function AdminDashboard() {
  const dashboard = useQuery({ queryKey: KEY, queryFn: fetchDashboard, refetchInterval: 60_000 })
  const live = useAnyOrder(useCallback(() => void queryClient.invalidateQueries({ queryKey: KEY }), []))
  const { data } = dashboard
  const may = useMay()
  const { isOpen } = useSettings()
  return (
    <>
      <PageHead
        title={say.dashboard}
        aside={data && (isOpen || countOf(data) > 0) ? waitingText(countOf(data), isOpen && data.feed?.length !== 0) : undefined}
        actions={
          may('orders.create') ? (
            <Link to="/admin/orders/create" className="ctl ctl-main">
              <Icon name="plus" size={15} /> {say.newOrder}
            </Link>
          ) : undefined
        }
      />
      <div className="grid gap-4">
        {dashboard.isError ? <ErrorPanel title={say.failed} text={say.failedText} error={dashboard.error} onRetry={() => void dashboard.refetch()} /> : null}
        {data ? (
          <>
            {!isOpen && may('settings.write') ? <OpeningPanel /> : null}
            {isOpen || countOf(data) > 0 ? <Todo dashboard={data} /> : null}
            {data.health ? <ServerLine health={data.health} now={data.as_of} /> : null}
            {data.sales ? <SalesFigures sales={data.sales} /> : null}
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
              {data.feed ? <Feed orders={data.feed} live={live} /> : null}
              {data.stock ? <LowStock stock={data.stock} /> : null}
            </div>
          </>
        ) : dashboard.isPending ? (
          <DashboardSkeleton />
        ) : null}
      </div>
    </>
  )
}

/** The same boxes as the loaded page, so that the layout does not shift. */
function DashboardSkeleton() {
  return (
    <div aria-hidden="true" className="late grid gap-4">
      {['h-[176px]', 'h-[112px]', 'h-[420px]'].map((height) => (
        <div key={height} className={`bone rounded-md ${height}`} />
      ))}
    </div>
  )
}

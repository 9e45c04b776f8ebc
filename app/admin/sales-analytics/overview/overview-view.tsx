import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatTime } from '#domain/time/dates.ts'
import * as say from '#words/admin-analytics.ts'
import { fetchOverview } from '../../../data/admin/reports/analytics.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { BesideSales, FigureCards } from './figure-cards.tsx'
import { KINDS } from '../figure-texts.ts'
import { PeriodBar } from '../period-bar.tsx'
import type { Period } from '../period.ts'
import { SalesPanel } from './sales-panel.tsx'
import { Methods, States, TopProducts } from './top-boxes.tsx'

/** Figures, the chart and the best sellers, in one request. */
export function OverviewView({ period }: { period: Period }) {
  const [params] = useSearchParams()
  const kind = KINDS.find((one) => one === params.get('figure')) ?? 'revenue'
  const { from, to, before } = period
  const overview = useQuery({
    queryKey: ['sales-overview', from, to, before.from, before.to],
    queryFn: () => fetchOverview({ from, to, before }),
    placeholderData: keepPreviousData,
    // a period that includes today keeps changing
    refetchInterval: to === period.today ? 60_000 : false,
  })
  const { data } = overview
  return (
    <>
      <PeriodBar period={period} />
      {overview.isError ? <ErrorPanel title={say.failed} text={say.failedText} error={overview.error} onRetry={() => void overview.refetch()} /> : null}
      {data ? (
        <div className="grid gap-4" aria-busy={overview.isPlaceholderData}>
          <section aria-label={say.figures} className="overflow-clip rounded-md border border-line bg-surface">
            <FigureCards overview={data} kind={kind} />
            <SalesPanel period={period} overview={data} kind={kind} />
            <BesideSales overview={data} period={period} />
          </section>
          <p className="text-ink-2">
            {say.saleMeans} {to === period.today ? say.untilNow(formatTime(data.as_of)) : null}
          </p>
          {data.products.length > 0 || data.states.length > 0 ? (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <TopProducts overview={data} period={period} />
              <div className="grid gap-4">
                <States overview={data} period={period} />
                <Methods overview={data} period={period} />
              </div>
            </div>
          ) : null}
        </div>
      ) : overview.isPending ? (
        <TextSkeleton />
      ) : null}
    </>
  )
}

/** The same boxes as the loaded page, so that the layout does not shift. */
function TextSkeleton() {
  return (
    <div aria-hidden="true" className="late grid gap-4">
      {['h-[460px]', 'h-[420px]'].map((height) => (
        <div key={height} className={`bone rounded-md ${height}`} />
      ))}
    </div>
  )
}

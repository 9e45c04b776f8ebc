import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-analytics.ts'
import type { Overview } from '../../../data/admin/reports/analytics.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { BucketTable } from './bucket-table.tsx'
import { bucketsOf } from './buckets.ts'
import type { Kind } from '../figure-texts.ts'
import { segment } from '../period-bar.tsx'
import { GRANULARITIES, withPeriod } from '../period.ts'
import type { Period } from '../period.ts'
import { SalesChart } from './sales-chart.tsx'

/** One figure over the period, as a chart or a table, in days, weeks or months. */
export function SalesPanel({ period, overview, kind }: { period: Period; overview: Overview; kind: Kind }) {
  const [params, setParams] = useSearchParams()
  const table = params.get('show') === 'table'
  const label = say.chartTitle(say.figure[kind], say.byGranularity[period.granularity])
  const turned = new URLSearchParams(params)
  if (table) turned.delete('show')
  else turned.set('show', 'table')
  useShortcuts(
    GRANULARITIES.filter((granularity) => period.granularities.includes(granularity)).map((granularity) => ({
      keys: granularity.charAt(0),
      label: say.chartTitle(say.chart, say.byGranularity[granularity]),
      group: say.group,
      run: () => setParams(withPeriod(params, { granularity }), { preventScrollReset: true }),
    })),
  )
  const buckets = bucketsOf(period, overview.days, overview.days_before)
  return (
    <div className="border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
        <h2>{label}</h2>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <nav aria-label={say.steps} className="rounded-md bg-sunken p-[3px]">
            <ul className="flex">
              {period.granularities.map((granularity) => (
                <li key={granularity}>
                  <Link
                    to={{ search: withPeriod(params, { granularity }).toString() }}
                    preventScrollReset
                    aria-current={period.granularity === granularity ? 'true' : undefined}
                    className={segment(period.granularity === granularity)}
                  >
                    {say.granularities[granularity]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Link to={{ search: turned.toString() }} replace preventScrollReset className="ctl">
            {table ? say.showChart : say.showTable}
          </Link>
        </div>
      </div>
      {table ? (
        <div className="border-t border-line">
          <BucketTable buckets={buckets} kind={kind} label={label} />
        </div>
      ) : overview.this.orders + overview.before.orders === 0 ? (
        <EmptyState compact title={say.noSales} text={say.noSalesText} />
      ) : (
        <div className="px-4 pt-2 pb-4">
          <SalesChart buckets={buckets} kind={kind} label={label} />
        </div>
      )}
    </div>
  )
}

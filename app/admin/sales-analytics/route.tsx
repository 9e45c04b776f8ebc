import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-analytics.ts'
import { AccountsView } from './accounts/accounts-view.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useNow } from '../ui/use-now.ts'
import { BreakdownView } from './breakdown-view.tsx'
import { EInvoicesView } from './einvoices/einvoices-view.tsx'
import { GstView } from './tax/gst-view.tsx'
import { OverviewView } from './overview/overview-view.tsx'
import { StockView } from './stock-view.tsx'
import { readPeriod } from './period.ts'
import type { Period } from './period.ts'
import { VIEWS, viewIn, viewSearch } from './views.ts'
import type { View } from './views.ts'

/** /admin/sales-analytics: sales over time and by other dimensions, how long the stock lasts, and the month's GST. */
export default function SalesAnalytics() {
  const [params] = useSearchParams()
  const view = viewIn(params)
  const period = readPeriod(params, useNow())
  const tabs = useRef<HTMLElement>(null)
  // on a phone the last tabs are outside the visible area
  useEffect(() => {
    // newer browsers return a promise, which an effect must not return
    tabs.current?.querySelector(`[data-view=${view}]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [view])
  return (
    <>
      <PageHead title={say.salesAnalytics} />
      <nav ref={tabs} aria-label={say.parts} className="no-bar mb-4 flex gap-4 overflow-x-auto border-b border-line">
        {VIEWS.map((one) => (
          <Link key={one} data-view={one} to={viewSearch(params, one)} aria-current={one === view ? 'page' : undefined} className={tab(one === view)}>
            {say.views[one]}
          </Link>
        ))}
      </nav>
      <Shown view={view} period={period} />
    </>
  )
}

const tab = (chosen: boolean): string =>
  `inline-flex min-h-9 items-center border-b-2 px-1 font-medium whitespace-nowrap touch:min-h-11 ${chosen ? 'border-accent font-semibold text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`

function Shown({ view, period }: { view: View; period: Period }) {
  if (view === 'overview') return <OverviewView period={period} />
  if (view === 'stock') return <StockView period={period} />
  if (view === 'gst') return <GstView />
  if (view === 'einvoices') return <EInvoicesView />
  if (view === 'accounts') return <AccountsView period={period} />
  return <BreakdownView key={view} by={view} period={period} />
}

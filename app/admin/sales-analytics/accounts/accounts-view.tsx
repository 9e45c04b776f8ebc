import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MOST_DAYS } from '#domain/accounts/days-range.ts'
import { formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-accounts.ts'
import { fetchAccounts, TooManyEntries } from '../../../data/admin/reports/accounts.ts'
import type { AccountPreview } from '../../../data/admin/reports/accounts.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { lengthOf } from '../days.ts'
import { PeriodBar } from '../period-bar.tsx'
import type { Period } from '../period.ts'
import { AccountFiles } from './account-files.tsx'
import { AccountTotals } from './account-totals.tsx'

/** What the accountant takes for the chosen days: their totals, and the files. */
export function AccountsView({ period }: { period: Period }) {
  const { from, to } = period
  const tooLong = lengthOf(period) > MOST_DAYS
  const read = useQuery({
    queryKey: ['accounts', from, to],
    queryFn: () => fetchAccounts({ from, to }),
    enabled: !tooLong,
    retry: (times, error) => !(error instanceof TooManyEntries) && times < 2,
  })
  const { data, error } = read
  return (
    <section aria-labelledby="accounts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="accounts">{say.heading}</h2>
        <p aria-live="polite" className="text-ink-2">
          {data ? countsOf(data) : null}
        </p>
        <Link to="/admin/sales-analytics/ledgers" className="ctl ml-auto max-md:w-full">
          {say.mapLedgers}
        </Link>
      </div>
      <div className="-mb-4">
        <PeriodBar period={period} against={false} />
      </div>
      {tooLong ? <Notice text={say.tooLong} /> : null}
      {error instanceof TooManyEntries ? <Notice text={say.tooMany(groupIndian(String(error.limit)))} /> : null}
      {error && !(error instanceof TooManyEntries) ? (
        <ErrorPanel title={say.failed} text={say.failedText} error={error} onRetry={() => void read.refetch()} />
      ) : null}
      {tooLong || error ? null : data ? (
        <>
          <AccountFiles key={`${from} ${to}`} days={{ from, to }} empty={isEmpty(data)} />
          {isEmpty(data) ? <Notice title={say.nothing} text={say.nothingText} /> : <AccountTotals preview={data} />}
        </>
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

const isEmpty = ({ invoices, notes, methods, entries }: AccountPreview): boolean => invoices + notes + methods.length + entries === 0

const countsOf = ({ invoices, notes, received }: AccountPreview): string =>
  say.counts(say.invoices(invoices), say.notes(notes), formatRupees(toPaise(received)))

function Notice({ title, text }: { title?: string; text: string }) {
  return (
    <div role="status" className="rounded-md border border-line bg-surface p-4">
      {title === undefined ? null : <p className="font-semibold">{title}</p>}
      <p className="text-ink-2">{text}</p>
    </div>
  )
}

/** The same boxes as the loaded page, so that the layout does not shift. */
function Skeleton() {
  return (
    <div aria-hidden="true" className="late grid gap-4">
      {['h-[250px]', 'h-[200px]'].map((height) => (
        <div key={height} className={`bone rounded-md ${height}`} />
      ))}
    </div>
  )
}

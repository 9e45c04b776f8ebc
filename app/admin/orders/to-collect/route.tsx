import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import * as listWords from '#words/admin-list.ts'
import * as say from '#words/admin-receivables.ts'
import { CSV_PAGE } from '../../../data/admin/csv.ts'
import { fetchMoneyToCollect, toCollectKey } from '../../../data/admin/orders/payments.ts'
import type { MoneyToCollect } from '../../../data/admin/orders/payments.ts'
import { RECEIVABLES_KEY, fetchReceivables } from '../../../data/admin/orders/receivables.ts'
import type { Receivable, ReceivableFilters } from '../../../data/admin/orders/receivables.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { orderPath } from '../../paths.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { readList } from '../../ui/list-url.ts'
import type { Filter } from '../../ui/list-url.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useSelection } from '../../ui/selection.ts'
import { PaymentDialog } from '../dialogs/payment-dialog.tsx'
import { QUEUE_COUNTS_KEY } from '../live-list.ts'
import { AgeTable } from './age-table.tsx'
import { COLUMNS, csvColumns } from './columns.tsx'
import { RecordCash } from './record-cash.tsx'

const PAGE = 50

/** In the address '-' is the shop itself, which has no courier. */
const filtersOf = (owed: MoneyToCollect | undefined): Filter[] => [
  { name: 'kind', label: say.kind, options: (['cod', 'awaited', 'verify'] as const).map((value) => ({ value, label: say.kinds[value] })) },
  {
    name: 'age',
    label: say.ageLabel,
    options: [
      [0, 7],
      [8, 15],
      [16, 30],
      [31, null],
    ].map(([from, to]) => ({ value: String(from), label: say.age(Number(from), to ?? null) })),
  },
  {
    name: 'courier',
    label: say.courier,
    options: (owed?.couriers ?? [])
      .filter((name) => !name.includes(','))
      .map((name) => ({ value: name === '' ? '-' : name, label: name === '' ? say.ownDelivery : name })),
  },
]

/** Everything that is still to come, by age and kind, and what staff record of it (docs/rules.md#money-to-collect). */
export default function ToCollect() {
  const [params] = useSearchParams()
  const owed = useQuery({ queryKey: toCollectKey, queryFn: fetchMoneyToCollect })
  const all = filtersOf(owed.data)
  const { search, filters: chosen, sort, cursor } = readList(params, all, ['since'])
  const filters: ReceivableFilters = {
    ...(search === '' ? {} : { search }),
    ...(chosen['kind'] ? { kind: chosen['kind'] } : {}),
    ...(chosen['age'] ? { age: chosen['age'] } : {}),
    ...(chosen['courier'] ? { courier: chosen['courier'].map((name) => (name === '-' ? '' : name)) } : {}),
  }
  const oldestFirst = sort?.ascending !== false
  const page = useQuery({
    queryKey: [RECEIVABLES_KEY, filters, oldestFirst, cursor],
    queryFn: () => fetchReceivables(filters, oldestFirst, cursor, PAGE),
    // the options of the couriers come with the sums
    enabled: !owed.isPending,
    placeholderData: keepPreviousData,
  })
  const rows = page.data?.rows
  const selection = useSelection((rows ?? []).map(({ id }) => id))
  const [asked, setAsked] = useState<Receivable | null>(null)
  const [recording, setRecording] = useState<readonly Receivable[] | null>(null)
  const reload = () => {
    selection.clear()
    for (const queryKey of [toCollectKey, [RECEIVABLES_KEY], QUEUE_COUNTS_KEY]) void queryClient.invalidateQueries({ queryKey })
  }
  const record = () => {
    const cash = (rows ?? []).filter(({ id, kind }) => selection.has(id) && kind === 'cod')
    if (cash.length === 0) return void toast({ title: say.onlyCash })
    setRecording(cash)
  }

  return (
    <>
      <PageHead
        title={say.title}
        back={{ to: '/admin/orders', label: say.orders }}
        aside={owed.data ? <span className="num">{say.sum(formatRupees(toPaise(owed.data.amount)), say.count(owed.data.count))}</span> : null}
        actions={
          <>
            <ExportButton<Receivable>
              name="to-collect"
              columns={csvColumns(owed.data?.as_of ?? null)}
              read={(at) => fetchReceivables(filters, oldestFirst, at, CSV_PAGE)}
            />
            <Link to="/admin/orders/remittances" className="ctl">
              {say.remittances}
            </Link>
            <Link to="/admin/orders/remittances/book" className="ctl ctl-main">
              {say.bookRemittance}
            </Link>
          </>
        }
      />
      <p className="mb-3 max-w-[75ch] text-pretty text-ink-2">{say.intro}</p>
      {owed.isPending ? <div aria-hidden="true" className="bone mb-4 h-[150px] rounded-md" /> : null}
      {owed.data && owed.data.count > 0 ? <AgeTable owed={owed.data} /> : null}
      <FilterBar search={say.search} filters={all} />
      <DataTable
        id="to-collect"
        label={say.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ order_number }) => say.named(formatOrderNumber(order_number))}
        rowTo={({ id }) => orderPath(id)}
        selection={selection}
        busy={page.isFetching}
        error={owed.error ?? page.error}
        onRetry={() => {
          void owed.refetch()
          void page.refetch()
        }}
        renderActions={(row) =>
          row.payment_method === 'razorpay' ? null : (
            <button type="button" className="ctl" onClick={() => setAsked(row)}>
              {say.record}
              <span className="sr-only"> {say.named(formatOrderNumber(row.order_number))}</span>
            </button>
          )
        }
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState compact title={listWords.noMatch} text={listWords.noMatchText} />
          ) : (
            <EmptyState compact title={say.none} text={say.noneText} />
          )
        }
      />
      <Pager page={page.data} />
      <BulkBar selection={selection}>
        <button type="button" className="ctl" onClick={record}>
          {say.recordMany}
        </button>
      </BulkBar>
      {asked === null ? null : (
        <PaymentDialog
          order={{ ...asked, to_collect: asked.amount, refund_due: 0 }}
          onClose={() => setAsked(null)}
          onSettled={() => {
            setAsked(null)
            reload()
          }}
        />
      )}
      {recording === null ? null : <RecordCash orders={recording} onClose={() => setRecording(null)} onDone={reload} />}
    </>
  )
}

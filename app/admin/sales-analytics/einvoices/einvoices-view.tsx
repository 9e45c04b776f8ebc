import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { periodOf } from '#domain/gstr1/period.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-einvoices.ts'
import { fetchEInvoices, fetchPortalFile } from '../../../data/admin/reports/e-invoices.ts'
import type { EInvoice } from '../../../data/admin/reports/e-invoices.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useMay } from '../../access.ts'
import { orderPath } from '../../paths.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Money } from '../../ui/cells.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useSelection } from '../../ui/selection.ts'
import { MonthChoice } from '../tax/month-choice.tsx'
import { monthNow } from '../tax/months.ts'
import { CancelledDialog, EnterDialog } from './einvoice-dialogs.tsx'
import { OutcomeBox, UploadAnswer } from './upload-answer.tsx'
import type { Outcome } from './upload-answer.tsx'

const COLUMNS: Column<EInvoice>[] = [
  { id: 'number', label: say.number, always: true, cell: ({ serial }) => <span className="md:whitespace-nowrap">{serial}</span> },
  { id: 'issued', label: say.issued, leaves: 'second', cell: ({ issued_at }) => formatDay(issued_at) },
  { id: 'buyer', label: say.buyer, cell: ({ name }) => <span className="typed">{name}</span> },
  { id: 'gstin', label: say.gstin, hidden: true, cell: ({ gstin }) => gstin },
  { id: 'value', label: say.value, end: true, cell: ({ value }) => <Money rupees={value} /> },
  { id: 'state', label: say.state, cell: (document) => <StateCell document={document} /> },
  {
    id: 'until',
    label: say.reportBy,
    // the last day: the moment is the beginning of the next one
    cell: ({ irn, report_until }) =>
      irn === null ? <span className="whitespace-nowrap">{formatDay(new Date(new Date(report_until).getTime() - 1))}</span> : null,
  },
]

/** The documents of a month that need an IRN: the file for the portal, and its answer. */
export function EInvoicesView() {
  const [params, setParams] = useSearchParams()
  const [now] = useState(() => new Date())
  const month = periodOf(params.get('month'))?.month ?? monthNow(now)
  const read = useQuery({ queryKey: ['e-invoices', month], queryFn: () => fetchEInvoices(month) })
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asked, setAsked] = useState<{ what: 'enter' | 'cancel'; document: EInvoice } | null>(null)
  const may = useMay()
  const documents = read.data?.documents
  const missing = (documents ?? []).filter(({ irn }) => irn === null)
  const selection = useSelection(missing.map(({ serial }) => serial))
  const done = () => {
    setAsked(null)
    void read.refetch()
  }
  return (
    <section aria-labelledby="e-invoices" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="e-invoices">{say.heading}</h2>
        <MonthChoice month={month} now={now} onChoose={(chosen) => setParams({ ...Object.fromEntries(params), month: chosen })} />
        <p aria-live="polite" className="text-ink-2">
          {documents ? say.counts(missing.length, documents.filter(({ irn, cancelled_at }) => irn !== null && cancelled_at === null).length) : null}
        </p>
        <span className="ml-auto flex flex-wrap gap-2 max-md:w-full">
          {may('gst.write') ? (
            <UploadAnswer
              onDone={(result) => {
                setOutcome(result)
                void read.refetch()
              }}
            />
          ) : null}
          <button
            type="button"
            className="ctl ctl-main max-md:w-full"
            title={say.downloadHint}
            disabled={missing.length === 0}
            onClick={() => void download(month, null)}
          >
            {say.download}
          </button>
        </span>
      </div>
      {read.data?.above_five_crore === false ? <p className="rounded-md border border-line bg-surface px-4 py-3">{say.notRequired}</p> : null}
      {outcome ? <OutcomeBox outcome={outcome} onClose={() => setOutcome(null)} /> : null}
      <DataTable
        id="e-invoices"
        label={say.list}
        columns={COLUMNS}
        rows={documents}
        rowKey={({ serial }) => serial}
        rowName={({ serial }) => serial}
        rowTo={({ order_id }) => orderPath(order_id)}
        selection={selection}
        renderActions={(document) => (may('gst.write') ? <Action document={document} onAsk={(what) => setAsked({ what, document })} /> : null)}
        busy={read.isFetching}
        error={read.error}
        onRetry={() => void read.refetch()}
        empty={<EmptyState compact title={say.nothing} text={say.nothingText} />}
      />
      <p className="text-ink-2">{say.reportByHint}</p>
      <BulkBar selection={selection}>
        <button type="button" className="ctl" onClick={() => void download(month, selection.chosen)}>
          {say.downloadChosen}
        </button>
      </BulkBar>
      {asked?.what === 'enter' ? <EnterDialog document={asked.document} onClose={() => setAsked(null)} onDone={done} /> : null}
      {asked?.what === 'cancel' ? <CancelledDialog document={asked.document} onClose={() => setAsked(null)} onDone={done} /> : null}
    </section>
  )
}

function StateCell({ document: { irn, ack_no, ack_at, cancelled_at, note, problems } }: { document: EInvoice }) {
  if (cancelled_at !== null) return <span className="text-cancelled">{say.cancelledOn(formatDay(cancelled_at), note)}</span>
  if (irn !== null)
    return (
      <span title={irn} className="block max-w-[26ch] min-w-0">
        <span className="block max-md:[overflow-wrap:anywhere] md:truncate">{irn}</span>
        <span className="text-ink-2">{say.acknowledged(ack_no ?? '', ack_at === null ? '' : formatDay(ack_at))}</span>
      </span>
    )
  if (problems.length === 0) return say.ready
  return (
    <ul className="max-w-[44ch] text-pretty text-pending">
      {problems.map((problem) => (
        <li key={problem}>{say.problems[problem]}</li>
      ))}
    </ul>
  )
}

function Action({ document, onAsk }: { document: EInvoice; onAsk: (what: 'enter' | 'cancel') => void }) {
  if (document.cancelled_at !== null) return null
  const what = document.irn === null ? 'enter' : 'cancel'
  return (
    <button type="button" className="ctl" onClick={() => onAsk(what)}>
      {say.actions[what]}
      <span className="sr-only"> {document.serial}</span>
    </button>
  )
}

async function download(month: string, serials: readonly string[] | null) {
  try {
    const { filename, invoices, left } = await fetchPortalFile(month, serials)
    if (invoices.length > 0) saveFile(new Blob([JSON.stringify(invoices)], { type: 'application/json' }), filename)
    const title = invoices.length === 0 ? say.nothingReady : say.downloaded(filename, invoices.length)
    toast({ title: invoices.length > 0 && left.length > 0 ? `${title}. ${say.leftOut(left)}` : title, tone: invoices.length === 0 ? 'error' : 'success' })
  } catch {
    toast({ title: say.downloadFailed, tone: 'error' })
  }
}

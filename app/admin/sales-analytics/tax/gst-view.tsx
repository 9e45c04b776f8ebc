import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as say from '#words/admin-gst.ts'
import { fetchGstReturn } from '../../../data/admin/reports/gst-return.ts'
import type { GstReturn } from '../../../data/admin/reports/gst-return.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { readSelection } from './document-selection.ts'
import { DocumentsView } from './documents-view.tsx'
import { MonthChoice } from './month-choice.tsx'
import { ReturnTables } from './return-tables.tsx'
import { TaxSummary } from './tax-summary.tsx'
import { Warnings } from './warnings.tsx'
import { monthShown } from './months.ts'
import { useReturnFiles } from './use-return-files.ts'

/** The GST return of a month, or the documents behind one of its figures. */
export function GstView() {
  const [params] = useSearchParams()
  const [now] = useState(() => new Date())
  const selection = readSelection(params)
  return selection ? <DocumentsView month={monthShown(params.get('month'), now)} selection={selection} /> : <MonthReturn now={now} />
}

/** The return, what to check before filing it, and its files. */
function MonthReturn({ now }: { now: Date }) {
  const [params, setParams] = useSearchParams()
  const month = monthShown(params.get('month'), now)
  const filed = useQuery({ queryKey: ['gst-return', month], queryFn: () => fetchGstReturn(month) })
  const files = useReturnFiles(month)
  const { data } = filed
  return (
    <section aria-labelledby="gst-return" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="gst-return">{say.heading}</h2>
        <MonthChoice month={month} now={now} onChoose={(chosen) => setParams({ ...Object.fromEntries(params), month: chosen })} />
        <p aria-live="polite" className="text-ink-2">
          {data ? countsOf(data) : null}
        </p>
        <button
          type="button"
          className="ctl ctl-main ml-auto max-md:w-full"
          disabled={!data?.return}
          aria-describedby="gst-json-hint"
          onClick={() => data && files.saveJson(data)}
        >
          {say.downloadJson}
        </button>
        <p id="gst-json-hint" className="sr-only">
          {data && !data.return ? say.noGstin : say.jsonHint}
        </p>
      </div>
      {filed.isError ? <ErrorPanel title={say.failed} text={say.failedText} error={filed.error} onRetry={() => void filed.refetch()} /> : null}
      {data ? (
        <>
          <Warnings warnings={data.warnings} />
          {data.gst_summary.documents.invoices + data.gst_summary.documents.notes === 0 ? (
            <div className="rounded-md border border-line bg-surface p-4">
              <p className="font-semibold">{say.nothing}</p>
              <p className="text-ink-2">{say.nothingText}</p>
            </div>
          ) : (
            <>
              <ReturnTables tables={data.tables} busy={files.busy} onSave={files.saveSheet} />
              <TaxSummary summary={data.gst_summary} busy={files.busy} onSave={files.saveSheet} />
            </>
          )}
        </>
      ) : filed.isPending ? (
        <TextSkeleton />
      ) : null}
    </section>
  )
}

function countsOf({ gst_summary }: GstReturn): string {
  return say.issued(say.invoices(gst_summary.documents.invoices), say.notes(gst_summary.documents.notes))
}

/** The same boxes as the loaded page, so that the layout does not shift. */
function TextSkeleton() {
  return (
    <div aria-hidden="true" className="late grid gap-4">
      {['h-[64px]', 'h-[430px]', 'h-[220px]'].map((height) => (
        <div key={height} className={`bone rounded-md ${height}`} />
      ))}
    </div>
  )
}

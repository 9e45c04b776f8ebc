import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import { sumAmounts } from '#domain/gstr1/tax-amounts.ts'
import type { TaxAmounts } from '#domain/gstr1/tax-amounts.ts'
import { formatRupees, toDecimal } from '#domain/money/money.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/admin-gst.ts'
import { fetchGstDocuments } from '../../../data/admin/reports/gst-return.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { orderPath } from '../../paths.ts'
import { Money } from '../../ui/cells.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { countedIn, documentsSearch } from './document-selection.ts'
import type { DocumentSelection, Counted } from './document-selection.ts'
import { monthName } from './months.ts'
import { count } from '../figure-texts.ts'

const SHOWN = 200
const taxOf = ({ cgst, sgst, igst }: TaxAmounts): number => cgst + sgst + igst

const COLUMNS: Column<Counted>[] = [
  { id: 'number', label: say.number, always: true, cell: ({ document }) => document.serial },
  { id: 'issued', label: say.issuedOn, cell: ({ document }) => formatDay(document.issued_at) },
  { id: 'buyer', label: say.buyer, cell: ({ document }) => <span className="typed">{document.name}</span> },
  { id: 'gstin', label: say.gstin, cell: ({ document }) => document.gstin },
  { id: 'place', label: say.place, cell: ({ document }) => stateByCode(document.place_of_supply)?.name ?? document.place_of_supply },
  { id: 'taxable', label: say.taxable, end: true, cell: ({ counts }) => formatRupees(counts.taxable) },
  { id: 'cgst', label: say.cgst, end: true, hidden: true, cell: ({ counts }) => formatRupees(counts.cgst) },
  { id: 'sgst', label: say.sgst, end: true, hidden: true, cell: ({ counts }) => formatRupees(counts.sgst) },
  { id: 'igst', label: say.igst, end: true, hidden: true, cell: ({ counts }) => formatRupees(counts.igst) },
  { id: 'tax', label: say.tax, end: true, cell: ({ counts }) => formatRupees(taxOf(counts)) },
  { id: 'value', label: say.value, end: true, cell: ({ document }) => <Money rupees={document.value} /> },
]

/** The documents behind a figure of the month's return; they add up to that figure, and each links to its order. */
export function DocumentsView({ month, selection }: { month: string; selection: DocumentSelection }) {
  const [params] = useSearchParams()
  const read = useQuery({ queryKey: ['gst-documents', month], queryFn: () => fetchGstDocuments(month) })
  const counted = read.data ? countedIn(read.data, selection) : undefined
  const sum = sumAmounts((counted ?? []).map(({ counts }) => counts))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to={documentsSearch(params, null)} className="ctl">
          {say.backToReturn}
        </Link>
        <h2>{say.documentsTitle(nameOf(selection), monthName(month))}</h2>
        <p aria-live="polite" className="min-w-0 flex-1 basis-[220px] text-ink-2">
          {counted
            ? `${say.documentCount(count(counted.length), counted.length === 1)} · ${say.taxable} ${formatRupees(sum.taxable)} · ${say.tax} ${formatRupees(taxOf(sum))}`
            : null}
          {counted && counted.length > SHOWN ? ` · ${say.shownOf(count(SHOWN), count(counted.length))}` : null}
        </p>
        <ExportButton<Counted>
          name={`gst-documents-${month}`}
          read={async () => ({ rows: countedIn(await fetchGstDocuments(month), selection), next: null, previous: null, count: null })}
          columns={[
            { label: say.number, value: ({ document }) => document.serial },
            { label: say.issuedOn, value: ({ document }) => document.issued_at },
            { label: say.kind, value: ({ document }) => say.kinds[document.kind] },
            { label: say.buyer, value: ({ document }) => document.name },
            { label: say.gstin, value: ({ document }) => document.gstin },
            { label: say.place, value: ({ document }) => document.place_of_supply },
            { label: say.taxable, value: ({ counts }) => Number(toDecimal(counts.taxable)) },
            { label: say.cgst, value: ({ counts }) => Number(toDecimal(counts.cgst)) },
            { label: say.sgst, value: ({ counts }) => Number(toDecimal(counts.sgst)) },
            { label: say.igst, value: ({ counts }) => Number(toDecimal(counts.igst)) },
            { label: say.value, value: ({ document }) => document.value },
          ]}
        />
      </div>
      <DataTable
        id="gst-documents"
        label={say.documentsTitle(nameOf(selection), monthName(month))}
        columns={COLUMNS}
        rows={counted?.slice(0, SHOWN)}
        rowKey={({ document }) => document.serial}
        rowName={({ document }) => document.serial}
        rowTo={({ document }) => orderPath(document.order_id)}
        busy={read.isFetching}
        error={read.error}
        onRetry={() => void read.refetch()}
        empty={<EmptyState compact title={say.noDocuments} text={say.noDocumentsText} />}
      />
    </div>
  )
}

function nameOf({ table, kind, rate, place }: DocumentSelection): string {
  if (kind !== undefined) return say.kinds[kind]
  if (rate !== undefined) return say.atRate(Number(rate))
  if (place !== undefined) return say.inState(stateByCode(place)?.name ?? place)
  if (table === undefined || table === 'summary') return say.allDocuments
  const [number, name] = say.tableNames[table]
  return say.ofTable(number, name)
}

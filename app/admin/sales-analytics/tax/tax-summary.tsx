import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SheetName } from '#domain/gstr1/sheets.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/admin-gst.ts'
import type { GstReturn, Tax } from '../../../data/admin/reports/gst-return.ts'
import { documentsSearch } from './document-selection.ts'
import { HEADS, SaveSheet, TaxCells } from './return-tables.tsx'

type TaxSummaryProps = { summary: GstReturn['gst_summary']; busy: SheetName | null; onSave: (table: SheetName) => void }

/** The month's tax by kind of document, by rate and by State; all three have the same total, and each row links to its documents. */
export function TaxSummary({ summary, busy, onSave }: TaxSummaryProps) {
  const [params] = useSearchParams()
  return (
    <section aria-labelledby="gst-summary" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="gst-summary">{say.summary}</h3>
        <SaveSheet table="summary" name={say.summary} busy={busy} onSave={onSave} />
      </div>
      <TaxTable
        caption={say.byKind}
        head={say.kind}
        rows={summary.by_kind.map((row) => ({
          name: say.kinds[row.kind],
          to: row.documents === 0 ? null : documentsSearch(params, { kind: row.kind }),
          documents: row.documents,
          tax: row,
        }))}
        total={summary.total}
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <TaxTable
          caption={say.byRate}
          head={say.rate}
          rows={summary.by_rate.map((row) => ({ name: say.percent(row.rate), to: documentsSearch(params, { rate: String(row.rate) }), tax: row }))}
          total={summary.total}
        />
        <TaxTable
          caption={say.byState}
          head={say.place}
          rows={summary.by_state.map((row) => ({
            name: stateByCode(row.place_of_supply)?.name ?? row.place_of_supply,
            to: documentsSearch(params, { place: row.place_of_supply }),
            tax: row,
          }))}
          total={summary.total}
        />
      </div>
      <p className="text-ink-2">{say.noCess}</p>
    </section>
  )
}

type Row = { name: string; to: string | null; documents?: number; tax: Tax }

function TaxTable({ caption, head, rows, total }: { caption: string; head: string; rows: Row[]; total: Tax }) {
  const counted = rows.some(({ documents }) => documents !== undefined)
  return (
    <div className="grid-room overflow-clip rounded-md border border-line bg-surface md:max-lg:overflow-x-auto">
      <table className="grid-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {counted ? (
              <th scope="col" className="end">
                {say.documentsOf}
              </th>
            ) : null}
            {HEADS.map(([key, label]) => (
              <th key={key} scope="col" className="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, to, documents, tax }) => (
            <TaxRow key={name} tax={tax} documents={documents}>
              {to === null ? (
                name
              ) : (
                <Link to={to} className="text-plum-600 hover:underline">
                  {name}
                </Link>
              )}
            </TaxRow>
          ))}
          <TaxRow tax={total} documents={counted ? rows.reduce((sum, row) => sum + (row.documents ?? 0), 0) : undefined} strong>
            {say.total}
          </TaxRow>
        </tbody>
      </table>
    </div>
  )
}

function TaxRow({ tax, documents, strong = false, children }: { tax: Tax; documents: number | undefined; strong?: boolean; children: ReactNode }) {
  return (
    <tr className={strong ? 'font-semibold' : undefined}>
      <td data-first>{children}</td>
      {documents === undefined ? null : (
        <td className="end" data-label={say.documentsOf}>
          {documents}
        </td>
      )}
      <TaxCells tax={tax} />
    </tr>
  )
}

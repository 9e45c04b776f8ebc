import type { ReactNode } from 'react'
import type { SheetName } from '#domain/gstr1/sheets.ts'
import { stateByCode } from '#domain/states.ts'
import * as say from '#words/admin-gst.ts'
import type { GstReturn, Tax } from '../../data/gst-return.ts'
import { HEADS, SaveSheet, TaxCells } from './return-tables.tsx'

type TaxSummaryProps = { summary: GstReturn['gst_summary']; busy: SheetName | null; onSave: (table: SheetName) => void }

/** What the month's tax comes to, by rate and by State; both columns come to the same total. */
export function TaxSummary({ summary, busy, onSave }: TaxSummaryProps) {
  return (
    <section aria-labelledby="gst-summary" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="gst-summary">{say.summary}</h3>
        <SaveSheet table="summary" name={say.summary} busy={busy} onSave={onSave} />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <TaxTable caption={say.byRate} head={say.rate} rows={summary.by_rate.map((row) => ({ name: say.percent(row.rate), tax: row }))} total={summary.total} />
        <TaxTable
          caption={say.byState}
          head={say.place}
          rows={summary.by_state.map((row) => ({ name: stateByCode(row.place_of_supply)?.name ?? row.place_of_supply, tax: row }))}
          total={summary.total}
        />
      </div>
    </section>
  )
}

function TaxTable({ caption, head, rows, total }: { caption: string; head: string; rows: { name: string; tax: Tax }[]; total: Tax }) {
  return (
    <div className="grid-room overflow-clip rounded-md border border-line bg-surface md:max-lg:overflow-x-auto">
      <table className="grid-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {HEADS.map(([key, label]) => (
              <th key={key} scope="col" className="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, tax }) => (
            <TaxRow key={name} tax={tax}>
              {name}
            </TaxRow>
          ))}
          <TaxRow tax={total} strong>
            {say.total}
          </TaxRow>
        </tbody>
      </table>
    </div>
  )
}

function TaxRow({ tax, strong = false, children }: { tax: Tax; strong?: boolean; children: ReactNode }) {
  return (
    <tr className={strong ? 'font-semibold' : undefined}>
      <td data-first>{children}</td>
      <TaxCells tax={tax} />
    </tr>
  )
}

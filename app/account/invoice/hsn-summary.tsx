import { formatRupees } from '#domain/money/money.ts'
import type { SummaryRow } from '#domain/documents/invoice-amounts.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import { summaryName } from '#domain/documents/invoice-totals.ts'
import * as say from '#words/invoice.ts'

const head = 'px-2 pb-2 text-right font-medium whitespace-nowrap first:pl-0 first:text-left last:pr-0'
const cell = 'px-2 py-2 text-right first:pl-0 first:text-left last:pr-0'

type SummaryColumn = { name: string; text: (row: SummaryRow) => string }

/** Values and tax by HSN and rate, charges separately, as in the PDF: a table on a wide screen, a list on a phone. */
export function HsnSummary({ content: { amounts, heads, number } }: { content: InvoiceContent }) {
  if (!amounts) return null
  const taxed = heads.length > 0
  const title = taxed ? say.taxByHsn : say.valueByHsn
  const columns: SummaryColumn[] = [
    { name: say.hsn, text: summaryName },
    ...(taxed ? [{ name: say.rate, text: rateText }] : []),
    { name: taxed ? say.taxable : say.value, text: (row) => formatRupees(row.taxable) },
    ...heads.map((column) => ({ name: column.name, text: (row: SummaryRow) => formatRupees(row[column.key]) })),
    ...(taxed ? [{ name: say.tax, text: (row: SummaryRow) => formatRupees(row.tax) }] : []),
  ]
  return (
    <section className="mt-8" aria-label={[title, number].filter(Boolean).join(', ')}>
      <SummaryTable title={title} columns={columns} rows={amounts.summary} />
      <SummaryList title={title} columns={columns} rows={amounts.summary} />
    </section>
  )
}

type SummaryProps = { title: string; columns: readonly SummaryColumn[]; rows: readonly SummaryRow[] }

const keyOf = (row: SummaryRow) => `${summaryName(row)} ${row.rate}`

function SummaryTable({ title, columns, rows }: SummaryProps) {
  return (
    <table className="w-full border-collapse text-sm max-md:hidden print:table!">
      <caption className="pb-3 text-left font-display text-lg text-plum-900">{title}</caption>
      <thead className="border-b border-line text-ink-2">
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className={head}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-b border-line">
            {columns.map(({ name, text }) => (
              <td key={name} className={cell}>
                {text(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same rows on a phone: six columns of a tax document would not fit. */
function SummaryList({ title, columns: [, ...others], rows }: SummaryProps) {
  return (
    <div className="md:hidden print:hidden">
      <p className="pb-3 font-display text-lg text-plum-900">{title}</p>
      <ul className="border-t border-line">
        {rows.map((row) => (
          <li key={keyOf(row)} className="border-b border-line py-3">
            <p className="font-semibold">{row.charge ?? say.hsnOf(row.hsn)}</p>
            <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm text-ink-2">
              {others.map(({ name, text }) => (
                <div key={name} className="contents">
                  <dt>{name}</dt>
                  <dd className="text-right text-ink">{text(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

function rateText({ rate }: SummaryRow): string {
  if (rate === null) return say.mixed
  return rate === 0 ? say.nil : say.percent(rate)
}

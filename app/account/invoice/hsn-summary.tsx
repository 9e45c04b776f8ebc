import { formatRupees } from '#domain/money.ts'
import type { SummaryRow } from '#domain/invoice-amounts.ts'
import type { InvoiceContent } from '#domain/invoice-content.ts'
import * as say from '#words/invoice.ts'

const head = 'px-2 pb-2 text-right font-medium whitespace-nowrap first:pl-0 first:text-left last:pr-0'
const cell = 'px-2 py-2 text-right first:pl-0 first:text-left last:pr-0'

type SummaryColumn = { name: string; text: (row: SummaryRow) => string }

/** Values and tax by HSN and rate, delivery apart, as the PDF has them. Wider than a phone, it scrolls for itself. */
export function HsnSummary({ content: { amounts, heads, number } }: { content: InvoiceContent }) {
  if (!amounts) return null
  const taxed = heads.length > 0
  const title = taxed ? say.taxByHsn : say.valueByHsn
  const columns: SummaryColumn[] = [
    { name: say.hsn, text: (row) => (row.hsn === '' ? say.delivery : row.hsn) },
    ...(taxed ? [{ name: say.rate, text: rateText }] : []),
    { name: taxed ? say.taxable : say.value, text: (row) => formatRupees(row.taxable) },
    ...heads.map((column) => ({ name: column.name, text: (row: SummaryRow) => formatRupees(row[column.key]) })),
    ...(taxed ? [{ name: say.tax, text: (row: SummaryRow) => formatRupees(row.tax) }] : []),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard
    <section className="mt-8 overflow-x-auto" tabIndex={0} aria-label={[title, number].filter(Boolean).join(', ')}>
      <table className="w-full border-collapse text-sm">
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
          {amounts.summary.map((row) => (
            <tr key={`${row.hsn} ${row.rate}`} className="border-b border-line">
              {columns.map(({ name, text }) => (
                <td key={name} className={cell}>
                  {text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function rateText({ rate }: SummaryRow): string {
  if (rate === null) return say.mixed
  return rate === 0 ? say.nil : say.percent(rate)
}

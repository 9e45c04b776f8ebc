import { formatRupees } from '#domain/money/money.ts'
import type { InvoiceContent } from '#domain/documents/invoice-content.ts'
import * as say from '#words/invoice.ts'

const head = 'px-1 pb-2 lg:px-2 text-right font-medium whitespace-nowrap first:pl-0 first:text-left last:pr-0'
const cell = 'px-1 py-3 lg:px-2 text-right align-top first:pl-0 first:text-left last:pr-0'

/** The lines on a wide screen and in print. */
export function LineTable({ content: { lines, heads } }: { content: InvoiceContent }) {
  return (
    <table className="w-full border-collapse text-sm max-md:hidden print:table!">
      <caption className="sr-only">{say.lines}</caption>
      <thead className="border-b border-line text-ink-2">
        <tr>
          <th scope="col" className={head}>
            {say.description}
          </th>
          <th scope="col" className={head}>
            {say.hsn}
          </th>
          <th scope="col" className={head}>
            {say.qty}
          </th>
          <th scope="col" className={head}>
            {say.rate}
          </th>
          <th scope="col" className={head}>
            {say.taxable}
          </th>
          {heads.map((column) => (
            <th key={column.key} scope="col" className={head}>
              {column.name}
            </th>
          ))}
          <th scope="col" className={head}>
            {say.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.number} className="border-b border-line">
            <td className={cell}>
              <bdi className="inline-block min-w-[110px]">{line.description}</bdi>
              {line.sku ? <span className="block text-ink-2">{line.sku}</span> : null}
            </td>
            <td className={cell}>{line.hsn ?? ''}</td>
            <td className={`${cell} whitespace-nowrap`}>
              {line.quantity} {line.unit}
            </td>
            {line.amounts ? (
              <>
                <td className={cell}>{formatRupees(line.amounts.unitPrice)}</td>
                <td className={cell}>{formatRupees(line.amounts.taxable)}</td>
                {heads.map((column) => (
                  <td key={column.key} className={cell}>
                    {line.amounts ? formatRupees(line.amounts[column.key]) : ''}
                    <span className="block text-xs text-ink-2">{line.amounts ? `${line.amounts.rate * column.share}%` : ''}</span>
                  </td>
                ))}
                <td className={`${cell} font-semibold`}>{formatRupees(line.amounts.total)}</td>
              </>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same lines on a phone: a table of eight columns would scroll sideways. */
export function LineList({ content: { lines, heads } }: { content: InvoiceContent }) {
  return (
    <ul aria-label={say.lines} className="border-t border-line md:hidden print:hidden">
      {lines.map((line) => (
        <li key={line.number} className="border-b border-line py-4">
          <p className="flex justify-between gap-4">
            <span className="min-w-0">
              {line.description}
              <span className="block text-sm text-ink-2">{[line.sku, line.hsn ? say.hsnOf(line.hsn) : null].filter(Boolean).join(' · ')}</span>
            </span>
            {line.amounts ? <b className="font-semibold">{formatRupees(line.amounts.total)}</b> : null}
          </p>
          <p className="mt-1 text-sm text-ink-2">
            <span>{`${line.quantity} ${line.unit}`}</span>
            {line.amounts ? (
              <>
                {' '}
                × <span>{formatRupees(line.amounts.unitPrice)}</span>
              </>
            ) : null}
          </p>
          {line.amounts ? (
            <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm text-ink-2">
              <dt>{say.taxable}</dt>
              <dd className="text-right">{formatRupees(line.amounts.taxable)}</dd>
              {heads.map((column) => (
                <div key={column.key} className="contents">
                  <dt>{line.amounts ? say.headAt(column.name, line.amounts.rate * column.share) : ''}</dt>
                  <dd className="text-right">{line.amounts ? formatRupees(line.amounts[column.key]) : ''}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

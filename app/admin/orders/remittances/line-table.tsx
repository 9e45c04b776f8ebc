import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/admin-remittances.ts'
import type { PreviewRow } from '../../../data/admin/orders/remittances.ts'
import { orderPath } from '../../paths.ts'
import { Money } from '../../ui/cells.tsx'
import { differenceOf, lineState, needsLook } from './line-state.ts'

type Line = Omit<PreviewRow, 'problem'> & { problem: PreviewRow['problem']; id?: string }
type LineTableProps<Row extends Line> = {
  lines: readonly Row[]
  label: string
  /** what is said and offered about a row */ renderEnd?: (line: Row) => ReactNode
}

/** The parcels of a remittance with their amounts: before it is booked, and afterwards. */
export function LineTable<Row extends Line>({ lines, label, renderEnd }: LineTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls sideways, and must be reachable by keyboard then
    <div className="num relative overflow-x-auto rounded-md border border-line" role="region" aria-label={label} tabIndex={0}>
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left text-ink-2">
            {[say.row, say.parcel, say.order].map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-medium">
                {head}
              </th>
            ))}
            {[say.collected, say.expected, say.difference, say.charges].map((head) => (
              <th key={head} scope="col" className="px-3 py-2 text-right font-medium">
                {head}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 font-medium">
              {say.result}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.place} className={`border-b border-line align-top last:border-0 ${needsLook(line) ? 'bg-pending-tint/40' : ''}`}>
              <td className="px-3 py-2 text-ink-2">{line.place}</td>
              <td className="min-w-[130px] px-3 py-2 [overflow-wrap:anywhere] select-all">{line.tracking ?? line.order_text}</td>
              <td className="px-3 py-2">
                {line.order_id === null || line.order_number === null ? null : (
                  <Link to={orderPath(line.order_id)} className="link whitespace-nowrap">
                    {formatOrderNumber(line.order_number)}
                  </Link>
                )}
                {line.name === null ? null : <span className="block text-ink-2 [overflow-wrap:anywhere]">{line.name}</span>}
              </td>
              <td className="px-3 py-2 text-right">
                <Money rupees={line.collected} />
              </td>
              <td className="px-3 py-2 text-right">{line.expected === null ? '–' : <Money rupees={line.expected} />}</td>
              <td className="px-3 py-2 text-right">
                <Difference line={line} />
              </td>
              <td className="px-3 py-2 text-right">
                <Money rupees={line.charges} />
              </td>
              <td className="px-3 py-2">
                <span className="grid justify-items-start gap-1">
                  <span className={needsLook(line) ? 'font-semibold text-late' : 'text-ink-2'}>{say.states[lineState(line)]}</span>
                  {renderEnd?.(line)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Difference({ line }: { line: Line }) {
  const difference = differenceOf(line)
  if (difference === null || difference === 0) return '–'
  return (
    <b className="font-semibold whitespace-nowrap text-late">
      {difference > 0 ? '+' : '−'}
      {formatRupees(Math.abs(difference))}
    </b>
  )
}

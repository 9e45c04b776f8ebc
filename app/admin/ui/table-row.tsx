import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as say from '#words/admin-list.ts'
import type { Column } from './column.ts'
import type { Selection } from './selection.ts'
import { TickBox } from './tick-box.tsx'

type TableRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  name: string
  rowKey: string
  to: string | undefined
  current: boolean
  onCurrent: () => void
  selection: Selection | undefined
  actions: ReactNode
}

export function TableRow<Row>({ row, columns, name, rowKey, to, current, onCurrent, selection, actions }: TableRowProps<Row>) {
  const chosen = selection?.has(rowKey) ?? false
  return (
    <tr
      data-key={rowKey}
      data-current={current ? '' : undefined}
      data-chosen={chosen ? '' : undefined}
      tabIndex={-1}
      onFocus={onCurrent}
      className="outline-offset-[-2px]"
    >
      {selection ? (
        <td data-tick>
          <TickBox label={say.selectRow(name)} checked={chosen} onChange={(range) => selection.toggle(rowKey, range)} />
        </td>
      ) : null}
      {columns.map((column, place) => (
        <td
          key={column.id}
          className={column.end ? 'end' : ''}
          data-first={place === 0 ? '' : undefined}
          data-label={place === 0 || column.bare ? undefined : column.label}
          data-phone={column.phone}
          data-leaves={column.leaves}
        >
          {place === 0 && to !== undefined ? (
            <Link to={to} data-row-link className="font-semibold text-ink hover:text-plum-600 hover:underline">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actions === undefined ? null : (
        <td className="end">
          <span className="inline-flex flex-wrap justify-end gap-2">{actions}</span>
        </td>
      )}
    </tr>
  )
}

import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/admin-list.ts'
import * as shellWords from '#words/admin-shell.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useColumns } from './column-choice.ts'
import { ColumnMenu } from './column-menu.tsx'
import type { Selection } from './selection.ts'
import type { Column } from './column.ts'
import { groupsOf } from './row-groups.ts'
import type { RowGroups } from './row-groups.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'

export type { Column } from './column.ts'
export type { RowGroups } from './row-groups.ts'

export type DataTableProps<Row> = {
  /** identifies the list for its stored columns */
  id: string
  label: string
  columns: readonly Column<Row>[]
  /** undefined while the first page is loading; old rows stay while others load */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** the row's name in labels: 'Select order #3f9a1c7e' */
  rowName: (row: Row) => string
  /** the link of a row, in its first column; a row without one is plain */
  rowTo?: (row: Row) => string | undefined
  selection?: Selection
  /** the row's own buttons, in the last column */
  renderActions?: (row: Row) => ReactNode
  /** how the list is shown: at the left of the bar above it */
  tools?: ReactNode
  empty: ReactNode
  error?: unknown
  onRetry?: () => void
  /** rows that follow each other with the same key have a heading above the first of them */
  group?: RowGroups<Row>
  /** another page or sort order is loading */
  busy?: boolean
}

/**
 * The table of every list: a native table with a sticky head, selectable columns, groups with headings, and rows that can be selected (Shift for a range) and moved through with j
 * and k. On a phone every row is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, label, columns, rows, rowKey, rowTo, selection, error, onRetry, tools, empty, busy = false } = props
  const room = useRef<HTMLDivElement>(null)
  const { shown, isShown, show } = useColumns(id, columns)
  const [current, setCurrent] = useState<string | null>(null)
  const keys = (rows ?? []).map(rowKey)
  const place = current === null ? -1 : keys.indexOf(current)

  function walk(by: 1 | -1) {
    const next = keys[Math.min(Math.max(place + by, 0), keys.length - 1)]
    if (next === undefined) return
    setCurrent(next)
    focusRow(room.current, next)
  }
  useShortcuts(
    keys.length === 0
      ? []
      : [
          { keys: 'j', label: say.moveDown, group: shellWords.inLists, run: () => walk(1) },
          { keys: 'k', label: say.moveUp, group: shellWords.inLists, run: () => walk(-1) },
          // The row's link has the focus then, so the browser opens it.
          ...(rowTo ? [{ keys: 'Enter', label: say.openRow, group: shellWords.inLists }] : []),
          ...(selection
            ? [
                { keys: 'x', label: say.toggleRow, group: shellWords.inLists, run: () => current !== null && selection.toggle(current) },
                { keys: 'Shift+X', label: say.toggleRange, group: shellWords.inLists, run: () => current !== null && selection.toggle(current, true) },
                { keys: 'Escape', label: say.leaveSelection, group: shellWords.inLists, run: selection.clear },
              ]
            : []),
        ],
  )

  if (error != null && rows === undefined) return <ErrorPanel title={say.failed} text={say.failedText} error={error} onRetry={onRetry} />
  if (rows === undefined) return <TableSkeleton columns={shown.length + (selection ? 1 : 0)} />
  if (rows.length === 0) return empty
  return (
    <div className="min-w-0 rounded-md border border-line">
      {error == null ? null : <ErrorPanel title={say.failed} text={say.failedText} error={error} onRetry={onRetry} />}
      <div className={`flex justify-between border-b border-line px-2 py-1 ${tools === undefined ? 'max-md:hidden' : ''}`}>
        <span>{tools}</span>
        <span className="max-md:hidden">
          <ColumnMenu columns={columns} isShown={isShown} show={show} />
        </span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a small laptop it scrolls sideways, and must be reachable by keyboard then */}
      <div ref={room} className="grid-room" role="region" aria-label={label} tabIndex={0}>
        <table className="grid-table" aria-busy={busy}>
          <TableHead columns={shown} selection={selection} rows={rows.length} actions={props.renderActions !== undefined} />
          {groupsOf(rows, props.group).map((members, place) => (
            // the same key may come back further down
            <tbody key={`${members.key} ${place}`}>
              {props.group && members.rows[0] !== undefined ? (
                <tr data-group>
                  <th scope="rowgroup" colSpan={shown.length + (selection ? 1 : 0) + (props.renderActions ? 1 : 0)}>
                    {props.group.heading(members.rows[0])}
                  </th>
                </tr>
              ) : null}
              {members.rows.map((one) => (
                <TableRow
                  key={rowKey(one)}
                  row={one}
                  columns={shown}
                  name={props.rowName(one)}
                  rowKey={rowKey(one)}
                  to={rowTo?.(one)}
                  current={rowKey(one) === current}
                  onCurrent={() => setCurrent(rowKey(one))}
                  selection={selection}
                  actions={props.renderActions?.(one)}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

/** Focuses the row's link, or the row itself, so that screen readers announce the position. */
function focusRow(room: HTMLElement | null, key: string) {
  const row = room?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`)
  const link = row?.querySelector<HTMLElement>('[data-row-link]')
  ;(link ?? row)?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-list.ts'
import type { Column } from './column.ts'
import { nextSort, readList, withSort } from './list-url.ts'
import type { Selection } from './selection.ts'
import { TickBox } from './tick-box.tsx'

type TableHeadProps<Row> = { columns: readonly Column<Row>[]; selection: Selection | undefined; rows: number; actions: boolean }

/** Sortable headings are links: the sort order is in the address. */
export function TableHead<Row>({ columns, selection, rows, actions }: TableHeadProps<Row>) {
  const [params] = useSearchParams()
  const { sort } = readList(
    params,
    [],
    columns.map(({ id }) => id),
  )
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className="w-10">
            <TickBox label={say.selectAll} checked={selection.chosen.length >= rows} some={selection.chosen.length > 0} onChange={selection.toggleAll} />
          </th>
        ) : null}
        {columns.map((column) => {
          const sorted = sort?.by === column.id ? (sort.ascending ? 'ascending' : 'descending') : undefined
          return (
            <th
              key={column.id}
              scope="col"
              className={column.end ? 'end' : ''}
              aria-sort={sorted ?? (column.sort ? 'none' : undefined)}
              data-leaves={column.leaves}
            >
              {column.sort ? (
                <Link
                  to={{ search: withSort(params, nextSort(sort, column.id, column.sort === 'ascending')).toString() }}
                  replace
                  className={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${sorted ? 'font-semibold text-ink' : ''}`}
                >
                  {column.label}
                  <span aria-hidden="true">{sorted === 'ascending' ? '↑' : sorted === 'descending' ? '↓' : ''}</span>
                </Link>
              ) : (
                column.label
              )}
            </th>
          )
        })}
        {actions ? (
          <th scope="col" className="end">
            <span className="sr-only">{say.actions}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

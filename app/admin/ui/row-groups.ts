import type { ReactNode } from 'react'

/** How the rows of a table are grouped. */
export type RowGroups<Row> = { keyOf: (row: Row) => string; heading: (first: Row) => ReactNode }

/** The rows in their order, cut where the key changes; all of them in one group without `by`. */
export function groupsOf<Row>(rows: readonly Row[], by: Pick<RowGroups<Row>, 'keyOf'> | undefined): { key: string; rows: Row[] }[] {
  const groups: { key: string; rows: Row[] }[] = []
  for (const row of rows) {
    const key = by?.keyOf(row) ?? ''
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, rows: [row] })
  }
  return groups
}

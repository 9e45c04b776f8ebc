import type { ReactNode } from 'react'

/** A column of a table of the back office. */
export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** numbers and actions are right-aligned */
  end?: boolean
  /** the order of the first click on the heading; without it the column is not sortable */
  sort?: 'ascending' | 'descending'
  always?: boolean
  hidden?: boolean
  /** on a phone: shown without its label */
  bare?: boolean
  /** on a phone: its position on the card, without its label; `away` hides it */
  phone?: 'left' | 'right' | 'away'
  /** hidden when space is short: `first` below 1440 px, `second` below 1280 px */
  leaves?: 'first' | 'second'
}

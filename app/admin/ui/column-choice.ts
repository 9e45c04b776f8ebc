import { useState } from 'react'

/** A column of a list. `always`: cannot be hidden; `hidden`: hidden by default. */
type Choosable = { id: string; always?: boolean; hidden?: boolean }

/** Stored on the device per list; not personal data. */
const key = (list: string) => `shringar-admin-columns-${list}`

function read(list: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(list)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/** The visible columns: as chosen on this device, otherwise the list's default. Columns that were added later use the default. */
export function useColumns<C extends Choosable>(
  list: string,
  columns: readonly C[],
): { shown: C[]; isShown: (column: C) => boolean; show: (column: C, on: boolean) => void } {
  const [choice, setChoice] = useState(() => read(list))
  const isShown = (column: C): boolean => column.always === true || (choice[column.id] ?? column.hidden !== true)
  return {
    shown: columns.filter(isShown),
    isShown,
    show(column, on) {
      const next = { ...choice, [column.id]: on }
      setChoice(next)
      try {
        localStorage.setItem(key(list), JSON.stringify(next))
      } catch {
        // without storage, the choice applies until the user leaves the page
      }
    },
  }
}

import { useState } from 'react'

/** A column of a list. `always`: cannot be hidden; `hidden`: not shown until someone asks for it. */
type Choosable = { id: string; always?: boolean; hidden?: boolean }

/** Kept on the device for each list; nothing personal. */
const key = (list: string) => `shringar-admin-columns-${list}`

function read(list: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(list)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/** Which columns are shown: what was chosen here, else what the list itself says. A column that came later shows as the list says. */
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
        // chosen until the page is left
      }
    },
  }
}

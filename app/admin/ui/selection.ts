import { useRef, useState } from 'react'

/** The selected rows of a list. Keys of rows that are no longer shown are excluded from bulk actions. */
export type Selection = {
  chosen: readonly string[]
  has: (key: string) => boolean
  /** `range`: from the last selected row to this one, as with Shift */
  toggle: (key: string, range?: boolean) => void
  toggleAll: () => void
  /** Selects exactly these: rows that a bulk action refused stay selected. */
  choose: (keys: readonly string[]) => void
  clear: () => void
}

/** The keys after toggling one; with `anchor`, all from there to the key get the same state. */
export function toggled(chosen: ReadonlySet<string>, keys: readonly string[], key: string, anchor: string | null): Set<string> {
  const next = new Set(chosen)
  const on = !chosen.has(key)
  const from = anchor === null ? -1 : keys.indexOf(anchor)
  const to = keys.indexOf(key)
  const touched = from < 0 || to < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const one of touched) {
    if (on) next.add(one)
    else next.delete(one)
  }
  return next
}

/** @param keys of the shown rows, in their order */
export function useSelection(keys: readonly string[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const chosen = keys.filter((key) => marked.has(key))
  return {
    chosen,
    has: (key) => marked.has(key),
    toggle(key, range = false) {
      setMarked(toggled(marked, keys, key, range ? anchor.current : null))
      anchor.current = key
    },
    toggleAll: () => setMarked(chosen.length === keys.length ? new Set() : new Set(keys)),
    choose: (chosenKeys) => setMarked(new Set(chosenKeys)),
    clear() {
      setMarked(new Set())
      anchor.current = null
    },
  }
}

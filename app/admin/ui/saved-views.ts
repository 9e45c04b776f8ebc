import { useState } from 'react'
import { PERSONAL } from '../../data/session/personal-storage.ts'

/** A named address of a list: search, filters and order. */
export type View = { name: string; search: string }

/** With the personal prefix (app/data/session/personal-storage.ts): a search may name a customer. */
const key = (list: string) => `${PERSONAL}admin-views-${list}`
const MOST = 20

function read(list: string): View[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(list)) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((view): view is View => typeof view?.name === 'string' && typeof view?.search === 'string').slice(0, MOST)
  } catch {
    return []
  }
}

/** The views that someone made on this device; they go with the sign-out (docs/rules.md#sign-out). */
export function useSavedViews(list: string): { views: View[]; save: (view: View) => void; remove: (name: string) => void } {
  const [views, setViews] = useState(() => read(list))
  const keep = (next: View[]) => {
    setViews(next)
    try {
      localStorage.setItem(key(list), JSON.stringify(next))
    } catch {
      // kept until the page is left
    }
  }
  return {
    views,
    save: (view) => keep([...views.filter(({ name }) => name !== view.name), view].slice(-MOST)),
    remove: (name) => keep(views.filter((view) => view.name !== name)),
  }
}

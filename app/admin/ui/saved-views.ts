import { useState } from 'react'
import { PERSONAL } from '../../data/session/personal-storage.ts'

/** A named address of a list: search, filters and sort order. */
export type View = { name: string; search: string }

/** With the prefix for personal data (app/data/session/personal-storage.ts), because a search may contain a customer's name. */
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

/** The views that were saved on this device; sign-out removes them (docs/rules.md#sign-out). */
export function useSavedViews(list: string): { views: View[]; save: (view: View) => void; remove: (name: string) => void } {
  const [views, setViews] = useState(() => read(list))
  const keep = (next: View[]) => {
    setViews(next)
    try {
      localStorage.setItem(key(list), JSON.stringify(next))
    } catch {
      // without storage, kept until the user leaves the page
    }
  }
  return {
    views,
    save: (view) => keep([...views.filter(({ name }) => name !== view.name), view].slice(-MOST)),
    remove: (name) => keep(views.filter((view) => view.name !== name)),
  }
}

import { useEffect, useState, type ReactNode } from 'react'
import * as say from '#words/product.tsx'
import { readPersonal, writePersonal } from '../../data/session/personal-storage.ts'

const KEPT = 9
const SHOWN = 4
/** One or two cards would look lost in a row of four. */
const FEWEST = 3
const NAME = 'recently-viewed'

/**
 * Stored in this browser only and removed on sign-out (docs/rules.md#sign-out). The cards load for visitors who have looked at enough
 * products; prices are fetched each time.
 */
export function RecentlyViewed({ current }: { current: string }) {
  const [cards, setCards] = useState<ReactNode>(null)
  useEffect(() => {
    const before = readIds().filter((id) => id !== current)
    writePersonal('local', NAME, [current, ...before].slice(0, KEPT))
    if (before.length < FEWEST) return
    let wanted = true
    import('./recent-products.tsx').then(
      ({ RecentProducts }) => wanted && setCards(<RecentProducts ids={before.slice(0, SHOWN)} fewest={FEWEST} title={say.recentlyViewed} />),
      () => undefined, // a missing extra is not an error for the visitor
    )
    return () => {
      wanted = false
    }
  }, [current])
  return cards
}

function readIds(): string[] {
  const value = readPersonal('local', NAME)
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}

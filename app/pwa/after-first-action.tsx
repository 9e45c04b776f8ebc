import { Suspense, lazy, useEffect, useState } from 'react'
import { readPersonal } from '../data/session/personal-storage.ts'
import { firstAction, untilLoaded } from '../ui/first-action.ts'

const Companions = lazy(() => untilLoaded(() => import('./companions.tsx')))

/** What was typed before a reload that the user agreed to (typed-texts.ts), loaded at once because the page already shows its empty form. */
const typed = import.meta.env.SSR || !readPersonal('session', 'typed-texts') ? null : import('./typed-texts.ts').catch(() => null)

/** Loads what no first screen needs with the visitor's first action: it does not count as a script of any page. */
export function AfterFirstAction({ store }: { store: string }) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const begin = () => setWanted(true)
    void firstAction.then(begin)
    // A page from the worker's cache says so.
    if (!navigator.onLine || 'kept' in document.documentElement.dataset) begin()
  }, [])
  useEffect(() => void typed?.then((texts) => texts?.putTypedTextsBack()), [])
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Companions store={store} />
    </Suspense>
  )
}

import { Suspense, lazy, useEffect, useState } from 'react'
import { readPersonal } from '../data/session/personal-storage.ts'

// If the code fails to load, only the companions are missing; the page still works.
const Companions = lazy(() => import('./companions.tsx').catch(() => ({ default: () => <></> })))

const AT_LATEST_MS = 4000

/** What was typed before a reload that the user agreed to (typed-texts.ts), loaded at once because the page already shows its empty form. */
const typed = import.meta.env.SSR || !readPersonal('session', 'typed-texts') ? null : import('./typed-texts.ts').catch(() => null)

/** Loads what no first screen needs once the browser is idle: it does not count as a script of any page. */
export function AfterIdle({ store }: { store: string }) {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const clock = setTimeout(() => setIdle(true), 1500)
      return () => clearTimeout(clock)
    }
    const ticket = requestIdleCallback(() => setIdle(true), { timeout: AT_LATEST_MS })
    return () => cancelIdleCallback(ticket)
  }, [])
  useEffect(() => void typed?.then((texts) => texts?.putTypedTextsBack()), [])
  if (!idle) return null
  return (
    <Suspense fallback={null}>
      <Companions store={store} />
    </Suspense>
  )
}

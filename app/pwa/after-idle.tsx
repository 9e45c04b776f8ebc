import { Suspense, lazy, useEffect, useState } from 'react'

// Failing to arrive costs only the companions, never the page.
const Companions = lazy(() => import('./companions.tsx').catch(() => ({ default: () => <></> })))

const AT_LATEST_MS = 4000

/** Loads what no first screen needs once the browser has nothing better to do: it counts against no page's scripts. */
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
  if (!idle) return null
  return (
    <Suspense fallback={null}>
      <Companions store={store} />
    </Suspense>
  )
}

import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { connectionStore, reachable } from '../data/api/connection.ts'
import { InstallInvitation } from './install-invitation.tsx'
import { OfflineBanner } from './offline-banner.tsx'

const WorkerCompanion = lazy(() => import('./worker-companion.tsx').catch(() => ({ default: () => <></> })))

/** Where a card at the bottom would lie over a form or somebody's work. */
const BUSY = /^\/(checkout|login|register|forgot-password|reset-password|admin)(\/|$)/
/** What the worker keeps for later must not be in the way of what is looked at now. */
const WORKER_AFTER_MS = 3000
const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const

/** What accompanies every screen and belongs to none; its code comes once the page is at rest (after-idle.tsx). */
export default function Companions({ store }: { store: string }) {
  const { pathname } = useLocation()
  const used = useUsed()
  useLiveAgain()
  return (
    <>
      <div className="notices">
        <OfflineBanner />
        {used ? (
          <Suspense fallback={null}>
            <WorkerCompanion />
          </Suspense>
        ) : null}
      </div>
      {/* Hidden, not unmounted: its clock runs on while another screen is looked at. */}
      <div hidden={BUSY.test(pathname)}>
        <InstallInvitation store={store} />
      </div>
    </>
  )
}

/** With the first touch, or a little later: a page that is left at once needs no worker. */
function useUsed(): boolean {
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const begin = () => setUsed(true)
    const clock = setTimeout(begin, WORKER_AFTER_MS)
    for (const touch of TOUCHES) window.addEventListener(touch, begin, { once: true, passive: true })
    return () => {
      clearTimeout(clock)
      for (const touch of TOUCHES) window.removeEventListener(touch, begin)
    }
  }, [])
  return used
}

/** A kept screen is read anew once the shop answers: without its banner it would pass for live. */
function useLiveAgain() {
  const { revalidate } = useRevalidator()
  const latest = useRef(revalidate)
  useEffect(() => {
    latest.current = revalidate
  })
  useEffect(
    () =>
      connectionStore.subscribe(() => {
        const { line, keptSince } = connectionStore.read()
        if (line === 'online' && keptSince !== null) void reachable().then((there) => (there ? latest.current() : undefined))
      }),
    [],
  )
}

import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { connectionStore, reachable } from '../data/api/connection.ts'
import { InstallInvitation } from './install-invitation.tsx'
import { OfflineBanner } from './offline-banner.tsx'

const WorkerCompanion = lazy(() => import('./worker-companion.tsx').catch(() => ({ default: () => <></> })))

/** Screens on which a card at the bottom would cover a form or the user's work. */
const BUSY = /^\/(checkout|login|register|forgot-password|reset-password|admin)(\/|$)/
/** What the worker caches for later must not slow down what the user looks at now. */
const WORKER_AFTER_MS = 3000
const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const

/** What belongs to every screen and to none in particular; its code loads once the page is idle (after-idle.tsx). */
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
      {/* Hidden, not unmounted: its timer continues while another screen is shown. */}
      <div hidden={BUSY.test(pathname)}>
        <InstallInvitation store={store} />
      </div>
    </>
  )
}

/** True with the first interaction, or a little later: a page that is left at once needs no worker. */
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

/** A cached screen is read again once the shop responds: without its banner it would look live. */
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

import { Suspense, lazy, useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { connectionStore, reachable } from '../data/api/connection.ts'
import { keepEventsDuringCommits } from '../navigation/events-during-commit.ts'
import { keepPresses } from '../navigation/lost-presses.ts'
import { InstallInvitation } from './install-invitation.tsx'
import { OfflineBanner } from './offline-banner.tsx'

const WorkerCompanion = lazy(() => import('./worker-companion.tsx').catch(() => ({ default: () => <></> })))

// Not in an effect: React shows what has loaded only after the transitions that are under way.
if (!import.meta.env.SSR) {
  keepEventsDuringCommits()
  keepPresses()
}

/** Screens on which a card at the bottom would cover a form or the user's work. */
const BUSY = /^\/(checkout|login|register|forgot-password|reset-password|admin)(\/|$)/

/** What belongs to every screen and to none in particular; its code loads with the first action (after-first-action.tsx). */
export default function Companions({ store }: { store: string }) {
  const { pathname } = useLocation()
  useLiveAgain()
  return (
    <>
      <div className="notices">
        <OfflineBanner />
        <Suspense fallback={null}>
          <WorkerCompanion />
        </Suspense>
      </div>
      {/* Hidden, not unmounted: its timer continues while another screen is shown. */}
      <div hidden={BUSY.test(pathname)}>
        <InstallInvitation store={store} />
      </div>
    </>
  )
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

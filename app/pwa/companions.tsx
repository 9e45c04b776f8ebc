import { useEffect, useRef } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { connectionStore, reachable } from '../data/connection.ts'
import { leaveNothing } from './leave-nothing.ts'
import { InstallCard } from './install-card.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { UpdateCard } from './update-card.tsx'
import { startWorker, visit } from './worker-client.ts'

/** Where a card at the bottom would lie over a form or somebody's work. */
const BUSY = /^\/(checkout|login|register|forgot-password|reset-password|admin)(\/|$)/

/** What accompanies every screen and belongs to none; its code comes once the page is at rest (after-idle.tsx). */
export default function Companions({ store }: { store: string }) {
  const { pathname, search } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    leaveNothing()
    void startWorker()
  }, [])
  const address = state === 'idle' ? pathname + search : null
  useEffect(() => {
    if (address !== null) visit(address)
  }, [address])
  useLiveAgain()
  return (
    <>
      <div className="notices">
        <OfflineBanner />
        <UpdateCard />
      </div>
      {/* Hidden, not unmounted: its clock runs on while another screen is looked at. */}
      <div hidden={BUSY.test(pathname)}>
        <InstallCard store={store} />
      </div>
    </>
  )
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

import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
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
  useEffect(() => void startWorker(), [])
  const address = state === 'idle' ? pathname + search : null
  useEffect(() => {
    if (address !== null) visit(address)
  }, [address])
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

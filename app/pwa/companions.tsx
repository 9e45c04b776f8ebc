import { useLocation } from 'react-router'
import { InstallCard } from './install-card.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** Where a card at the bottom would lie over a form or somebody's work. */
const BUSY = /^\/(checkout|login|register|forgot-password|reset-password|admin)(\/|$)/

/** What accompanies every screen and belongs to none; its code comes once the page is at rest (after-idle.tsx). */
export default function Companions({ store }: { store: string }) {
  const { pathname } = useLocation()
  return (
    <>
      <OfflineBanner />
      {/* Hidden, not unmounted: its clock runs on while another screen is looked at. */}
      <div hidden={BUSY.test(pathname)}>
        <InstallCard store={store} />
      </div>
    </>
  )
}

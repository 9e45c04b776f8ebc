import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { INSTALL_AFTER_MS, installAnswered, onInstallOffer, rememberInstallAnswer, runsInstalled } from './install-offer.ts'
import { manualInstall } from './install-steps.ts'

// Loaded lazily: few visits show it.
const InstallCard = lazy(() => import('./install-card.tsx').catch(() => ({ default: () => <></> })))

/**
 * The invitation to install, shown once, five seconds after the browser offers it: the answer is remembered on the device
 * (docs/rules.md#offline-and-updates). In a browser without a prompt of its own it shows the steps instead.
 */
export function InstallInvitation({ store }: { store: string }) {
  const [shown, setShown] = useState(false)
  const answer = useCallback((given: 'accepted' | 'dismissed') => {
    rememberInstallAnswer(given)
    setShown(false)
  }, [])
  useEffect(() => {
    if (installAnswered() || runsInstalled()) return
    let clock: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      const since = window.installOffer ? performance.now() - window.installOffer.timeStamp : 0
      clock = setTimeout(() => setShown(!installAnswered()), Math.max(0, INSTALL_AFTER_MS - since))
    }
    const installed = () => answer('accepted')
    const stop = steps() === null ? onInstallOffer(later) : later()
    window.addEventListener('appinstalled', installed)
    return () => {
      stop?.()
      clearTimeout(clock)
      window.removeEventListener('appinstalled', installed)
    }
  }, [answer])
  return shown ? (
    <Suspense>
      <InstallCard store={store} manual={steps()} onAnswer={answer} />
    </Suspense>
  ) : null
}

function steps() {
  return manualInstall(navigator.userAgent, navigator.maxTouchPoints)
}

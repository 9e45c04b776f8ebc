import { useCallback, useEffect, useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { INSTALL_AFTER_MS, installAnswered, onInstallOffer, rememberInstallAnswer, runsInstalled } from './install-offer.ts'
import { installWords, manualInstall } from './install-steps.ts'

/**
 * The invitation to the home screen, five seconds after the browser offers it and once: an answer is remembered by the
 * device (docs/rules.md#offline-and-updates). Where the browser has no prompt of its own it tells the steps instead.
 */
export function InstallCard({ store }: { store: string }) {
  const [shown, setShown] = useState(false)
  const answer = useCallback((given: 'accepted' | 'dismissed') => {
    rememberInstallAnswer(given)
    setShown(false)
  }, [])
  useEffect(() => {
    if (installAnswered() || runsInstalled()) return
    let clock: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clock = setTimeout(() => setShown(!installAnswered()), INSTALL_AFTER_MS)
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
  if (!shown) return null

  async function install() {
    const offer = window.installOffer
    if (!offer) return answer('dismissed')
    await offer.prompt()
    // A browser's offer is good for one prompt.
    delete window.installOffer
    answer((await offer.userChoice).outcome)
  }

  const manual = steps()
  return (
    <aside aria-labelledby="install-title" className="install appear">
      <img src="/icons/icon-192.png" alt="" width={52} height={52} className="rounded-md" />
      <div className="min-w-0">
        <h2 id="install-title" className="text-xl">
          {installWords.title(store)}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{installWords.text}</p>
        {manual ? (
          <ol className="mt-2 list-decimal pl-[1.3em] text-sm">
            {installWords.steps[manual].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ) : null}
      </div>
      <div className="col-span-2 flex justify-end gap-2">
        {manual ? (
          <button type="button" onClick={() => answer('accepted')} className={buttonClass({ variant: 'primary', size: 'card' })}>
            {installWords.done}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => answer('dismissed')} className={buttonClass({ variant: 'quiet', size: 'card' })}>
              {installWords.later}
            </button>
            <button type="button" onClick={() => void install()} className={buttonClass({ variant: 'primary', size: 'card' })}>
              {installWords.install}
            </button>
          </>
        )}
      </div>
    </aside>
  )
}

function steps() {
  return manualInstall(navigator.userAgent, navigator.maxTouchPoints)
}

import { buttonClass } from '../ui/button.tsx'
import { installWords } from './install-words.ts'
import type { ManualInstall } from './install-steps.ts'

type InstallCardProps = {
  store: string
  /** The steps to show in a browser without a prompt of its own. */
  manual: ManualInstall | null
  onAnswer: (given: 'accepted' | 'dismissed') => void
}

/** The invitation's card; its code loads when it is shown (install-invitation.tsx). */
export default function InstallCard({ store, manual, onAnswer }: InstallCardProps) {
  async function install() {
    const offer = window.installOffer
    if (!offer) return onAnswer('dismissed')
    await offer.prompt()
    // A browser's offer is valid for one prompt.
    delete window.installOffer
    onAnswer((await offer.userChoice).outcome)
  }

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
          <button type="button" onClick={() => onAnswer('accepted')} className={buttonClass({ variant: 'primary', size: 'card' })}>
            {installWords.done}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => onAnswer('dismissed')} className={buttonClass({ variant: 'quiet', size: 'card' })}>
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

import { useEffect, useState, useSyncExternalStore } from 'react'
import * as say from '#words/pwa.ts'
import { buttonClass } from '../ui/button.tsx'
import { keepTypedTexts, putTypedTextsBack } from './typed-texts.ts'
import { update, updateStore } from './worker-client.ts'

/** Fields of screens that load first are waited for this long. */
const WAIT_FOR_FIELDS_MS = 15_000

/**
 * Asks before a new version takes the page's place (docs/rules.md#offline-and-updates); nothing reloads by itself, and what is
 * typed stays.
 */
export function UpdateCard() {
  const ready = useSyncExternalStore(updateStore.subscribe, updateStore.read, () => false)
  const [later, setLater] = useState(false)
  useEffect(() => {
    if (putTypedTextsBack()) return
    const watch = new MutationObserver(() => putTypedTextsBack() && watch.disconnect())
    watch.observe(document.body, { childList: true, subtree: true })
    const clock = setTimeout(() => watch.disconnect(), WAIT_FOR_FIELDS_MS)
    return () => {
      clearTimeout(clock)
      watch.disconnect()
    }
  }, [])
  return (
    <div role="status" className="news">
      {ready && !later ? (
        <div className="appear">
          <p>
            <b>{say.newContent}</b>
            {say.newContentText}
          </p>
          <span>
            <button
              type="button"
              className={buttonClass({ variant: 'primary', size: 'card' })}
              onClick={() => {
                keepTypedTexts()
                update()
              }}
            >
              {say.reload}
            </button>
            <button type="button" className={buttonClass({ variant: 'quiet', size: 'card' })} onClick={() => setLater(true)}>
              {say.notYet}
            </button>
          </span>
        </div>
      ) : null}
    </div>
  )
}

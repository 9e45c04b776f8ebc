import { useState, useSyncExternalStore } from 'react'
import * as say from '#words/pwa.ts'
import { buttonClass } from '../ui/button.tsx'
import { keepTypedTexts } from './typed-texts.ts'
import { update, updateStore } from './worker-client.ts'

/** Asks before a new version replaces the page (docs/rules.md#offline-and-updates); nothing reloads by itself, and typed text stays. */
export function UpdateCard() {
  const ready = useSyncExternalStore(updateStore.subscribe, updateStore.read, () => false)
  const [later, setLater] = useState(false)
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

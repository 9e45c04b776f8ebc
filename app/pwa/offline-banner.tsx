import { useEffect, useState, useSyncExternalStore } from 'react'
import * as say from '#words/pwa.ts'
import { formatDate } from '#domain/time/dates.ts'
import { connectionStore, settle } from '../data/api/connection.ts'
import type { Connection } from '../data/api/connection.ts'

const BACK_ONLINE_MS = 5000

/** The exact texts are fixed (docs/rules.md#fixed-texts). */
export const offlineWords = {
  offline: { title: say.offline, text: say.offlineText },
  online: { title: say.online, text: say.onlineText },
}
const awayWords = {
  offline: { title: say.away, text: say.awayText },
  online: { title: say.backAgain, text: say.backAgainText },
}

const steady: Connection = { line: 'steady', keptSince: null, away: false }

/**
 * Appears when the connection drops, announces when it is back, and is otherwise hidden. On a cached page it shows the time of the
 * cached data, so that the page does not look live.
 */
export function OfflineBanner() {
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.read, () => steady)
  const { line, keptSince, away } = connection
  /** The state that the user has dismissed; another drop, or a page cached at another time, shows the banner again. */
  const [dismissed, setDismissed] = useState<Connection | null>(null)
  useEffect(() => {
    if (line !== 'online') return
    const clock = setTimeout(settle, BACK_ONLINE_MS)
    return () => clearTimeout(clock)
  }, [line])

  const words = line === 'steady' || dismissed === connection ? null : (away ? awayWords : offlineWords)[line]
  return (
    // Empty from the start: screen readers do not announce a live region that appears together with its text.
    <div role="status" className="offline">
      {words ? (
        <div data-connection={line} className="appear">
          <span aria-hidden="true" />
          <p>
            <b>{words.title}</b>
            {words.text}
            {keptSince === null || line === 'online' ? null : <i>{say.keptOf(formatDate(new Date(keptSince)))}</i>}
          </p>
          <button type="button" aria-label={say.dismiss} onClick={() => setDismissed(connection)}>
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
              <path d="m4 4 8 8M12 4l-8 8" />
            </svg>
          </button>
        </div>
      ) : null}
    </div>
  )
}

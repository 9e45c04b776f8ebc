import { useEffect, useState, useSyncExternalStore } from 'react'
import * as say from '#words/pwa.ts'
import { formatDate } from '#domain/time/dates.ts'
import { connectionStore, settle } from '../data/api/connection.ts'
import type { Connection } from '../data/api/connection.ts'

const BACK_ONLINE_MS = 5000

/** Words agreed to the letter (docs/rules.md#fixed-texts). */
export const offlineWords = {
  offline: { title: say.offline, text: say.offlineText },
  online: { title: say.online, text: say.onlineText },
}

const steady: Connection = { line: 'steady', keptSince: null }

/** Appears when the connection drops, says when it is back, and is otherwise hidden. A kept page says of when it is, and cannot be taken for a live one. */
export function OfflineBanner() {
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.read, () => steady)
  const { line, keptSince } = connection
  /** What was read; another drop, or a page of another hour, is news again. */
  const [dismissed, setDismissed] = useState<Connection | null>(null)
  useEffect(() => {
    if (line !== 'online') return
    const clock = setTimeout(settle, BACK_ONLINE_MS)
    return () => clearTimeout(clock)
  }, [line])

  const words = line === 'steady' || dismissed === connection ? null : offlineWords[line]
  return (
    // Stands empty from the start: a live region that appears together with its words is not read out.
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

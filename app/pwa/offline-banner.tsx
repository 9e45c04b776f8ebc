import { useEffect, useState } from 'react'
import * as say from '#words/pwa.ts'

const BACK_ONLINE_MS = 5000

/** The specification's words, to the letter (section 2). */
export const offlineWords = {
  offline: { title: say.offline, text: say.offlineText },
  online: { title: say.online, text: say.onlineText },
}

type Connection = 'steady' | 'offline' | 'online'

/** Appears when the connection drops, says when it is back, and is otherwise hidden. */
export function OfflineBanner() {
  const [connection, setConnection] = useState<Connection>(() => (navigator.onLine ? 'steady' : 'offline'))
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const drop = () => {
      setHidden(false)
      setConnection('offline')
    }
    const back = () => {
      setHidden(false)
      setConnection('online')
    }
    window.addEventListener('offline', drop)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', drop)
      window.removeEventListener('online', back)
    }
  }, [])
  useEffect(() => {
    if (connection !== 'online') return
    const clock = setTimeout(() => setConnection('steady'), BACK_ONLINE_MS)
    return () => clearTimeout(clock)
  }, [connection])

  const words = connection === 'steady' || hidden ? null : offlineWords[connection]
  return (
    // Stands empty from the start: a live region that appears together with its words is not read out.
    <div role="status" className="offline">
      {words ? (
        <div data-connection={connection} className="appear">
          <span aria-hidden="true" />
          <p>
            <b>{words.title}</b>
            {words.text}
          </p>
          <button type="button" aria-label={say.dismiss} onClick={() => setHidden(true)}>
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
              <path d="m4 4 8 8M12 4l-8 8" />
            </svg>
          </button>
        </div>
      ) : null}
    </div>
  )
}

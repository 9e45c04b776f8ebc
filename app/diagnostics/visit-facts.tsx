import { useEffect, useReducer, useState } from 'react'
import * as say from '#words/diagnostics.ts'
import { useSession } from '../data/session/session.ts'
import { buildVersion, networkText, serviceWorkerText, sessionText } from './visit-state.ts'

const REFRESH_MS = 10_000

/** The state of the visit: session, connection, service worker, build. Read again every ten seconds and when the connection changes. */
export function VisitFacts() {
  const session = useSession()
  const [, again] = useReducer((count: number) => count + 1, 0)
  const [worker, setWorker] = useState(say.unknown)
  useEffect(() => {
    const look = () => {
      again()
      void serviceWorkerText().then(setWorker)
    }
    look()
    const clock = setInterval(look, REFRESH_MS)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      clearInterval(clock)
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  const facts = [
    [say.session, sessionText(session)],
    [say.network, networkText()],
    [say.serviceWorker, worker],
    [say.build, buildVersion()],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/security.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { endOtherSessions, endSession, fetchOwnSessions } from '../session/own-sessions.ts'
import type { OwnSession } from '../session/own-sessions.ts'
import { Ask } from './ask.tsx'

/** Where the account is signed in. */
export function SessionsPanel({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const key = ['own-sessions', userId]
  const sessions = useQuery({ queryKey: key, queryFn: fetchOwnSessions, staleTime: 0 })
  const [ending, setEnding] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)

  async function end(session: OwnSession) {
    setEnding(session.id)
    const done = await endSession(session.id)
    await queries.invalidateQueries({ queryKey: ['own-sessions', userId] })
    setEnding(null)
    toast(done ? { title: say.deviceSignedOut, tone: 'success' } : { title: say.sessionNotEnded, tone: 'error' })
  }

  if (sessions.isPending) return <PanelSkeleton lines={5} />
  if (sessions.isError) return <ErrorPanel title={say.loadFailed} onRetry={() => void sessions.refetch()} />
  const someCodes = sessions.data.some((session) => session.secondFactor)
  return (
    <Panel title={say.sessions}>
      <p className="text-sm text-ink-2">{say.sessionsText}</p>
      <ul className="mt-3 grid">
        {sessions.data.map((session) => (
          <li key={session.id} className="grid items-center justify-items-start gap-x-4 gap-y-2 border-t border-line py-4 sm:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 font-[550]">
                {session.device}
                {session.thisDevice ? <span className="rounded-full bg-leaf-100 px-2 text-sm text-leaf-700">{say.thisDevice}</span> : null}
                {someCodes && !session.secondFactor ? (
                  <span className="rounded-full bg-marigold-100 px-2 text-sm text-marigold-700">{say.withoutCode}</span>
                ) : null}
              </p>
              <p className="text-sm text-ink-2">
                {say.lastUsed(formatDate(session.lastUsedAt))} · {say.signedIn(formatDate(session.signedInAt))}
                {session.network === null ? null : <> · {say.network(session.network)}</>}
              </p>
            </div>
            {session.thisDevice ? null : (
              <Button size="card" busy={ending === session.id} busyText={say.signingOut} onClick={() => void end(session)}>
                {say.signOutDevice}
                <span className="sr-only">{say.ofDevice(session.device)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.data.length > 1 ? (
        <Button wide className="mt-2" onClick={() => setAsking(true)}>
          {say.signOutElsewhere}
        </Button>
      ) : null}
      {asking ? (
        <Ask
          question={{
            title: say.signOutElsewhereQuestion,
            text: say.signOutElsewhereText,
            yes: say.signOutElsewhere,
            working: say.signingOut,
            no: say.staySignedIn,
            async act() {
              const done = await endOtherSessions()
              await queries.invalidateQueries({ queryKey: ['own-sessions', userId] })
              if (!done) return say.sessionNotEnded
              toast({ title: say.everywhereElseSignedOut, tone: 'success' })
              return null
            },
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Panel>
  )
}

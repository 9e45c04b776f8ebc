import { useEffect, useRef, useState } from 'react'
import * as say from '#words/admin-mail-setup.ts'
import { fetchTestResult, sendTestMail } from '../../../data/admin/settings/mail-setup.ts'
import type { TestResult } from '../../../data/admin/settings/mail-setup.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { withOwnerPassword } from '../../ui/owner-password.tsx'

/** Milliseconds between two checks, and the maximum wait: the sender waits up to a minute for a server. */
const LOOK_EVERY = 700
const PATIENCE = 75_000

type Standing = { kind: 'none' } | { kind: 'sending' } | { kind: 'lost' } | { kind: 'answered'; result: TestResult } | { kind: 'refused'; message: string }

/** Sends an email to the person who clicks, and reports whether it was delivered. `through`: null where mails are written to files. */
export function TestMail({ through }: { through: string | null }) {
  const [standing, setStanding] = useState<Standing>({ kind: 'none' })
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])

  async function send() {
    setStanding({ kind: 'sending' })
    try {
      const answer = await withOwnerPassword(sendTestMail)
      if (answer === null) return setStanding({ kind: 'none' })
      if (!answer.ok) return setStanding({ kind: 'refused', message: answer.message ?? say.testRefused })
      const id = Number(answer.data['id'])
      const until = Date.now() + PATIENCE
      while (!gone.current && Date.now() < until) {
        const result = await fetchTestResult(id)
        if (result && result.status !== 'queued') return setStanding({ kind: 'answered', result })
        await new Promise((done) => setTimeout(done, LOOK_EVERY))
      }
      setStanding({ kind: 'lost' })
    } catch (error) {
      setStanding({ kind: 'refused', message: serverMessage(error, say.testRefused) })
    }
  }

  return (
    <section className="grid justify-items-start gap-3 rounded-md border border-line p-4 md:p-5">
      <div>
        <h2>{say.test}</h2>
        <p className="mt-1 text-ink-2">{say.testText}</p>
      </div>
      <button type="button" className="ctl" aria-disabled={standing.kind === 'sending'} onClick={() => standing.kind !== 'sending' && void send()}>
        {standing.kind === 'sending' ? say.sending : say.sendTest}
      </button>
      <div role="status" className="w-full [overflow-wrap:anywhere]">
        <Answer standing={standing} through={through} />
      </div>
    </section>
  )
}

const good = 'rounded-sm bg-delivered-tint px-3 py-2 text-delivered'
const bad = 'rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled'

function Answer({ standing, through }: { standing: Standing; through: string | null }) {
  if (standing.kind === 'none') return null
  if (standing.kind === 'sending') return <p className="text-ink-2">{say.testWaits}</p>
  if (standing.kind === 'lost') return <p className={bad}>{say.testLost}</p>
  if (standing.kind === 'refused') return <p className={bad}>{standing.message}</p>
  const { status, recipient, error } = standing.result
  if (status === 'failed') return <p className={bad}>{say.testFailed(error ?? '')}</p>
  return <p className={good}>{through === null ? say.testInOutbox(recipient) : say.testSent(recipient, through)}</p>
}

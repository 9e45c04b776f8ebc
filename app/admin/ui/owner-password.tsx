import { useState, useSyncExternalStore } from 'react'
import * as say from '#words/admin-access.ts'
import type { OwnerAnswer } from '../../data/owner-calls.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type Question = { act: (password: string) => Promise<OwnerAnswer>; settle: (answer: OwnerAnswer | null) => void }

let question: Question | null = null
const listeners = new Set<() => void>()
function ask(next: Question | null) {
  question = next
  for (const listener of listeners) listener()
}

/**
 * Asks for the owner's password and acts with it. A wrong password is asked for again; every other answer is handed back.
 *
 * @returns null: the owner thought better of it
 */
export function withOwnerPassword(act: (password: string) => Promise<OwnerAnswer>): Promise<OwnerAnswer | null> {
  return new Promise((settle) => ask({ act, settle }))
}

type Refusal = keyof typeof say.proofRefusals
const isRefusal = (code: string): code is Refusal => Object.hasOwn(say.proofRefusals, code)

/** The dialog behind `withOwnerPassword`. Once, in the shell. */
export function OwnerPassword() {
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
    () => null,
  )
  return asked === null ? null : <Prompt question={asked} />
}

function Prompt({ question: { act, settle } }: { question: Question }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ code: Refusal | 'EMPTY' | null; attempt: number }>({ code: null, attempt: 0 })
  const close = (answer: OwnerAnswer | null) => {
    ask(null)
    settle(answer)
  }

  async function submit(password: string) {
    if (password === '') return setFailure(({ attempt }) => ({ code: 'EMPTY', attempt: attempt + 1 }))
    setBusy(true)
    const answer = await act(password)
    setBusy(false)
    const { code } = answer.ok ? { code: '' } : answer
    // TOO_MANY with a message is the act's own limit, not that of passwords.
    if (!answer.ok && isRefusal(code) && answer.message === null) setFailure(({ attempt }) => ({ code, attempt: attempt + 1 }))
    else close(answer)
  }

  const atField = failure.code === 'EMPTY' ? say.enterPassword : failure.code === 'WRONG_PASSWORD' ? say.proofRefusals.WRONG_PASSWORD : null
  const above = failure.code === null || atField !== null || failure.code === 'EMPTY' ? null : say.proofRefusals[failure.code]
  return (
    <Dialog open busy={busy} title={say.proveTitle} onClose={() => close(null)}>
      <p>{say.proveText}</p>
      <form
        noValidate
        className="mt-4 grid gap-4 text-ink"
        onChange={() => setFailure(({ attempt }) => ({ code: null, attempt }))}
        onSubmit={(event) => {
          event.preventDefault()
          // A form inside the page's React tree: the page's own form must not be sent with it.
          event.stopPropagation()
          if (!busy) void submit(String(new FormData(event.currentTarget).get('owner_password') ?? ''))
        }}
      >
        <FormAlert message={above} attempt={failure.attempt} />
        <PasswordField label={say.password} name="owner_password" autoComplete="current-password" error={atField} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={busy} onClick={() => close(null)}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={busy}>
            {busy ? say.checking : say.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

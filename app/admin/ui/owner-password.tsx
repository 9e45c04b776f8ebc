import { useSyncExternalStore } from 'react'
import * as say from '#words/admin-access.ts'
import type { OwnerAnswer } from '../../data/admin/staff/owner-calls.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'

type Question = { act: (password: string) => Promise<OwnerAnswer>; settle: (answer: OwnerAnswer | null) => void }

let question: Question | null = null
const listeners = new Set<() => void>()
function ask(next: Question | null) {
  question = next
  for (const listener of listeners) listener()
}

/**
 * Asks for the owner's password and runs the action with it. A wrong password is asked for again; every other answer is returned.
 *
 * @returns null: the owner cancelled
 */
export function withOwnerPassword(act: (password: string) => Promise<OwnerAnswer>): Promise<OwnerAnswer | null> {
  return new Promise((settle) => ask({ act, settle }))
}

type Refusal = keyof typeof say.proofRefusals
const isRefusal = (code: string): code is Refusal => Object.hasOwn(say.proofRefusals, code)

/** The dialog behind `withOwnerPassword`. Used once, in the shell. */
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
  const form = useSubmit((error) => serverMessage(error, say.notSaved))
  const close = (answer: OwnerAnswer | null) => {
    ask(null)
    settle(answer)
  }

  const submit = form.onSubmit((data) => {
    const password = fieldText(data, 'owner_password')
    if (password === '') return { errors: { owner_password: say.enterPassword } }
    return async () => {
      const answer = await act(password)
      // TOO_MANY with a message is the action's own limit, not that of passwords.
      if (answer.ok || !isRefusal(answer.code) || answer.message !== null) return close(answer)
      const sentence = say.proofRefusals[answer.code]
      return answer.code === 'WRONG_PASSWORD' ? { errors: { owner_password: sentence } } : { message: sentence }
    }
  })

  return (
    <Dialog open busy={form.busy} title={say.proveTitle} onClose={() => close(null)}>
      <p>{say.proveText}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onChange={form.onChange} onSubmit={submit}>
        <FormAlert message={form.message} attempt={form.attempt} />
        <PasswordField label={say.password} name="owner_password" autoComplete="current-password" error={form.errors['owner_password']} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={form.busy} onClick={() => close(null)}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
            {form.busy ? say.checking : say.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

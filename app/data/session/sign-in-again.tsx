import { Suspense, lazy, useState } from 'react'
import * as say from '#words/data.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { letSessionGo } from './session-live.ts'
import { useSession } from './session.ts'
import { signIn } from './sign-in.ts'

const GiveCode = lazy(() => import('./give-code.tsx'))

/**
 * Asks for the password over a screen whose session has ended. Escape hides the dialog, so that the user can read or copy what is
 * below; a bar keeps offering it.
 */
export function SignInAgain({ email }: { email: string }) {
  const { waiting } = useSession()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)

  async function submit(password: string) {
    const attempt = (failure?.attempt ?? 0) + 1
    if (password === '') {
      setFailure({ message: say.enterPassword, attempt })
      return
    }
    setBusy(true)
    const result = await signIn(email, password)
    setBusy(false)
    if (!result.ok) setFailure({ message: result.message, attempt })
  }

  return (
    <>
      <div
        role="status"
        className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center justify-center gap-x-5 gap-y-2 bg-plum-900 px-4 py-3 text-white max-md:bottom-[62px]"
      >
        <span>{say.sessionEndedTitle}</span>
        <button
          type="button"
          className="min-h-[44px] cursor-pointer font-semibold text-marigold-500 underline underline-offset-4"
          onClick={() => setOpen(true)}
        >
          {say.signInAgain}
        </button>
      </div>
      <Dialog open={open} title={say.sessionEndedTitle} busy={busy} onClose={() => setOpen(false)}>
        <p>{say.sessionEndedText}</p>
        {waiting ? (
          <div className="mt-4 text-ink">
            <Suspense fallback={null}>
              <GiveCode email={waiting.email} />
            </Suspense>
          </div>
        ) : null}
        <form
          noValidate
          hidden={waiting !== undefined}
          className="mt-4 grid gap-4 text-ink [&[hidden]]:hidden"
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void submit(String(new FormData(event.currentTarget).get('password') ?? ''))
          }}
        >
          <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
          <p className="break-words font-semibold">{email}</p>
          <input type="hidden" name="username" value={email} autoComplete="username" />
          <PasswordField label={say.password} name="password" autoComplete="current-password" />
          <Button type="submit" variant="primary" wide busy={busy} busyText={say.signingIn}>
            {say.login}
          </Button>
          <Button variant="quiet" wide onClick={letSessionGo}>
            {say.anotherAccount}
          </Button>
        </form>
      </Dialog>
    </>
  )
}

import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as say from '#words/sign-in.tsx'
import { useSession } from '../../data/session/session.ts'
import { changePassword } from '../../data/session/sign-in.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { MIN_PASSWORD_LENGTH } from '../register/check-registration.ts'
import { PageTitle } from '../../data/shop/page-title.tsx'

/** Only accounts with a second factor need this code. */
const GiveCode = lazy(() => import('../../data/session/give-code.tsx'))

function passwordError(password: string, again: string): string | null {
  if (!password || !again) return say.fillInAllFields
  if (password !== again) return say.passwordsDiffer
  return password.length < MIN_PASSWORD_LENGTH ? say.passwordTooShort : null
}

/** The target of the link in the mail: the link itself signs in, so without a session it has expired or was already used. */
export default function ResetPassword() {
  const { status, waiting } = useSession()
  // The provider reports an expired link in the fragment, which the client removes once it has read it. The server's HTML does not know the fragment.
  const hydrated = useHydrated()
  const [linkError] = useState(() => (import.meta.env.SSR ? null : new URLSearchParams(window.location.hash.slice(1)).get('error_description')))
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)

  const wrongOf = (data: FormData) => passwordError(String(data.get('password') ?? ''), String(data.get('confirmPassword') ?? ''))
  /** Removes an error as soon as its field is valid (docs/rules.md#forms). */
  function fixed(data: FormData) {
    if (failure && wrongOf(data) !== failure.message) setFailure(null)
  }

  async function submit(data: FormData) {
    const password = String(data.get('password') ?? '')
    const attempt = (failure?.attempt ?? 0) + 1
    const wrong = wrongOf(data)
    if (wrong) {
      setFailure({ message: wrong, attempt })
      return
    }
    setBusy(true)
    const result = await changePassword(password)
    setBusy(false)
    if (!result.ok) {
      setFailure({ message: result.message, attempt })
      return
    }
    setChanged(true)
  }

  if (changed) return <Changed />
  return (
    <>
      <PageTitle>{say.resetTitle}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">{say.choosePassword}</h1>
      {waiting ? (
        // Access to the mailbox is not enough for an account that requires a second factor.
        <div className="mt-6">
          <Suspense fallback={null}>
            <GiveCode email={waiting.email} />
          </Suspense>
        </div>
      ) : status === 'signed-out' || (hydrated && linkError) ? (
        <div role="alert" className="mt-5 grid gap-5 text-center">
          <p className="text-ink-2">{say.deadResetLink(linkError ? linkError.replace(/\.$/, '') : null)}</p>
          <ButtonLink to="/forgot-password" variant="primary" wide>
            {say.sendNewLink}
          </ButtonLink>
        </div>
      ) : (
        <form
          method="post"
          noValidate
          className="mt-6 grid gap-[18px]"
          onInput={(event) => fixed(new FormData(event.currentTarget))}
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void submit(new FormData(event.currentTarget))
          }}
        >
          <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
          <PasswordField label={say.newPassword} name="password" autoComplete="new-password" hint={say.passwordHint} />
          <PasswordField label={say.confirmPassword} name="confirmPassword" autoComplete="new-password" />
          <Button type="submit" variant="primary" size="main" wide busy={busy || status === 'loading'} busyText={busy ? say.saving : say.savePassword}>
            {say.savePassword}
          </Button>
        </form>
      )}
      <p className="mt-6 text-center">
        <Link to="/login" className="link">
          {say.backToLogin}
        </Link>
      </p>
    </>
  )
}

/** Stays until it has been read: a toast over the next screen is easily missed. */
function Changed() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-5 text-center">
      <PageTitle>{say.resetTitle}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {say.passwordChanged}
      </h1>
      <p className="text-ink-2">{say.passwordChangedText}</p>
      <ButtonLink to="/dashboard" variant="primary" wide>
        {say.goToAccount}
      </ButtonLink>
    </div>
  )
}

import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '../../data/session.ts'
import { changePassword } from '../../data/sign-in.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import { MIN_PASSWORD_LENGTH } from '../register/check-registration.ts'

function passwordError(password: string, again: string): string | null {
  if (!password || !again) return 'Please fill in all fields'
  if (password !== again) return 'Passwords do not match'
  return password.length < MIN_PASSWORD_LENGTH ? 'Password must be at least 8 characters long' : null
}

/** Target of the mail's link: the link itself signs in, so without a session it has expired or was used already. */
export default function ResetPassword() {
  const { status } = useSession()
  const navigate = useNavigate()
  // The provider tells a dead link in the fragment, which the client removes once it has read it.
  const [linkError] = useState(() => (import.meta.env.SSR ? null : new URLSearchParams(window.location.hash.slice(1)).get('error_description')))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)

  async function submit(data: FormData) {
    const password = String(data.get('password') ?? '')
    const attempt = (failure?.attempt ?? 0) + 1
    const wrong = passwordError(password, String(data.get('confirmPassword') ?? ''))
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
    toast({ title: 'Your password was changed', tone: 'success' })
    void navigate('/dashboard', { replace: true })
  }

  return (
    <>
      <title>Choose a new password · Shringar</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">Choose a new password</h1>
      {status === 'signed-out' ? (
        <div role="alert" className="mt-5 grid gap-5 text-center">
          <p className="text-ink-2">{linkError ? `${linkError.replace(/\.$/, '')}.` : 'This link has expired or was used already.'} Ask for a new one; it takes a moment.</p>
          <ButtonLink to="/forgot-password" variant="primary" wide>
            Send a new link
          </ButtonLink>
        </div>
      ) : (
        <form
          method="post"
          noValidate
          className="mt-6 grid gap-[18px]"
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void submit(new FormData(event.currentTarget))
          }}
        >
          <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
          <PasswordField label="New password" name="password" autoComplete="new-password" hint="Must be at least 8 characters" />
          <PasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" />
          <Button type="submit" variant="primary" size="main" wide busy={busy || status === 'loading'} busyText={busy ? 'Saving…' : 'Save password'}>
            Save password
          </Button>
        </form>
      )}
      <p className="mt-6 text-center">
        <Link to="/login" className="link">
          Back to Login
        </Link>
      </p>
    </>
  )
}

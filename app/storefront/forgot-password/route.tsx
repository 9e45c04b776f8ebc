import { useState } from 'react'
import { Link } from 'react-router'
import { requestPasswordReset } from '../../data/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'

export default function ForgotPassword() {
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)

  async function submit(data: FormData) {
    const email = String(data.get('email') ?? '').trim()
    const attempt = (failure?.attempt ?? 0) + 1
    if (!email) {
      setFailure({ message: 'Please fill in all fields', attempt })
      return
    }
    setBusy(true)
    const result = await requestPasswordReset(email)
    setBusy(false)
    if (result.ok) setSentTo(email)
    else setFailure({ message: result.message, attempt })
  }

  return (
    <>
      <title>Forgot password · Shringar</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">{sentTo ? 'Look in your mail' : 'Forgot password?'}</h1>
      {sentTo ? (
        <div aria-live="polite" className="mt-5 grid gap-5 text-center">
          <p className="text-ink-2">
            If there is an account for <b className="font-semibold text-ink">{sentTo}</b>, a link to choose a new password is on its way. It may take a minute; look among spam too.
          </p>
          <Button variant="quiet" onClick={() => setSentTo(null)}>
            Use another address
          </Button>
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
          <p className="text-center text-ink-2">Tell us your email and we send you a link to choose a new one.</p>
          <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
          <Field label="Email" name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" />
          <Button type="submit" variant="primary" size="main" wide busy={busy} busyText="Sending…">
            Send the link
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

import { useState } from 'react'
import { Link } from 'react-router'
import * as say from '#words/sign-in.tsx'
import { requestPasswordReset } from '../../data/session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function ForgotPassword() {
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null)

  async function submit(data: FormData) {
    const email = String(data.get('email') ?? '').trim()
    const attempt = (failure?.attempt ?? 0) + 1
    if (!email) {
      setFailure({ message: say.fillInAllFields, attempt })
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
      <PageTitle>{say.forgotTitle}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">{sentTo ? say.lookInMail : say.forgotPassword}</h1>
      {sentTo ? (
        <div aria-live="polite" className="mt-5 grid gap-5 text-center">
          <p className="text-ink-2">{say.linkSent(sentTo)}</p>
          <Button variant="quiet" onClick={() => setSentTo(null)}>
            {say.anotherAddress}
          </Button>
        </div>
      ) : (
        <form
          method="post"
          noValidate
          className="mt-6 grid gap-[18px]"
          onInput={() => setFailure(null)}
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void submit(new FormData(event.currentTarget))
          }}
        >
          <p className="text-center text-ink-2">{say.forgotText}</p>
          <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
          <Field label={say.email} name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" />
          <Button type="submit" variant="primary" size="main" wide busy={busy} busyText={say.sending}>
            {say.sendTheLink}
          </Button>
        </form>
      )}
      <p className="mt-6 text-center">
        <Link to="/login" className="link inline-flex min-h-11 items-center">
          {say.backToLogin}
        </Link>
      </p>
    </>
  )
}

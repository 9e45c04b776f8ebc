import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as say from '#words/sign-in.tsx'
import * as consents from '#words/consents.ts'
import { firstNotices } from '../../data/account/consents.ts'
import { returnPath } from '../../data/session/return-path.ts'
import { useSession } from '../../data/session/session.ts'
import { register } from '../../data/session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import { registrationError } from './check-registration.ts'
import type { Registration } from './check-registration.ts'

type Failure = { message: string; fields: (keyof Registration)[]; attempt: number }

export default function Register() {
  const { status } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  useEffect(() => {
    if (status === 'signed-in' && !busy) void navigate(returnPath(location.state), { replace: true })
  }, [status, busy, location.state, navigate])

  /** Removes an error as soon as its field is valid (docs/rules.md#forms). */
  function fixed(form: HTMLFormElement) {
    if (!failure?.fields.length) return
    const now = registrationError(registrationOf(new FormData(form)))
    const fields = failure.fields.filter((name) => now?.message === failure.message && now.fields.includes(name))
    setFailure(fields.length === 0 ? null : { ...failure, fields })
  }

  async function submit(data: FormData) {
    const input = registrationOf(data)
    const attempt = (failure?.attempt ?? 0) + 1
    const wrong = registrationError(input)
    if (wrong) {
      setFailure({ ...wrong, attempt })
      return
    }
    setFailure(null)
    setBusy(true)
    const result = await register(input.fullName.trim(), input.email.trim(), input.password, firstNotices(data.get('offers') === 'on'))
    if (result.ok) {
      toast({ title: say.registered, tone: 'success' })
      void navigate('/login', { state: location.state })
    } else {
      setBusy(false)
      setFailure({ message: result.message, fields: [], attempt })
    }
  }

  const wrong = (name: keyof Registration) =>
    failure?.fields.includes(name) ? (failure.message === say.fillInAllFields ? say.fillThisIn : failure.message) : null
  return (
    <>
      <title>{say.registerTitle}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">{say.createAccount}</h1>
      <form
        method="post"
        noValidate
        className="mt-6 grid gap-[18px]"
        onInput={(event) => fixed(event.currentTarget)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(new FormData(event.currentTarget))
        }}
      >
        <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
        <Field label={say.fullName} name="fullName" autoComplete="name" error={wrong('fullName')} />
        <Field label={say.email} name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" error={wrong('email')} />
        <PasswordField label={say.password} name="password" autoComplete="new-password" hint={say.passwordHint} error={wrong('password')} />
        <PasswordField label={say.confirmPassword} name="confirmPassword" autoComplete="new-password" error={wrong('confirmPassword')} />
        <label className="flex cursor-pointer items-start gap-3">
          <input type="checkbox" name="offers" className="mt-[3px] size-[18px] flex-none accent-plum-600" />
          <span className="text-pretty">{consents.offersNotice}</span>
        </label>
        <Button type="submit" variant="primary" size="main" wide busy={busy} busyText={say.creatingYourAccount} className="mt-2">
          {say.createAccount}
        </Button>
        <p className="text-sm text-ink-2">{say.agree}</p>
        <p className="text-sm text-ink-2">{consents.accountNotice}</p>
      </form>
      <p className="mt-6 text-center text-ink-2">
        {say.alreadyHaveAnAccount}{' '}
        <Link to="/login" state={location.state} className="link">
          {say.login}
        </Link>
      </p>
    </>
  )
}

function registrationOf(data: FormData): Registration {
  const text = (name: keyof Registration) => String(data.get(name) ?? '')
  return { fullName: text('fullName'), email: text('email'), password: text('password'), confirmPassword: text('confirmPassword') }
}

import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { returnPath } from '../../data/return-path.ts'
import { useSession } from '../../data/session.ts'
import { register } from '../../data/sign-in.ts'
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

  async function submit(data: FormData) {
    const text = (name: string) => String(data.get(name) ?? '')
    const input: Registration = { fullName: text('fullName'), email: text('email'), password: text('password'), confirmPassword: text('confirmPassword') }
    const attempt = (failure?.attempt ?? 0) + 1
    const wrong = registrationError(input)
    if (wrong) {
      setFailure({ ...wrong, attempt })
      return
    }
    setFailure(null)
    setBusy(true)
    const result = await register(input.fullName.trim(), input.email.trim(), input.password)
    if (result.ok) {
      toast({ title: 'Registration successful! Please check your email to confirm your account.', tone: 'success' })
      void navigate('/login', { state: location.state })
    } else {
      setBusy(false)
      setFailure({ message: result.message, fields: [], attempt })
    }
  }

  const wrong = (name: keyof Registration) => (failure?.fields.includes(name) ? failure.message.replace('Please fill in all fields', 'Please fill this in') : null)
  return (
    <>
      <title>Create Account · Shringar</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">Create Account</h1>
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
        <Field label="Full name" name="fullName" autoComplete="name" error={wrong('fullName')} />
        <Field label="Email" name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" error={wrong('email')} />
        <PasswordField label="Password" name="password" autoComplete="new-password" hint="Must be at least 8 characters" error={wrong('password')} />
        <PasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" error={wrong('confirmPassword')} />
        <Button type="submit" variant="primary" size="main" wide busy={busy} busyText="Creating your account…" className="mt-2">
          Create Account
        </Button>
        <p className="text-sm text-ink-2">
          By creating an account you agree to our <Link to="/terms" className="link">Terms &amp; Conditions</Link> and <Link to="/privacy" className="link">Privacy Policy</Link>.
        </p>
      </form>
      <p className="mt-6 text-center text-ink-2">
        Already have an account?{' '}
        <Link to="/login" state={location.state} className="link">
          Login
        </Link>
      </p>
    </>
  )
}

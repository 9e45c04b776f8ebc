import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as say from '#words/sign-in.tsx'
import * as consents from '#words/consents.ts'
import { returnPath } from '../../data/session/return-path.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useRegistration } from './use-registration.ts'
import { PageTitle } from '../../data/shop/page-title.tsx'

export default function Register() {
  const { status } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const { busy, errorOf, alert, form } = useRegistration(() => void navigate('/login', { state: location.state }))

  useEffect(() => {
    if (status === 'signed-in' && !busy) void navigate(returnPath(location.state), { replace: true })
  }, [status, busy, location.state, navigate])

  return (
    <>
      <PageTitle>{say.registerTitle}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">{say.createAccount}</h1>
      <form method="post" {...form} className="mt-6 grid gap-[18px]">
        <FormAlert {...alert} />
        <Field label={say.fullName} name="fullName" autoComplete="name" error={errorOf('fullName')} />
        <Field label={say.email} name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" error={errorOf('email')} />
        <PasswordField label={say.password} name="password" autoComplete="new-password" hint={say.passwordHint} error={errorOf('password')} />
        <PasswordField label={say.confirmPassword} name="confirmPassword" autoComplete="new-password" error={errorOf('confirmPassword')} />
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
        <Link to="/login" state={location.state} className="link inline-flex min-h-11 items-center">
          {say.login}
        </Link>
      </p>
    </>
  )
}

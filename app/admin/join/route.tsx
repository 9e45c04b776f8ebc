import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { ROLE_NAMES } from '#domain/shop/staff.ts'
import * as say from '#words/admin-access.ts'
import { acceptInvite, fetchAccess, fetchInvite, signInMethod } from '../../data/admin/staff/access.ts'
import type { Invite } from '../../data/admin/staff/access.ts'
import { updateProfile } from '../../data/account/profile.ts'
import { queryClient } from '../../data/api/queries.ts'
import { refreshProfile, useSession } from '../../data/session/session.ts'
import type { SessionUser } from '../../data/session/session.ts'
import { changePassword, signOut } from '../../data/session/sign-in.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import styles from '../admin.css?url'
import { THEME_SCRIPT, useThemeOnPage } from '../shell/theme.ts'

export const links = () => [{ rel: 'stylesheet', href: styles }]

const MIN_PASSWORD_LENGTH = 8

/**
 * `invite`: the invitation to accept; null if the person already has the role and only their name is missing, as for the shop's first owner. `fresh`: they came
 * by a link, so they may have no password.
 */
type Standing = { kind: 'reading' } | { kind: 'none' } | { kind: 'open'; invite: Invite | null; fresh: boolean; name: string }

/** The target of an invitation's link, and of the link that the first start prints: asks for name and password, then opens the back office. */
export default function Join() {
  const { status, user, profile } = useSession()
  return (
    <Frame>
      {status === 'loading' ? null : user ? (
        <Invited key={user.id} user={user} name={profile?.full_name ?? ''} />
      ) : (
        <>
          <p className="text-center text-ink-2">{say.signInToJoinText}</p>
          <ButtonLink to="/admin/login" variant="primary" wide>
            {say.toLogin}
          </ButtonLink>
        </>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  useThemeOnPage()
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-sunken px-5 py-12">
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      <title>{say.joinTitle}</title>
      <meta name="robots" content="noindex" />
      <div className="grid w-full max-w-[420px] gap-6 rounded-lg border border-line bg-surface p-6 md:p-8">
        <Link to="/" className="justify-self-center rounded-xs">
          <BrandMark />
        </Link>
        <h1 className="text-center text-2xl">{say.joinTitle}</h1>
        {children}
      </div>
    </main>
  )
}

function Invited({ user, name }: { user: SessionUser; name: string }) {
  const navigate = useNavigate()
  const [standing, setStanding] = useState<Standing>({ kind: 'reading' })
  const form = useSubmit((error) => (error instanceof Error ? error.message : say.joinFailed))

  useEffect(() => {
    let live = true
    async function read() {
      const [access, invite, method] = await Promise.all([fetchAccess(), fetchInvite(), signInMethod()])
      if (!live) return
      const fresh = method !== 'password'
      if (access && !(fresh && access.name === null)) await navigate('/admin', { replace: true })
      else if (access || invite) setStanding({ kind: 'open', invite: access ? null : invite, fresh, name })
      else setStanding({ kind: 'none' })
    }
    read().catch(() => {
      if (live) setStanding({ kind: 'none' })
    })
    return () => {
      live = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the name is only what the field begins with
  }, [navigate])

  const submit = ({ invite, fresh }: Extract<Standing, { kind: 'open' }>) =>
    form.onSubmit((data) => {
      const fullName = fieldText(data, 'full_name').trim()
      const password = fieldText(data, 'password')
      const errors: FieldErrors = {
        ...(fullName === '' ? { full_name: say.enterName } : {}),
        ...((fresh || password !== '') && password.length < MIN_PASSWORD_LENGTH ? { password: say.passwordTooShort } : {}),
      }
      if (Object.keys(errors).length > 0) return { errors }
      return async () => {
        if (password !== '') {
          const changed = await changePassword(password)
          if (!changed.ok) return { message: changed.message }
        }
        if (invite) await acceptInvite(fullName)
        else await updateProfile(user.id, { full_name: fullName })
        queryClient.clear()
        await refreshProfile()
        await navigate('/admin', { replace: true })
        return undefined
      }
    })

  if (standing.kind === 'reading') return null
  if (standing.kind === 'none') {
    return (
      <div role="alert" className="grid gap-5 text-center">
        <p className="font-medium">{say.noInvite}</p>
        <p className="text-ink-2">{say.noInviteText}</p>
        <Button onClick={() => void signOut().then(() => navigate('/admin/login', { replace: true }))}>{say.signOut}</Button>
      </div>
    )
  }
  const { invite, fresh } = standing
  return (
    <form method="post" noValidate className="grid gap-[18px]" onChange={form.onChange} onSubmit={submit(standing)}>
      <p className="text-center text-ink-2">
        {invite ? say.invitedBy(invite.invited_by, ROLE_NAMES[invite.role]) : say.firstOwner}
        <span className="block font-medium text-ink">{user.email}</span>
      </p>
      <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
      <Field label={say.yourName} name="full_name" autoComplete="name" maxLength={120} defaultValue={standing.name} error={form.errors['full_name']} />
      {fresh ? (
        <PasswordField label={say.choosePassword} name="password" autoComplete="new-password" hint={say.passwordHint} error={form.errors['password']} />
      ) : null}
      <Button type="submit" variant="primary" size="main" wide busy={form.busy} busyText={say.joining}>
        {say.join}
      </Button>
    </form>
  )
}

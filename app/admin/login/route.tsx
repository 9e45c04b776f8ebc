import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as say from '#words/sign-in.tsx'
import { fetchInvite } from '../../data/admin/staff/access.ts'
import { isOwnPath } from '../../data/session/return-path.ts'
import { useSession } from '../../data/session/session.ts'
import { signIn, signOut } from '../../data/session/sign-in.ts'
import { askStaffAccess } from '../../data/admin/staff/staff-access.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { useLapsed } from '../../data/session/use-lapsed.ts'
import { reloadPage } from '../../ui/page/reload-page.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { PageTitle } from '../../data/shop/page-title.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import styles from '../admin.css?url'
import { THEME_SCRIPT, useThemeOnPage } from '../shell/theme.ts'

const GiveCode = lazy(() => import('../../data/session/give-code.tsx'))

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** The back-office page that a guard redirected from; never a page elsewhere. */
function adminPath(state: unknown): string {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && isOwnPath(from) && /^\/admin(?!\/login)(\/|\?|$)/.test(from) ? from : '/admin'
}

export default function AdminLogin() {
  useThemeOnPage()
  const { user, waiting } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const lapsed = useLapsed()
  const form = useSubmit((error) => serverMessage(error, 'Sign-in failed. Please try again.'))
  const [refused, setRefused] = useState<{ userId: string; why: 'none' | 'unknown' } | null>(null)
  /** Welcomes staff only after it is clear that they are staff, so that a customer sees one message, not two. */
  const signedIn = useRef(false)

  useEffect(() => {
    let live = true
    async function decide(userId: string) {
      const access = await askStaffAccess(userId)
      if (!live) return
      // Staff who lack only the second factor are asked for it behind this login.
      if (access === 'unknown') setRefused({ userId, why: access })
      else if (access !== 'none') {
        if (signedIn.current) toast({ title: 'Welcome back!', tone: 'success' })
        await navigate(adminPath(location.state), { replace: true })
      } else if (await fetchInvite().catch(() => null)) await navigate('/admin/join', { replace: true })
      else setRefused({ userId, why: access })
    }
    if (user) void decide(user.id)
    return () => {
      live = false
    }
  }, [user, location.state, navigate])

  const submit = form.onSubmit((data) => {
    const email = fieldText(data, 'email').trim()
    const password = fieldText(data, 'password')
    if (!email || !password) return { message: 'Please fill in all fields' }
    return async () => {
      const result = await signIn(email, password)
      signedIn.current = result.ok
      return result.ok ? undefined : { message: result.message }
    }
  })

  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-sunken px-5 py-12">
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      <PageTitle>Back office login</PageTitle>
      <meta name="robots" content="noindex" />
      <div className="grid w-full max-w-[420px] gap-6 rounded-lg border border-line bg-surface p-6 md:p-8">
        <Link to="/" className="justify-self-center rounded-xs">
          <BrandMark />
        </Link>
        <h1 className="text-center text-2xl">Back office</h1>
        {lapsed && form.attempt === 0 && !refused && !waiting ? (
          <p className="rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{say.sessionLapsed}</p>
        ) : null}
        {user && refused?.userId === user.id && refused.why === 'unknown' ? (
          <div role="alert" className="grid justify-items-start gap-3 rounded-sm bg-cancelled-tint px-4 py-3 text-cancelled">
            <p>We couldn’t check your access. Please try again.</p>
            <Button size="card" onClick={reloadPage}>
              Try again
            </Button>
          </div>
        ) : null}
        {user && refused?.userId === user.id && refused.why === 'none' ? (
          <div role="alert" className="grid justify-items-start gap-3 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">
            <p>{user.email} is not an admin of this shop.</p>
            <Button size="card" onClick={() => void signOut()}>
              Sign in as someone else
            </Button>
          </div>
        ) : null}
        {waiting ? (
          <Suspense fallback={null}>
            <GiveCode email={waiting.email} onDone={() => (signedIn.current = true)} />
          </Suspense>
        ) : null}
        <form method="post" noValidate hidden={waiting !== undefined} className="grid gap-[18px] [&[hidden]]:hidden" onSubmit={submit}>
          <FormAlert message={form.message} attempt={form.attempt} />
          <Field label="Email" name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" />
          <PasswordField label="Password" name="password" autoComplete="current-password" />
          <Button type="submit" variant="primary" size="main" wide busy={form.busy} busyText="Signing in…">
            Login
          </Button>
          <Link to="/forgot-password" className="link justify-self-center">
            Forgot password?
          </Link>
        </form>
      </div>
    </main>
  )
}

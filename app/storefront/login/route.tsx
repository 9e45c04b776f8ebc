import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as say from '#words/sign-in.tsx'
import { hasRememberedItem } from '../../data/cart/remembered-item.ts'
import { rememberWish, wishInAddress, wishWaiting } from '../../data/wishlist/remembered-wish.ts'
import { returnPath } from '../../data/session/return-path.ts'
import { useSession } from '../../data/session/session.ts'
import { resendConfirmation, signIn } from '../../data/session/sign-in.ts'
import { useLapsed } from '../../data/session/use-lapsed.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'

/** Only accounts with a second factor need this code. */
const GiveCode = lazy(() => import('../../data/session/give-code.tsx'))

const neverChanges = () => () => undefined

const waitingWish = () => wishInAddress(window.location.search)?.kind ?? wishWaiting()

/** The provider's error for an expired confirmation link, which redirects here. */
const linkError = () => new URLSearchParams(window.location.hash.slice(1)).get('error_description')

export default function Login() {
  const { status, waiting } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{
    message: string
    attempt: number
    empty: string[]
    /** the address that still needs confirmation */ unconfirmed?: string
  } | null>(null)

  // The server's HTML does not know the visitor, so this is false until the browser reads it.
  const kept = useSyncExternalStore(neverChanges, hasRememberedItem, () => false)
  const wanted = useSyncExternalStore(neverChanges, waitingWish, () => null)
  const lapsed = useLapsed()
  const deadLink = useSyncExternalStore(neverChanges, linkError, () => null)
  // A wishlist button that was pressed before the scripts loaded.
  useEffect(() => {
    const chosen = wishInAddress(location.search)
    if (chosen) rememberWish(chosen)
  }, [location.search])
  useEffect(() => {
    if (status === 'signed-in') void navigate(returnPath(location.state), { replace: true })
  }, [status, location.state, navigate])

  async function submit(data: FormData) {
    const email = String(data.get('email') ?? '').trim()
    const password = String(data.get('password') ?? '')
    const attempt = (failure?.attempt ?? 0) + 1
    if (!email || !password) {
      setFailure({ message: say.fillInAllFields, attempt, empty: [email ? '' : 'email', password ? '' : 'password'].filter(Boolean) })
      return
    }
    setBusy(true)
    const result = await signIn(email, password)
    setBusy(false)
    if (result.ok && result.waiting) return
    if (result.ok) toast({ title: say.welcomeBackToast, tone: 'success' })
    else setFailure({ message: result.message, attempt, empty: [], unconfirmed: /not confirmed/i.test(result.message) ? email : undefined })
  }

  /** An empty field counts as fixed as soon as it is filled in; the summary disappears with the last one (docs/rules.md#forms). */
  function fixed(field: EventTarget) {
    if (!failure?.empty.length || !(field instanceof HTMLInputElement) || field.value.trim() === '') return
    const empty = failure.empty.filter((name) => name !== field.name)
    setFailure(empty.length === 0 ? null : { ...failure, empty })
  }

  async function sendAgain(email: string) {
    setBusy(true)
    const result = await resendConfirmation(email)
    setBusy(false)
    if (result.ok) toast({ title: say.confirmationSent, tone: 'success' })
    else toast({ title: result.message, tone: 'error' })
  }

  if (waiting) {
    return (
      <>
        <title>{say.loginTitle}</title>
        <meta name="robots" content="noindex" />
        <h1 className="text-center">{say.enterCode}</h1>
        <div className="mt-6">
          <Suspense fallback={null}>
            <GiveCode email={waiting.email} onDone={() => toast({ title: say.welcomeBackToast, tone: 'success' })} />
          </Suspense>
        </div>
      </>
    )
  }

  const missing = (name: string) => (failure?.empty.includes(name) ? say.fillThisIn : null)
  return (
    <>
      <title>{say.loginTitle}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">{say.welcomeBack}</h1>
      {deadLink && !failure ? (
        <p role="alert" className="mt-5 rounded-sm bg-cancelled-tint px-4 py-3 text-cancelled">
          {say.deadLink(deadLink)}
        </p>
      ) : null}
      {lapsed && !failure ? <p className="mt-5 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{say.sessionLapsed}</p> : null}
      {(kept || wanted) && !failure ? (
        <p className="mt-5 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{wanted ? say.wantedKept[wanted] : say.productKept}</p>
      ) : null}
      <form
        method="post"
        noValidate
        className="mt-6 grid gap-[18px]"
        onInput={(event) => fixed(event.target)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(new FormData(event.currentTarget))
        }}
      >
        <FormAlert message={failure?.message} attempt={failure?.attempt ?? 0} />
        {failure?.unconfirmed ? (
          <Button wide busy={busy} onClick={() => void sendAgain(failure.unconfirmed ?? '')}>
            {say.sendConfirmation}
          </Button>
        ) : null}
        <Field label={say.email} name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" error={missing('email')} />
        <PasswordField
          label={say.password}
          name="password"
          autoComplete="current-password"
          error={missing('password')}
          labelEnd={
            <Link to="/forgot-password" className="link inline-block py-[3px] text-sm">
              {say.forgotPassword}
            </Link>
          }
        />
        <Button type="submit" variant="primary" size="main" wide busy={busy} busyText={say.signingIn} className="mt-2">
          {say.login}
        </Button>
      </form>
      <p className="mt-6 text-center text-ink-2">
        {say.newHere}{' '}
        <Link to="/register" state={location.state} className="link">
          {say.createAccount}
        </Link>
      </p>
    </>
  )
}

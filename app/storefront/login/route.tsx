import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as say from '#words/sign-in.tsx'
import { addRememberedItem } from '../../data/cart/cart-sync.ts'
import { itemInAddress } from '../../data/cart/item-in-address.ts'
import { hasRememberedItem, rememberItem } from '../../data/cart/remembered-item.ts'
import { rememberWish, wishInAddress, wishWaiting } from '../../data/wishlist/remembered-wish.ts'
import { returnPath } from '../../data/session/return-path.ts'
import { useSession } from '../../data/session/session.ts'
import { resendConfirmation, signIn } from '../../data/session/sign-in.ts'
import { useLapsed } from '../../data/session/use-lapsed.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { AFTER_MAIL, isForCheckout } from './after-mail.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { PageTitle } from '../../data/shop/page-title.tsx'

/** Only accounts with a second factor need this code. */
const GiveCode = lazy(() => import('../../data/session/give-code.tsx'))
const NewBuyer = lazy(() => import('./new-buyer.tsx'))

const neverChanges = () => () => undefined

const waitingWish = () => wishInAddress(window.location.search)?.kind ?? wishWaiting()

const wantsItemInAddress = () => itemInAddress(window.location.search) !== null

/** The provider's error for an expired confirmation link, which redirects here. */
const linkError = () => new URLSearchParams(window.location.hash.slice(1)).get('error_description')

export default function Login() {
  const { storeName } = useSettings()
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
  const cameForCheckout = useSyncExternalStore(
    neverChanges,
    () => isForCheckout(location.search) || /^\/(checkout|cart)\b/.test(returnPath(location.state)),
    () => false,
  )
  const [isNew, setNew] = useState(false)
  const deadLink = useSyncExternalStore(neverChanges, linkError, () => null)
  // A wishlist button, or Add to Cart, that was pressed before the scripts loaded.
  const wantsItem = useSyncExternalStore(neverChanges, wantsItemInAddress, () => false)
  useEffect(() => {
    const chosen = wishInAddress(location.search)
    if (chosen) rememberWish(chosen)
    const item = itemInAddress(location.search)
    if (!item) return
    rememberItem(item.productId, item.quantity)
    addRememberedItem()
  }, [location.search])
  useEffect(() => {
    if (status !== 'signed-in') return
    const target = isNew || isForCheckout(location.search) ? '/checkout' : wantsItem ? '/cart' : returnPath(location.state)
    void navigate(target, { replace: true })
  }, [status, isNew, wantsItem, location.search, location.state, navigate])

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
    const result = await resendConfirmation(email, isForCheckout(location.search) ? AFTER_MAIL : undefined)
    setBusy(false)
    if (result.ok) toast({ title: say.confirmationSent, tone: 'success' })
    else toast({ title: result.message, tone: 'error' })
  }

  if (waiting) {
    return (
      <>
        <PageTitle>{say.loginTitle}</PageTitle>
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

  if (isNew) {
    return (
      <>
        <PageTitle>{say.registerTitle}</PageTitle>
        <meta name="robots" content="noindex" />
        <Suspense fallback={null}>
          <NewBuyer onBack={() => setNew(false)} />
        </Suspense>
      </>
    )
  }

  const missing = (name: string) => (failure?.empty.includes(name) ? say.fillThisIn : null)
  return (
    <>
      <PageTitle>{say.loginTitle}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="text-center">{say.welcomeBack}</h1>
      {deadLink && !failure ? (
        <p role="alert" className="mt-5 rounded-sm bg-cancelled-tint px-4 py-3 text-cancelled">
          {say.deadLink(deadLink)}
        </p>
      ) : null}
      {lapsed && !failure ? <p className="mt-5 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{say.sessionLapsed}</p> : null}
      {(kept || wantsItem || wanted) && !failure ? (
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
            <Link to="/forgot-password" className="link -mt-[13px] -mb-[5px] inline-flex min-h-[39px] items-center text-sm">
              {say.forgotPassword}
            </Link>
          }
        />
        <Button type="submit" variant="primary" size="main" wide busy={busy} busyText={say.signingIn} className="mt-2">
          {say.login}
        </Button>
      </form>
      {cameForCheckout || kept || wantsItem ? (
        <Button wide className="mt-3" onClick={() => setNew(true)}>
          {say.orderAsNew}
        </Button>
      ) : null}
      <p className="mt-6 text-center text-ink-2">
        {say.newHere(storeName)}{' '}
        <Link to="/register" state={location.state} className="link inline-flex min-h-11 items-center">
          {say.createAccount}
        </Link>
      </p>
    </>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/data.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { queryClient } from '../api/queries.ts'
import { reloadPage } from '../../ui/page/reload-page.ts'
import { SendToLogin } from './send-to-login.tsx'
import { useSession } from './session.ts'
import type { Profile, SessionUser } from './session.ts'
import { useLiveOrders } from './use-live-orders.ts'

const SignInAgain = lazy(() => import('./sign-in-again.tsx').then(({ SignInAgain: element }) => ({ default: element })))

export type ShownTo = {
  /** The user of this screen: the one who is signed in, or whose session ended by itself while the screen was open. */
  person: { user: SessionUser; profile: Profile | null } | null
  /** The session ended while the screen was in use: the screen stays, and a dialog asks for the password. */
  ended: boolean
}

/** Whom a guarded screen is shown to. A sign-out on purpose, here or in another tab, ends it and clears the cached reads. */
export function useShownTo(): ShownTo {
  const { status, user, profile, ended } = useSession()
  // Only the same user gets the screen back.
  const [met, setMet] = useState<string | null>(null)
  if (user && user.id !== met) setMet(user.id)
  const stays = ended && ended.user.id === met ? ended : null
  const over = status === 'signed-out' && stays === null
  useEffect(() => {
    // Data of one user must not be shown to the next on a shared machine.
    if (over) queryClient.clear()
  }, [over])
  const asksAgain = user === null && stays !== null
  const asked = useRef(false)
  useEffect(() => {
    if (asksAgain) asked.current = true
    else if (user && asked.current) {
      asked.current = false
      // Reads without a session failed, or returned less than the user may see.
      void queryClient.invalidateQueries()
    }
  }, [asksAgain, user])
  return { person: user ? { user, profile } : stays, ended: asksAgain }
}

/** Shown on top of a screen that stays: asks its user to sign in again. */
export function AskAgain({ email }: { email: string }) {
  return (
    <Suspense fallback={null}>
      <SignInAgain email={email} />
    </Suspense>
  )
}

type SignedInProps = {
  /** Shown while a stored session is being read, in the shape of the coming content. */
  waiting: ReactNode
  children: (user: SessionUser, profile: Profile | null) => ReactNode
}

/** The guard of every signed-in screen: signed-out visitors go to /login, and back here afterwards. */
export function SignedIn({ waiting, children }: SignedInProps) {
  const { status, failed } = useSession()
  const { person, ended } = useShownTo()
  useLiveOrders(ended ? undefined : person?.user.id)
  if (status === 'loading') return waiting
  if (failed) return <ErrorPanel title={say.backendFailed} onRetry={reloadPage} />
  if (!person) return <SendToLogin to="/login" />
  return (
    <QueryClientProvider client={queryClient}>
      <Fragment key={person.user.id}>{children(person.user, person.profile)}</Fragment>
      {ended ? <AskAgain email={person.user.email} /> : null}
    </QueryClientProvider>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, Suspense, lazy, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/data.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { queryClient } from './queries.ts'
import { SendToLogin } from './send-to-login.tsx'
import { useSession } from './session.ts'
import type { Profile, SessionUser } from './session.ts'
import { useLiveOrders } from './use-live-orders.ts'

const SignInAgain = lazy(() => import('./sign-in-again.tsx').then(({ SignInAgain: element }) => ({ default: element })))

type SignedInProps = {
  /** Shown while a stored session is being read, in the shape of what comes. */
  waiting: ReactNode
  children: (user: SessionUser, profile: Profile | null) => ReactNode
}

/**
 * The guard of every signed-in screen: signed out → /login, and back here afterwards. Where a session dies by itself
 * under somebody's hands, the screen stays with what was typed, and the same person signs in over it.
 */
export function SignedIn({ waiting, children }: SignedInProps) {
  const { status, user, profile, ended, failed } = useSession()
  useLiveOrders(user?.id)
  // Whom this screen was shown to: only they find it again.
  const [met, setMet] = useState<string | null>(null)
  if (user && user.id !== met) setMet(user.id)
  const stays = ended && ended.user.id === met ? ended : null
  const over = status === 'signed-out' && stays === null
  useEffect(() => {
    // What one user read must not be shown to the next on a shared machine.
    if (over) queryClient.clear()
  }, [over])
  if (status === 'loading') return waiting
  if (failed) return <ErrorPanel title={say.backendFailed} onRetry={() => window.location.reload()} />
  const shown = user ? { user, profile } : stays
  if (!shown) return <SendToLogin to="/login" />
  return (
    <QueryClientProvider client={queryClient}>
      <Fragment key={shown.user.id}>{children(shown.user, shown.profile)}</Fragment>
      {user ? null : (
        <Suspense fallback={null}>
          <SignInAgain email={shown.user.email} />
        </Suspense>
      )}
    </QueryClientProvider>
  )
}

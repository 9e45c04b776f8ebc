import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { queryClient } from './queries.ts'
import { SendToLogin } from './send-to-login.tsx'
import { useSession } from './session.ts'
import type { Profile, SessionUser } from './session.ts'

type SignedInProps = {
  /** Shown while a stored session is being read, in the shape of what comes. */
  waiting: ReactNode
  children: (user: SessionUser, profile: Profile | null) => ReactNode
}

/** The guard of every signed-in screen: signed out → /login, and back here afterwards. */
export function SignedIn({ waiting, children }: SignedInProps) {
  const { status, user, profile } = useSession()
  useEffect(() => {
    // What one user read must not be shown to the next on a shared machine.
    if (status === 'signed-out') queryClient.clear()
  }, [status])
  if (status === 'loading') return waiting
  if (!user) return <SendToLogin to="/login" />
  return <QueryClientProvider client={queryClient}>{children(user, profile)}</QueryClientProvider>
}

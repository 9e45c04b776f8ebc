import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet, isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { Suspense, lazy, useEffect } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/admin-shell.ts'
import { queryClient } from '../data/api/queries.ts'
import { SendToLogin } from '../data/session/send-to-login.tsx'
import { useSession } from '../data/session/session.ts'
import type { SessionUser } from '../data/session/session.ts'
import { AskAgain, useShownTo } from '../data/session/signed-in.tsx'
import { ACCESS_KEY, fetchAccess, followRefusals } from '../data/admin/staff/access.ts'
import { askStaffAccess } from '../data/admin/staff/staff-access.ts'
import { useErrorOfMissingCode } from '../navigation/missing-code.ts'
import { ErrorScreen } from '../ui/page/error-screen.tsx'
import styles from './admin.css?url'
import { AccessContext } from './access.ts'
import { NoAccess } from './no-access.tsx'
import { neededFor } from './screen-permissions.ts'
import { Shell } from './shell/shell.tsx'
import { THEME_SCRIPT, useThemeOnPage } from './shell/theme.ts'

const SecondFactorRequired = lazy(() => import('./second-factor-required.tsx'))

export const links = () => [{ rel: 'stylesheet', href: styles }]

export default function AdminLayout() {
  useErrorOfMissingCode()
  return <Frame>{(user) => <Outlet context={user} />}</Frame>
}

/** Shown when a screen fails; the navigation to the others still works. */
export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <Frame>
      {() => (
        <>
          <title>{say.title(say.backOffice)}</title>
          <ErrorScreen error={error} status={status} />
        </>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: (user: SessionUser) => ReactNode }) {
  useThemeOnPage()
  return (
    <QueryClientProvider client={queryClient}>
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      <meta name="robots" content="noindex" />
      <Guard>{children}</Guard>
    </QueryClientProvider>
  )
}

/**
 * Guards the back office: renders nothing until the role is certain, and redirects everyone else to /admin/login. An error while checking counts as no
 * (docs/rules.md#roles). If a session expires during work, the screen stays and the password is asked for above it; the database answers no requests by then.
 */
function Guard({ children }: { children: (user: SessionUser) => ReactNode }) {
  const { status } = useSession()
  const { person, ended } = useShownTo()
  const user = person?.user
  const role = useQuery({
    queryKey: ['is-admin', user?.id],
    queryFn: () => askStaffAccess(user?.id ?? ''),
    // While staff set up the second factor, do not refetch: that would remove the screen before they have read their recovery codes. The setup itself reports
    // when it is done.
    enabled: ({ state }) => user !== undefined && !ended && state.data !== 'set-up',
    staleTime: 60_000,
  })
  const access = useQuery({
    queryKey: [...ACCESS_KEY, user?.id],
    queryFn: fetchAccess,
    enabled: user !== undefined && !ended && role.data === 'open',
    staleTime: 60_000,
  })
  const { pathname } = useLocation()
  useEffect(followRefusals, [])
  if (status === 'loading' || (user && (role.isPending || (role.data === 'open' && access.isPending)))) return <title>{say.backOffice}</title>
  if (user && (role.data === 'set-up' || role.data === 'give-code')) {
    return (
      <Suspense fallback={<title>{say.backOffice}</title>}>
        <SecondFactorRequired key={user.id} user={user} enrolled={role.data === 'give-code'} onDone={() => void role.refetch()} />
      </Suspense>
    )
  }
  if (!user || role.data !== 'open' || !access.data) return <SendToLogin to="/admin/login" />
  return (
    <AccessContext value={access.data}>
      <Shell key={user.id} user={user}>
        {access.data.permissions.includes(neededFor(pathname)) ? children(user) : <NoAccess access={access.data} />}
      </Shell>
      {ended ? <AskAgain email={user.email} /> : null}
    </AccessContext>
  )
}

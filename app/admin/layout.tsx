import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router'
import { askIsAdmin } from '../data/admin-orders.ts'
import { queryClient } from '../data/queries.ts'
import { SendToLogin } from '../data/send-to-login.tsx'
import { useSession } from '../data/session.ts'
import type { SessionUser } from '../data/session.ts'
import { signOut } from '../data/sign-in.ts'
import { AskAgain, useShownTo } from '../data/signed-in.tsx'
import { useSettings } from '../data/use-settings.ts'
import { Icon } from '../ui/icon.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { sections } from './sections.ts'

/** The wall of the back office: renders nothing until the role is certain, and /admin/login for everybody else. */
export default function AdminLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <title>Back office · Shringar</title>
      <meta name="robots" content="noindex" />
      <Guard />
    </QueryClientProvider>
  )
}

function Guard() {
  const { status } = useSession()
  const { person, ended } = useShownTo()
  const user = person?.user
  const role = useQuery({
    queryKey: ['is-admin', user?.id],
    queryFn: () => askIsAdmin(user?.id ?? ''),
    enabled: user !== undefined && !ended,
    staleTime: 60_000,
  })
  if (status === 'loading' || (user && role.isPending)) return null
  if (!user || role.data !== true) return <SendToLogin to="/admin/login" />
  return (
    <>
      <Shell key={user.id} user={user} />
      {ended ? <AskAgain email={user.email} /> : null}
    </>
  )
}

function Shell({ user }: { user: SessionUser }) {
  const { storeName } = useSettings()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // The menu belongs to the page it was opened on, and so closes with the next one.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname

  async function leave() {
    await signOut()
    queryClient.clear()
    void navigate('/admin/login', { replace: true })
  }

  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] max-md:grid-rows-[auto_1fr] md:grid-cols-[216px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:rounded-sm focus:bg-plum-900 focus:px-4 focus:py-3 focus:text-white"
      >
        Skip to the content
      </a>
      <header className="border-line bg-sunken max-md:border-b md:border-r">
        <div className="md:sticky md:top-0 md:flex md:h-dvh md:flex-col">
          <div className="flex items-center justify-between px-5 py-4 md:px-6 md:py-6">
            <Wordmark name={storeName} centred={false} />
            <button
              type="button"
              aria-expanded={open}
              aria-controls="admin-menu"
              aria-label={open ? 'Close menu' : 'Open menu'}
              onClick={() => setOpenAt(open ? null : pathname)}
              className="grid size-11 place-items-center rounded-sm hover:bg-plum-50 md:hidden"
            >
              <Icon name={open ? 'close' : 'menu'} />
            </button>
          </div>
          <div id="admin-menu" className={`${open ? '' : 'max-md:hidden'} flex flex-1 flex-col gap-5 px-3 pb-5 md:overflow-y-auto`}>
            <nav aria-label="Back office">
              <ul className="grid gap-[2px]">
                {sections.map((section) => (
                  <li key={section.to}>
                    <NavLink
                      to={section.to}
                      end={section.exact}
                      className={({ isActive }) =>
                        `block rounded-sm px-3 py-[9px] text-md ${isActive ? 'bg-plum-600 font-semibold text-white' : 'font-medium text-ink-2 hover:bg-plum-50 hover:text-plum-700'}`
                      }
                    >
                      {section.label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="mt-auto grid gap-1 border-t border-line pt-4">
              <p className="px-3 text-sm">
                <span className="block truncate">{user.email}</span>
                <span className="text-ink-2">Admin</span>
              </p>
              <NavLink to="/" className="rounded-sm px-3 py-2 text-md font-medium text-plum-600 hover:bg-plum-50">
                View Store
              </NavLink>
              <button type="button" onClick={() => void leave()} className="rounded-sm px-3 py-2 text-left text-md font-medium text-plum-600 hover:bg-plum-50">
                Sign Out
              </button>
            </div>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 px-5 pt-6 pb-16 outline-none md:px-6 xl:px-10">
        <Outlet context={user} />
      </main>
    </div>
  )
}

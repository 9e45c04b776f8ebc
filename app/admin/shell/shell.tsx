import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as say from '#words/admin-shell.ts'
import { queryClient } from '../../data/api/queries.ts'
import type { SessionUser } from '../../data/session/session.ts'
import { signOut } from '../../data/session/sign-in.ts'
import { useAccess, useMay } from '../access.ts'
import { neededFor } from '../screen-permissions.ts'
import { sections } from '../sections.ts'
import { OwnerPassword } from '../ui/owner-password.tsx'
import { undoLast } from '../ui/undo.ts'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePreview } from './use-preview.ts'
import { useShortcutKeys, useShortcuts } from './shortcuts.ts'

const Palette = lazy(() => import('../palette/palette.tsx'))
const FirstName = lazy(() => import('./first-name.tsx').then(({ FirstName: element }) => ({ default: element })))
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx'))

/** The frame of every screen: nine links, search, theme and keys. */
export function Shell({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const access = useAccess()
  const may = useMay()
  const [over, setOver] = useState<'palette' | 'keys' | null>(null)
  // The menu belongs to the page it was opened on, so it closes with the next one.
  const [menuAt, setMenuAt] = useState<string | null>(null)
  const content = useRef<HTMLElement>(null)
  useShortcutKeys()
  usePreview()
  useFocusOnNewScreen(content)
  useShortcuts([
    { keys: 'Mod+K', label: say.openPalette, group: say.everywhere, inFields: true, run: () => setOver((shown) => (shown === 'palette' ? null : 'palette')) },
    { keys: '?', label: say.keyboardShortcuts, group: say.everywhere, run: () => setOver('keys') },
    { keys: 'Mod+Z', label: say.undoLast, group: say.everywhere, run: undoLast },
    ...sections
      .filter(({ to }) => may(neededFor(to)))
      .map(({ to, label, key }) => ({ keys: `g ${key}`, label, group: say.goTo, run: () => void navigate(to) })),
  ])

  async function leave() {
    await signOut()
    queryClient.clear()
    void navigate('/admin/login', { replace: true })
  }

  return (
    <div className="admin grid min-h-dvh grid-cols-[minmax(0,1fr)] max-md:grid-rows-[auto_1fr] md:grid-cols-[60px_minmax(0,1fr)] lg:grid-cols-[216px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-sm focus:bg-accent focus:px-4 focus:py-3 focus:text-white"
      >
        {say.skipToContent}
      </a>
      <SideBar
        user={user}
        pathname={pathname}
        open={menuAt === pathname}
        onToggle={() => setMenuAt(menuAt === pathname ? null : pathname)}
        onSearch={() => setOver('palette')}
        onLeave={() => void leave()}
      />
      <div className="flex min-w-0 flex-col bg-surface md:m-2 md:ml-0 md:rounded-md md:border md:border-line md:shadow-1">
        <TopBar pathname={pathname} onSearch={() => setOver('palette')} onKeys={() => setOver('keys')} />
        <main ref={content} id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 pt-4 pb-20 outline-none md:px-6 md:pt-5">
          {children}
        </main>
      </div>
      <Suspense fallback={null}>
        {over === 'palette' ? <Palette onClose={() => setOver(null)} onKeys={() => setOver('keys')} onLeave={() => void leave()} /> : null}
        {access.role === 'owner' && access.name === null ? <FirstName userId={user.id} access={access} /> : null}
        {over === 'keys' ? <KeyboardHelp onClose={() => setOver(null)} /> : null}
      </Suspense>
      <OwnerPassword />
    </div>
  )
}

/** After a change of screen, the focus moves to its content, as after loading a page; filters within a screen move nothing. */
function useFocusOnNewScreen(content: React.RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}

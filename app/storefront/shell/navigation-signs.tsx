import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as say from '#words/shell.tsx'

/** A thin line at the top while a page takes longer than a moment (the delay is in the styles). */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div role="progressbar" aria-label={say.loading} className="navigation-progress" />
}

/** Where the visitor was before; kept here because a change of layout, as from the shop to the login, makes both anew. */
let before: string | null = null

/** After a change of page the focus stands at the new content: a screen reader reads on there, Tab starts there. */
export function useFocusOnNewPage(content: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (before !== null && before !== pathname) content.current?.focus({ preventScroll: true })
    before = pathname
  }, [pathname, content])
}

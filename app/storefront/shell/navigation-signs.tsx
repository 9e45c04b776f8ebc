import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as say from '#words/shell.tsx'

/** A thin line at the top while the next page takes longer than a moment (the delay is in the styles). */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div role="progressbar" aria-label={say.loading} className="navigation-progress" />
}

/** The visitor's previous page. It is stored here because a change of layout, such as from the shop to the login, mounts both components again. */
let before: string | null = null

/** After a change of page, the focus moves to the new content, so that screen readers and Tab continue there. */
export function useFocusOnNewPage(content: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (before !== null && before !== pathname) content.current?.focus({ preventScroll: true })
    before = pathname
  }, [pathname, content])
}

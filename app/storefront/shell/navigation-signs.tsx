import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as say from '#words/shell.tsx'

/** A thin line at the top while a page takes longer than a moment (the delay is in the styles). */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div role="progressbar" aria-label={say.loading} className="navigation-progress" />
}

/** After a change of page the focus stands at the new content: a screen reader reads on there, Tab starts there. */
export function useFocusOnNewPage(content: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}

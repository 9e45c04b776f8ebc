import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router'
import * as say from '#words/shell.tsx'

/** A thin line at the top while the next page takes longer than a moment (the delay is in the styles). */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div role="progressbar" aria-label={say.loading} className="navigation-progress" />
}

export const SEARCH_FIELD = 'q'
/** The state of a link that leads to a page in order to search. */
export const FOCUS_SEARCH = 'search'

/** The state of a link to a page that is the same but for a detail: neither focus nor scroll position moves. */
export const STAY = 'stay'

/** The visitor's previous page. It is stored here because a change of layout, such as from the shop to the login, mounts both components again. */
let before: string | null = null

/** After a change of page, the focus moves to the new content, so that screen readers and Tab continue there; after the search icon, to where one types. */
export function useFocusOnNewPage(content: React.RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation()
  const asked: unknown = useNavigationType() === NavigationType.Pop ? null : state
  // A layout effect: other effects may run after the visitor has pressed something on the new page, and would take the focus from it.
  useLayoutEffect(() => {
    if (before !== null && before !== pathname) {
      if (asked === FOCUS_SEARCH) document.getElementById(SEARCH_FIELD)?.focus()
      else if (asked !== STAY) content.current?.focus({ preventScroll: true })
    }
    before = pathname
  }, [pathname, content, asked])
}

/**
 * Handles a screen whose code does not load (a deploy, a bad connection, a captive portal). React Router then reloads the page that
 * the visitor is on, which loses the click. Here the click counts: the URL becomes that of the new screen, as a mask over the page
 * that is still shown, and the layout's error panel says what happened; its Try again loads the whole page. Browsers without the
 * Navigation API keep the reload (docs/decisions/0050-the-router-as-published.md).
 */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ClientInstrumentation } from 'react-router'
import { isReloading } from '../ui/page/reload-page.ts'

/** The target of the router's current navigation; null when there is none. */
let asked: string | null = null
/** The URL has been changed. A layout and its screen may both be missing: the second reload is cancelled as well. */
let taken = false
let taking = false

export const followNavigation: ClientInstrumentation = {
  router({ instrument }) {
    instrument({
      async navigate(proceed, { to }) {
        if (taking) return
        const next = String(to)
        asked = next
        taken = false
        await proceed()
        if (asked === next) asked = null
      },
    })
  },
}

/** For the root: replaces the router's reload. */
export function useAddressOfMissingCode(): void {
  const navigate = useNavigate()
  const here = useLocation()
  useEffect(() => {
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated || isReloading() || (asked === null && !taken)) return
      event.preventDefault()
      if (taken || asked === null) return
      taking = taken = true
      void navigate(here, { mask: asked, defaultShouldRevalidate: false })
      taking = false
    }
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => window.navigation?.removeEventListener('navigate', onNavigate)
  }, [navigate, here])
}

/** For layouts: throws into their error boundary while the URL is that of a screen without code. */
export function useErrorOfMissingCode(): void {
  const { mask } = useLocation()
  if (mask) throw new TypeError(`Failed to fetch the module to import for ${mask.pathname}`)
}

import '../data/api/report.ts'
import type { PageError } from '../data/api/report.ts'
import { showStartupFailure, STARTUP_FAILURE } from './show-startup-failure.ts'

/** A page in a loop of errors must not fill the memory. */
const MOST_KEPT = 99

/**
 * `window.pageErrors` stores errors until the diagnostics take them (show-errors.ts). Before the app has started (`up` was not called yet) an
 * error of its own scripts shows the startup failure panel; if the app starts after all, `up` removes the panel. What scripts of other
 * origins, pictures and observers report carries no error and shows nothing.
 *
 * @param onUp runs once, when the app has started
 */
export function keepErrors(onUp: () => void): void {
  const errors: PageError[] = []
  // React may empty the page, so this keeps a reference to the template.
  const template = document.getElementById(STARTUP_FAILURE)
  let take: (() => void) | undefined
  let panel: Element | undefined

  const add = (event: PageError): void => {
    const element = 'target' in event && event.target instanceof Element ? event.target : undefined
    const script = element instanceof HTMLScriptElement ? element : undefined
    if (element !== script) return
    if (errors.length < MOST_KEPT) errors.push(event)
    if (take) take()
    else if (!panel && (carriesError(event) || (script && isOwn(script)))) panel = showStartupFailure(template)
  }
  const kept = Object.assign(errors, {
    on: isDiagnosed(),
    add,
    up(next: () => void) {
      take = next
      panel?.remove()
      onUp()
      if (errors.length > 0 || kept.on) next()
    },
  })
  window.pageErrors = kept
  // Errors of elements do not bubble.
  addEventListener('error', add, true)
  addEventListener('unhandledrejection', add)
}

function carriesError(event: PageError): boolean {
  const { error, reason } = event as Partial<ErrorEvent & PromiseRejectionEvent>
  return Boolean(error ?? reason)
}

/** An inline script has no URL; its modules may be what is missing. */
function isOwn({ src }: HTMLScriptElement): boolean {
  return src === '' || src.startsWith(location.origin)
}

/** '?debug' and '?diagnostics' apply to the whole visit. */
function isDiagnosed(): boolean {
  const asked = /[?&](debug|diagnostics)\b/.test(location.search)
  try {
    if (asked) sessionStorage['diagnose'] = '1'
    return asked || sessionStorage['diagnose'] !== undefined
  } catch {
    return asked // the browser's settings forbid storage
  }
}

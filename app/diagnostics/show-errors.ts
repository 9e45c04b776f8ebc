import { toast, toastLogged } from '../ui/overlay/toast.ts'
import { classifyError } from './classify-error.ts'
import { log } from './log.ts'

let leaving = false
addEventListener('pagehide', () => (leaving = true))
addEventListener('pageshow', () => (leaving = false))

/** Takes the entries that the page's first script has stored: each goes into the log, and what concerns the user into a toast. */
export function showErrors(): void {
  for (const report of window.pageErrors?.splice(0) ?? []) {
    const { level, source, message, data, error, show } = classifyError(report, leaving || !navigator.onLine)
    log(level, source, message, data, error)
    if (show?.as === 'logged') toastLogged(show.message)
    else if (show) toast({ title: show.title, tone: 'error' })
  }
  if (window.pageErrors?.on) void openPanel()
}

async function openPanel() {
  // A rejection here would cause the next entry, and so on.
  const mode = await import('./mode.tsx').catch(() => null)
  mode?.diagnose()
}

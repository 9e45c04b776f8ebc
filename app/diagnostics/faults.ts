import { toast, toastLogged } from '../ui/toast.ts'
import { judgeFault } from './judge-fault.ts'
import { log } from './log.ts'

let leaving = false
addEventListener('pagehide', () => (leaving = true))
addEventListener('pageshow', () => (leaving = false))

/** Takes the entries that the page's first script has stored: each goes into the log, and what concerns the user into a toast. */
export function takeFaults(): void {
  for (const fault of window.faults?.splice(0) ?? []) {
    const { level, source, message, data, error, tell } = judgeFault(fault, leaving || !navigator.onLine)
    log(level, source, message, data, error)
    if (tell?.as === 'logged') toastLogged(tell.message)
    else if (tell) toast({ title: tell.title, tone: 'error' })
  }
  if (window.faults?.on) void openPanel()
}

async function openPanel() {
  // A rejection here would cause the next entry, and so on.
  const mode = await import('./mode.tsx').catch(() => null)
  mode?.diagnose()
}

import { createRoot } from 'react-dom/client'
import { Panel } from './panel.tsx'
import { watch } from './watch.ts'

let running = false

/**
 * Turns diagnostic mode on for this visit. The panel has a React root of its own beside the app: the app includes none of its code,
 * and the panel survives when the app crashes.
 */
export function diagnose(): void {
  if (running) return
  running = true
  const stop = watch()
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(
    <Panel
      onTurnOff={() => {
        stop()
        root.unmount()
        host.remove()
        running = false
        if (window.pageErrors) window.pageErrors.on = false
        try {
          sessionStorage.removeItem('diagnose')
        } catch {
          // the browser's settings forbid storage: then nothing was stored either
        }
      }}
    />,
  )
}

import { HELD } from './held-modules.ts'

/** When the browser reports no first paint, in ms: a browser without the interface, or a window in the background. */
const LATEST = 2000

/**
 * Fetches the page's modules after the first paint, or as soon as the visitor acts: the page is complete without them, and on a phone's
 * line what is fetched early delays the first paint.
 */
export function startModules(): void {
  addEventListener('DOMContentLoaded', () => {
    const held = document.querySelector(`script[type=${HELD}]`)
    if (!(held instanceof HTMLScriptElement)) return
    const start = (): void => {
      if (!held.isConnected) return
      for (const href of (held.dataset['preload'] || '').split(' '))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      held.replaceWith(Object.assign(document.createElement('script'), { type: 'module', text: held.text }))
    }
    for (const action of ['pointerdown', 'keydown', 'focusin']) addEventListener(action, start, true)
    setTimeout(start, LATEST)
    try {
      new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    } catch {
      start()
    }
  })
}

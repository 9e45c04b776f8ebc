import { HELD } from './held-modules.ts'

/** When the browser reports no first paint, in ms: a browser without the interface, or a window in the background. */
const LATEST = 2000

/**
 * Fetches the page's modules and the whole style sheet after the first paint, or as soon as the visitor acts: the page is complete
 * without them, and on a phone's line what is fetched early delays the first paint. What the modules show may need the sheet, so they
 * wait for it; without it they start too.
 */
export function startModules(): void {
  addEventListener('DOMContentLoaded', () => {
    const held = document.querySelector(`script[type=${HELD}]`)
    if (!(held instanceof HTMLScriptElement)) return
    let started = false
    const start = (): void => {
      if (started) return
      started = true
      for (const href of (held.dataset['preload'] || '').split(' '))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      const run = (): void => held.replaceWith(Object.assign(document.createElement('script'), { type: 'module', text: held.text }))
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: held.dataset['styles'] || '', onload: run, onerror: run })
      // Right after the page's own styles: the sheets of single screens come after both.
      const own = document.querySelector('style')
      if (own) own.after(sheet)
      else document.head.append(sheet)
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

/** When code loads that a page needs only after its visitor has acted. */

const ACTIONS = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const
/** A page without any action should be complete before its connection is lost. */
const LATEST_MS = 4000
const RETRY_AFTER_MS = 3000

let resolveFirst: () => void = () => undefined

/**
 * Resolves once, at the first of: an action of the visitor, four seconds, a part without HTML of the server (`loadNow`). For someone
 * with a session, at once. What loads then is no part of the page's first load.
 */
export const firstAction: Promise<void> = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise((resolve) => {
      resolveFirst = resolve
      // What a customer sees differs from the server's HTML (the mark: app/data/session/mark-stored-session.ts).
      if ('session' in document.documentElement.dataset) resolve()
      else setTimeout(resolve, LATEST_MS)
      for (const action of ACTIONS) addEventListener(action, () => resolve(), { once: true, capture: true, passive: true })
    })

/** Loads what waits for the first action: it is needed now. */
export const loadNow = (): void => resolveFirst()

/** For code that is shown in answer to an action: it should not be waited for then. */
export function loadWithFirstAction(load: () => Promise<unknown>): void {
  if (!import.meta.env.SSR) void firstAction.then(load).catch(() => undefined)
}

/** Requests code until it arrives. */
export async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_AFTER_MS)
      addEventListener('online', resolve, { once: true })
    })
    return untilLoaded(load)
  }
}

/** What the service worker has kept of somebody's visits (app/pwa/worker), and how it is forgotten. */
export const CACHES = 'shringar-'
/** The one cache that holds only what the build made; all others show where somebody has been. */
export const BUILT = `${CACHES}built-`

/** Removes what shows where somebody has been. Works in the page and in the worker; nothing to do where the browser refuses a cache. */
export async function forgetVisits(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.filter((name) => name.startsWith(CACHES) && !name.startsWith(BUILT)).map((name) => caches.delete(name)))
}

/** The same from a page. The worker is told first: what it is about to put away would come after the emptying. */
export function forgetVisitsHere(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  workers?.controller?.postMessage({ kind: 'forget' })
  return forgetVisits()
}

/** What the service worker has cached of a user's visits (app/pwa/worker), and how to delete it. */
export const CACHES = 'shringar-'
/** The one cache that holds only build files; all others show which pages a user has visited. */
export const BUILT = `${CACHES}built-`

/** Removes everything that shows which pages a user has visited. Works in the page and in the worker; does nothing where the browser has no caches. */
export async function forgetVisits(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys().catch(() => [])
  await Promise.all(names.filter((name) => name.startsWith(CACHES) && !name.startsWith(BUILT)).map((name) => caches.delete(name)))
}

/** The same from a page. The worker gets the message first, so that it does not store a pending response after the caches were emptied. */
export function forgetVisitsHere(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  workers?.controller?.postMessage({ kind: 'forget' })
  return forgetVisits()
}

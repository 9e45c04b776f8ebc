/**
 * What every `import()` of the built app calls (scripts/vite/retried-imports.ts). A browser remembers for the life of a page that a module
 * could not be fetched: imported again it fails without a request, and "Try again" would never work. So the next attempt has another address.
 */
declare global {
  var importAgain: (address: string) => Promise<unknown>
}

/** How often each address has failed. */
const failures = new Map<string, number>()

globalThis.importAgain = (address) => {
  const failed = failures.get(address) ?? 0
  return import(/* @vite-ignore */ failed > 0 ? `${address}?again=${failed}` : address).catch((error: unknown) => {
    failures.set(address, failed + 1)
    throw error
  })
}

export {}

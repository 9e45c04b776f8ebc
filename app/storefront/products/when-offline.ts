import { useEffect } from 'react'
import { useLocation } from 'react-router'

const MOST_KEPT = 20

/** The lists that this visit has shown, by address, the latest last. They remain available offline. */
const shown = new Map<string, object>()

/** Stores what the screen shows at the current address. */
export function useKept(loaded: { stale?: boolean }): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (loaded.stale) return
    const address = pathname + search
    shown.delete(address)
    shown.set(address, loaded)
    if (shown.size > MOST_KEPT) shown.delete([...shown.keys()][0] ?? '')
  }, [pathname, search, loaded])
}

/**
 * Loads the next list. If it cannot be fetched, returns the list last shown at this address; failing that, the last one of this screen, marked as `stale`.
 * Refusals of the server are thrown as usual.
 */
export async function orKept<Loaded extends object>(request: Request, load: () => Promise<Loaded>): Promise<Loaded & { stale?: boolean }> {
  try {
    return await load()
  } catch (error) {
    const { pathname, search } = new URL(request.url)
    const same = shown.get(pathname + search)
    const last = [...shown].findLast(([address]) => address.split('?')[0] === pathname)?.[1]
    if (!(error instanceof TypeError) || !(same ?? last)) throw error
    return { ...((same ?? last) as Loaded), stale: !same }
  }
}

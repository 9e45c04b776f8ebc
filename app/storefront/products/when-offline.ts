import { useEffect } from 'react'
import { useLocation } from 'react-router'

const MOST_KEPT = 20

/** Lists this visit has shown, by their address, the last one last: what remains to look at when the line is cut. */
const shown = new Map<string, object>()

/** Keeps what the screen shows at the present address. */
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
 * The next list; where it cannot be fetched, the one that was shown at this address, else the last one of this screen,
 * told as `stale`. What the server refuses is thrown as ever.
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

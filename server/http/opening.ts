/** Whether the shop is open to the public, according to the current settings. */

export type Opening = {
  isClosed(): boolean
  /** Reloads the setting. True if it changed: cached pages then show a closed shop, or hide an open one. */
  refresh(): Promise<boolean>
}

/** @param readOpen reads `settings.is_open` as a visitor */
export function followOpening(readOpen: () => Promise<boolean>): Opening {
  let open = true
  return {
    isClosed: () => !open,
    async refresh() {
      const before = open
      open = await readOpen()
      return open !== before
    },
  }
}

/** Reads from the shop's own REST API, in this process. */
export function readOpenFrom(fetchInProcess: typeof fetch, publishableKey: string, origin: string): () => Promise<boolean> {
  return async () => {
    const answer = await fetchInProcess(`${origin}/rest/v1/settings?select=is_open`, { headers: { apikey: publishableKey } })
    if (!answer.ok) throw new Error(`Failed to read the settings: ${answer.status}`)
    const [row] = (await answer.json()) as { is_open?: boolean }[]
    return row?.is_open !== false
  }
}

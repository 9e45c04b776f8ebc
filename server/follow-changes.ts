/** Follows what changes in the database: drops cached pages that show it, and reads the settings that this process keeps again. */
import { listenTo } from '#postgres/listen.ts'
import { changeOf, type ResponseCache } from './cache/response-cache.ts'
import type { Log } from './log/log.ts'

/** Milliseconds until settings that could not be read are read again. */
const RETRY = 1000

export type FollowChanges = {
  /** A connection string that reaches the database without a pooler. */
  url: string
  cache: ResponseCache | undefined
  /** Reads the settings again. True if cached pages have other headers now, or show what is hidden. */
  refreshSettings(): Promise<boolean>
  isDraining(): boolean
  log: Log
}

export function followChanges({ url, cache, refreshSettings, isDraining, log }: FollowChanges) {
  let followed = Promise.resolve()
  // The listener may hear of a change while reads are refused: without another try this process would keep the old settings.
  let again: NodeJS.Timeout | undefined
  const refresh = async (): Promise<void> => {
    if (await refreshSettings()) cache?.clear()
  }
  const followSettings = (): void => {
    clearTimeout(again)
    followed = refresh().catch((error: unknown) => {
      log('warn', 'settings: Failed to read, retrying', error)
      if (!isDraining()) again = setTimeout(followSettings, RETRY).unref()
    })
  }
  const changes = listenTo({
    url,
    channels: ['shop_changed'],
    applicationName: 'server change listener',
    onNotice: (notice) => {
      cache?.outdate(changeOf(notice))
      if (notice === 'settings') followSettings()
    },
    onListening: () => {
      cache?.outdate()
      followSettings()
    },
    onFailure: (error) => log('info', 'change listener: Failed to connect, retrying', error),
  })
  return {
    /** Waits until all changes that were committed before are followed. False if the listener is not connected. */
    caughtUp: async (): Promise<boolean> => (await changes.caughtUp()) && followed.then(() => true),
    async close(): Promise<void> {
      await changes.close()
      clearTimeout(again)
    },
  }
}

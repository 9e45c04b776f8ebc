/** The first steps of a start, which need little of the server: the rest of it is loaded while PostgreSQL starts, and takes about as long. */
import type { Config } from './config.ts'
import { lockDataDirectory } from './database/data-directory.ts'
import { startEmbedded, type Embedded } from './database/embedded.ts'
import { createLog, type Log } from './log/log.ts'

export type OpenedData = {
  log: Log
  /** Undefined with DATABASE_URL. */
  database: Promise<Embedded> | undefined
  /** Stops the database and unlocks the folder. */
  close(): Promise<void>
}

/** @throws DataDirectoryError if another shop runs in the folder */
export async function openData(config: Config): Promise<OpenedData> {
  const log = createLog(config.logLevel)
  const unlock = await lockDataDirectory(config.dataDir)
  const database = config.databaseUrl ? undefined : startEmbedded(config, log)
  // Who waits for it gets the failure; until then it is no unhandled rejection.
  const running = database?.catch(() => undefined)
  return {
    log,
    database,
    async close() {
      await (await running)?.stop()
      await unlock()
    },
  }
}

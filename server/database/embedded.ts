/** The embedded PostgreSQL of a running shop. */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import { freePort } from './free-port.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { bringToPresentVersion } from './upgrade/present-version.ts'

export type Embedded = { url: string; stop(): Promise<void> }

/** Starts the embedded server and restarts it whenever it ends unexpectedly. */
export async function startEmbedded(config: Pick<Config, 'dataDir'>, log: Log): Promise<Embedded> {
  const dataDir = path.join(config.dataDir, 'postgres')
  await bringToPresentVersion(config.dataDir, (sentence) => log('warn', `database: ${sentence}`))
  const port = await freePort()
  let server: PostgresServer
  const stopping = new AbortController()
  let restart: Promise<void> | undefined
  const onExit = (code: number | null): void => {
    log('error', 'database: PostgreSQL ended unexpectedly, restarting', { code })
    restart = (async () => {
      for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
        try {
          server = await startPostgres({ dataDir, port, onExit, onLog, onRecovery, signal: stopping.signal })
          log('warn', 'database: PostgreSQL restarted')
          return
        } catch (error) {
          if (stopping.signal.aborted) return
          log('error', 'database: Failed to restart PostgreSQL', error)
          await sleep(Math.min(10_000, 500 * attempt), undefined, { signal: stopping.signal }).catch(() => undefined)
        }
      }
    })()
  }
  const onLog = (line: string): void => {
    if (/\b(ERROR|FATAL|PANIC):/.test(line)) log('info', 'postgres', line.replace(/^.*?\b(ERROR|FATAL|PANIC):/, '$1:'))
  }
  const onRecovery = (seconds: number): void => log('warn', 'database: PostgreSQL recovers from a crash', { seconds })
  server = await startPostgres({ dataDir, port, onExit, onLog, onRecovery })
  return {
    url: server.urlFor('shop'),
    async stop() {
      stopping.abort()
      await restart // also stop a database that is just restarting
      await server.stop()
    },
  }
}

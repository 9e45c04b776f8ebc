/** `npm start`: runs the shop in one process beside its database. A failed start prints one sentence and exits with a non-zero code. */
import { enableCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { ONLY_A_PERSON } from './exit-code.mjs'
import type { OpenedData } from './open-data.ts'
import type { Shop } from './shop.ts'

enableCompileCache()
const { ConfigError, readConfig } = await import('./config.ts')
const { MigrationError } = await import('#gateway/core/migration-files.ts')
const { PostgresError, UpgradeError } = await import('./database/postgres-command.ts')
const { DataDirectoryError } = await import('./database/data-directory.ts')
const { FileStoreError } = await import('./storage/open-files.ts')
const { PortError } = await import('./port-error.ts')
const { openData } = await import('./open-data.ts')

/** Milliseconds that a start which is asked to end waits for its database: the next start stops what is still running. */
const LONGEST_STOP = 10_000

let data: OpenedData | undefined
let shop: Shop | undefined
let ending: NodeJS.Signals | undefined
let drain = 0

async function close(signal: NodeJS.Signals): Promise<void> {
  process.stdout.write('Closing the shop …\n')
  // Ctrl-C comes from a person at a terminal, who waits.
  if (signal === 'SIGTERM' && drain > 0) await shop?.drain(drain)
  await shop?.close()
  process.exit(0)
}

/** Ends a start wherever it is, also one that hangs: like a killed one, it is completed by the next. */
async function endStart(): Promise<void> {
  process.stdout.write('Ending the start …\n')
  await Promise.race([data?.close(), sleep(LONGEST_STOP)]).catch(() => undefined)
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (ending) return
    ending = signal
    if (shop) close(signal).catch(fail)
    else void endStart()
  })
}

// The program that read the output (npm start | tee) has ended: an error about it could only be written to the same place, again and again.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

// An uncaught error is a bug: it is logged with its stack, but a running shop keeps serving its buyers. During the start it fails
// the start instead (docs/decisions/0030-uncaught-exceptions.md).
process.on('unhandledRejection', (error) => console.error('unhandled rejection', error))
process.on('uncaughtException', (error) => {
  console.error('uncaught exception', error)
  if (!shop && !ending) process.exit(1)
})

function fail(error: unknown): void {
  if (ending && !shop && data) return // a start that loses its database because it is ending
  const known = [ConfigError, PostgresError, MigrationError, DataDirectoryError, FileStoreError, PortError].some((kind) => error instanceof kind)
  console.error(known ? (error as Error).message : error)
  process.exit(error instanceof ConfigError || error instanceof UpgradeError ? ONLY_A_PERSON : 1)
}

try {
  const config = readConfig(process.env, { dev: process.argv.includes('--dev') })
  drain = config.drain
  const opened = await openData(config)
  data = opened
  const { openShop } = await import('./shop.ts').catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  shop = await openShop(config, opened)
  if (!ending) process.send?.('open') // notifies the supervisor, if there is one
} catch (error) {
  fail(error)
}

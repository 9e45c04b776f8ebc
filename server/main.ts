/** `npm start`: the shop in one process beside its database. Every refusal to start is one sentence and a non-zero exit. */
import { enableCompileCache } from 'node:module'
import type { Shop } from './shop.ts'

enableCompileCache()
const { ConfigError, readConfig } = await import('./config.ts')
const { PostgresError } = await import('./postgres.ts')
const { DataDirectoryError } = await import('./data-directory.ts')
const { PortError, openShop } = await import('./shop.ts')

let shop: Shop | undefined
let ending = false

async function close(): Promise<void> {
  process.stdout.write('Closing the shop …\n')
  await shop?.close()
  process.exit(0)
}

// From the first moment on: an interrupt during the start ends in order too, as soon as there is something to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (ending) return
    ending = true
    if (shop) close().catch(fail)
  })
}

// An open shop stays open: what reaches these two is a bug, logged with its stack, and not worth every buyer's connection.
// Before it is open the start fails instead (docs/decisions/0030-uncaught-exceptions.md).
process.on('unhandledRejection', (error) => console.error('unhandled rejection', error))
process.on('uncaughtException', (error) => {
  console.error('uncaught exception', error)
  if (!shop && !ending) process.exit(1)
})

function fail(error: unknown): void {
  const known = [ConfigError, PostgresError, DataDirectoryError, PortError].some((kind) => error instanceof kind)
  console.error(known ? (error as Error).message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}

try {
  shop = await openShop(readConfig(process.env, { dev: process.argv.includes('--dev') }))
  if (ending) await close()
  process.send?.('open') // tells the supervisor, where there is one
} catch (error) {
  fail(error)
}

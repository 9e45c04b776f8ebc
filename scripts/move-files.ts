/**
 * `npm run move-files`: copies the shop's uploaded files and issued documents from STORAGE_OLD_URL to STORAGE_URL, while the shop runs with the same settings
 * (docs/decisions/0105-file-stores.md). It leaves the old files where they are. Exit code 1: some could not be copied.
 */
import { parseArgs } from 'node:util'
import { StoreAway } from '#gateway/storage/stores/file-store.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { FOLDERS, moveStore } from '#server/storage/move-store.ts'

const USAGE = `usage: npm run move-files [-- --concurrency 8]
  STORAGE_OLD_URL and STORAGE_URL say from where to where: folder or s3://bucket/prefix. DATA_DIR, STORAGE_DIR and S3_… as for the shop.`
const MOST_AT_ONCE = 64

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

const { values } = parseArgs({ options: { concurrency: { type: 'string', default: '8' }, help: { type: 'boolean', default: false } } })
const concurrency = Number(values.concurrency)
if (values.help) fail(USAGE, 0)
if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_AT_ONCE) fail(USAGE, 2)

function readSettings() {
  try {
    return readConfig(process.env, { dev: false })
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message, 2)
    throw error
  }
}
const { storage, storageDir } = readSettings()
if (storage.old === undefined) fail(`STORAGE_OLD_URL is not set.\n${USAGE}`, 2)

const { old, place } = storage
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
const began = Date.now()
let shown = 0
try {
  const { copied, copiedBytes, present, gone, failed, folders } = await moveStore(old, place, storageDir, {
    concurrency,
    signal: ending.signal,
    onProgress(now) {
      // A line every five seconds, also where nobody watches.
      if (Date.now() - shown < 5000) return
      shown = Date.now()
      console.log(`${Math.round((100 * now.folders) / FOLDERS)} %: ${now.copied} copied, ${now.present} already there, ${now.failed} failed`)
    },
    onFailure: (version, error) => console.error(`${version}: ${error instanceof Error ? error.message : String(error)}`),
  })
  const megabytes = (copiedBytes / 1e6).toFixed(1)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(
    `${copied} files copied and compared (${megabytes} MB), ${present} already there, ${gone} removed by the shop, ${failed} failed, in ${seconds} s.`,
  )
  if (folders < FOLDERS) console.log('Ended before everything was looked at: start it again to go on.')
  process.exitCode = failed > 0 || folders < FOLDERS ? 1 : 0
} catch (error) {
  if (!(error instanceof StoreAway)) throw error
  console.error(`${error.message}. Start it again to go on.`)
  process.exitCode = 1
}

/** `npm run rotate-keys [-- data | finish]`: changes the keys in DATA_DIR/keys.json. It takes effect when the shop is restarted. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadKeys, saveKeys, type KeysFile } from '#server/keys.ts'
import { finished, rotated, RotationError } from '#server/rotate-keys.ts'

const [word = ''] = process.argv.slice(2)
if (!['', 'data', 'finish'].includes(word)) {
  console.error('usage: npm run rotate-keys [-- data | finish]')
  process.exit(2)
}
if (process.env.JWT_SECRET) {
  console.error('The keys are those of JWT_SECRET: change them there (docs/decisions/0106-limits-and-keys-of-several-processes.md).')
  process.exit(2)
}
const dataDir = path.resolve(process.env.DATA_DIR ?? '.data')
const text = await readFile(path.join(dataDir, 'keys.json'), 'utf8').catch(() => null)
if (!text) {
  console.error(`There is no shop in ${dataDir}: start it once, or set DATA_DIR.`)
  process.exit(1)
}
const { url, db_url: databaseUrl } = JSON.parse(text) as KeysFile
const place = { url, ...(databaseUrl ? { db_url: databaseUrl } : {}) }
try {
  const keys = await loadKeys(dataDir)
  if (word === 'finish') {
    await saveKeys(dataDir, { ...place, ...finished(keys) })
    console.log('Restart the shop: from then on the old keys are refused.')
    if (!databaseUrl && keys.also?.data_keys.length) console.log('Set TAKE_OVER_DATABASE=1 for that start, because the data key has changed.')
  } else {
    await saveKeys(dataDir, { ...place, ...(await rotated(keys, { data: word === 'data', now: new Date() })) })
    console.log(`Restart the shop: it then signs with new keys, and still accepts the old ones.
Programs find the new publishable and secret key in ${path.join(dataDir, 'keys.json')}.
After an hour all sessions have new tokens, after a day all codes in mails have expired. Then: npm run rotate-keys -- finish`)
  }
} catch (error) {
  if (!(error instanceof RotationError)) throw error
  console.error(error.message)
  process.exit(1)
}

/** The commands as an owner runs them, with the settings of a shop. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runScript } from '../../scripts/run-script.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/database.ts'
import { dataKeysOf, loadKeys, saveKeys } from '../keys.ts'
import { ask, openBackupTest, rowsOf, type BackupTest } from '../testing/backup.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'

const NAME = /^shringar-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz\.age$/

let tools: BackupTest
let database: TestDatabase
let shop: Record<string, string>
let keyFile: string
let document: { version: string; bytes: Buffer }
const backups = (): string => path.join(tools.folder, 'backups')

beforeAll(async () => {
  tools = await openBackupTest()
  database = await createDatabase('shop')
  const dataDir = path.join(tools.folder, 'shop')
  keyFile = path.join(tools.folder, 'shop.key')
  await mkdir(dataDir)
  await saveKeys(dataDir, { ...tools.keys, url: 'http://localhost:3000' })
  await ask(database.url, "insert into public.products (name, price, hsn, stock) values ('Kumkum', 100, '33049910', 3)")
  await tools.addFile(database.url, 1000)
  document = await tools.addDocument(database.url)
  shop = { DATABASE_URL: database.url, DATA_DIR: dataDir, STORAGE_DIR: path.join(tools.folder, 'storage') }
})
afterAll(async () => {
  await database.drop()
  await tools.close()
})

const run = (script: 'backup' | 'restore', args: string[], settings: Record<string, string>) => runScript(script, args, { HOME: tools.folder, ...settings })

test('an owner makes a key, backs up, checks the backup and restores it on another machine with the embedded database', async () => {
  const made = await run('backup', ['new-key', keyFile], {})
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^BACKUP_PUBLIC_KEY=age1[0-9a-z]{58}\nKeep .+ away from this machine/) })
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  const settings = { ...shop, BACKUP_TO: backups(), BACKUP_PUBLIC_KEY: /age1\w+/.exec(made.output)?.[0] ?? '' }

  const backedUp = await run('backup', [], settings)
  expect(backedUp).toMatchObject({ code: 0, output: expect.stringMatching(/tables with [\d,]+ rows read[^]*MB, 1 files, 1 documents\n$/) })
  expect(await readdir(backups())).toEqual([expect.stringMatching(NAME)])
  expect(backedUp.output).not.toContain(tools.keys.data_key)
  expect(await ask(database.url, 'select last_good_bytes > 1000 as good, failing, overdue, scheduled from private.backup_state()')).toEqual([
    { good: true, failing: false, overdue: false, scheduled: false },
  ])

  const verified = await run('backup', ['verify', 'latest', '--key', keyFile], { BACKUP_TO: backups(), BACKUP_PUBLIC_KEY: settings.BACKUP_PUBLIC_KEY })
  expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/Numbers of documents have no gap\nshringar-.+ can be restored\.\n$/) })

  const dataDir = path.join(tools.folder, 'another machine')
  const [name = ''] = await readdir(backups())
  const restored = await run('restore', [path.join(backups(), name), '--key', keyFile], { DATA_DIR: dataDir })
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Restored the shop of .+Z, with 1 files and 1 documents\.\nStart it with these settings\.\n$/),
  })
  expect(await readFile(path.join(dataDir, 'storage/documents', document.version.slice(0, 2), document.version))).toEqual(document.bytes)
  const keys = await loadKeys(dataDir)
  expect(keys).toEqual(tools.keys)
  const config = readConfig({ DATA_DIR: dataDir }, { dev: false })
  const opened = await openDatabase(
    config,
    dataKeysOf(keys),
    () => undefined,
    (_what, work) => work(),
  )
  try {
    expect(await rowsOf(opened.ownerUrl, ['public', 'private', 'auth', 'storage'])).toEqual(
      await rowsOf(database.url, ['public', 'private', 'auth', 'storage']),
    )
    expect(await ask(opened.urlFor('shop_orders'), 'select current_user::text as me')).toEqual([{ me: 'shop_orders' }])
  } finally {
    await opened.stop()
  }
  expect(await run('restore', ['latest', '--key', keyFile], { ...settings, DATABASE_URL: '', DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: `The data folder ${dataDir} is not empty: set DATA_DIR to a new one.\n`,
  })
}, 120_000)

test('a restore that fails leaves neither a data folder nor a half of one', async () => {
  const dataDir = path.join(tools.folder, 'failed')
  const [name = ''] = await readdir(backups())
  const cut = path.join(tools.folder, 'cut.age')
  const whole = await readFile(path.join(backups(), name))
  await writeFile(cut, whole.subarray(0, whole.length - 10))
  expect(await run('restore', [cut, '--key', keyFile], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: expect.stringMatching(/This backup is damaged or was cut off; nothing was restored from it\.\n$/),
  })
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
}, 60_000)

test('a place with other keys is refused, and with the keys of the backup it is not', async () => {
  const [name = ''] = await readdir(backups())
  await ask(inject('postgresUrl'), 'create database with_keys template template0')
  const url = new URL(inject('postgresUrl'))
  url.pathname = '/with_keys'
  const settings = { DATABASE_URL: url.toString(), DATA_DIR: path.join(tools.folder, 'with keys'), JWT_SECRET: 'x'.repeat(40) }
  const file = path.join(backups(), name)
  const refused = await run('restore', [file, '--key', keyFile], settings)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('JWT_SECRET or DATA_KEY is not that of the backup') })
  expect(await ask(url.toString(), 'select from public.products')).toEqual([])
  expect(await run('restore', [file, '--key', keyFile], { ...settings, DATA_KEY: tools.keys.data_key })).toMatchObject({ code: 0 })
  expect(await ask(url.toString(), 'select name from public.products')).toEqual([{ name: 'Kumkum' }])
  await ask(inject('postgresUrl'), 'drop database with_keys with (force)')
}, 60_000)

test('what is missing is named in one sentence', async () => {
  const where = { ...shop, BACKUP_PUBLIC_KEY: tools.publicKey }
  expect(await run('backup', [], { ...shop, BACKUP_TO: backups() })).toMatchObject({
    code: 2,
    output: expect.stringContaining('BACKUP_TO is set, but not BACKUP_PUBLIC_KEY'),
  })
  expect(await run('backup', [], where)).toMatchObject({ code: 2, output: expect.stringMatching(/^BACKUP_TO is not set\./) })
  expect(await run('backup', [backups()], { ...where, BACKUP_PUBLIC_KEY: 'age1x' })).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^BACKUP_PUBLIC_KEY must be a public key/),
  })
  expect(await run('backup', [backups()], { ...where, DATA_DIR: tools.folder })).toMatchObject({
    code: 1,
    output: `There is no shop in ${tools.folder}: start it once, or set DATA_DIR.\n`,
  })
  const away = new URL(database.url)
  away.port = '9'
  const refused = await run('backup', [backups()], { ...where, DATABASE_URL: away.toString() })
  expect(refused).toEqual({ code: 1, output: 'The database of the shop does not answer (ECONNREFUSED): start the shop first.\n' })
  expect(await run('backup', ['verify', 'none.age', '--key', keyFile], where)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^There is no backup .+none\.age\.\n$/),
  })
}, 60_000)

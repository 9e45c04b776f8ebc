import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ask, openBackupTest, type BackupTest } from '../testing/backup.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { backUpWhenDue } from './scheduled-backup.ts'

let database: TestDatabase
let tools: BackupTest
let pool: Pool
let folder: string

beforeAll(async () => {
  database = await createDatabase('shop')
  tools = await openBackupTest()
  pool = new Pool({ connectionString: database.urlFor('shop_mail') })
}, 120_000)
beforeEach(async () => {
  folder = path.join(tools.folder, `backups-${Math.random()}`)
  await ask(database.url, 'truncate private.backups, private.backup_schedule')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await tools.close()
})

const logged: unknown[] = []
function job(env: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: path.join(tools.folder, 'data'), BACKUP_TO: folder, BACKUP_PUBLIC_KEY: tools.publicKey, ...env }, { dev: false })
  const work = backUpWhenDue({ config, ownerUrl: database.url, keys: tools.keys, log: (...line) => void logged.push(line) })
  return (signal = new AbortController().signal) => work(pool, signal)
}
const state = async () =>
  (await ask(database.url, 'select scheduled, every_hours, last_good_at is not null as good, failing, overdue from private.backup_state()'))[0]

test('a backup is made when none is young enough, and noted', async () => {
  const work = job({ BACKUP_EVERY: '6' })
  await work()
  await work()
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^shringar-.+\.tar\.gz\.age$/)])
  expect(await state()).toEqual({ scheduled: true, every_hours: 6, good: true, failing: false, overdue: false })
  await ask(database.url, "update private.backups set started_at = started_at - interval '6 hours'")
  await work()
  expect(await ask(database.url, 'select from private.backups where failure is null')).toHaveLength(2)
})

test('backups that are not kept are removed after a good one', async () => {
  await mkdir(folder)
  const days = ['2025-01-01', '2025-01-02', '2025-01-03']
  for (const day of days) await writeFile(path.join(folder, `shringar-${day}T00-00-00Z.tar.gz.age`), '')
  await writeFile(path.join(folder, 'letter.txt'), '')
  await job({ BACKUP_KEEP: '2,0,0' })()
  expect(await readdir(folder)).toEqual([
    'letter.txt',
    'shringar-2025-01-03T00-00-00Z.tar.gz.age',
    expect.stringContaining(`shringar-${new Date().getUTCFullYear()}`),
  ])
})

test('one that fails is noted, leaves nothing and removes nothing', async () => {
  await writeFile(folder, 'a file where the folder should be')
  await expect(job()()).rejects.toThrow(/The folder of backups .+ cannot be used/)
  expect(await state()).toMatchObject({ good: false, failing: true })
})

test('a shop that closes ends it, and keeps nothing of it', async () => {
  const closing = new AbortController()
  const holder = new Client({ connectionString: database.url })
  await holder.connect()
  // The backup waits for this table, so that it has not ended when the shop closes.
  await holder.query('begin; lock table public.products in access exclusive mode')
  const running = job()(closing.signal)
  const refused = expect(running).rejects.toThrow('The shop closed while the backup was made.')
  await expect.poll(() => ask(database.url, "select from pg_locks where relation = 'public.products'::regclass and not granted")).toHaveLength(1)
  closing.abort()
  await holder.end()
  await refused
  expect(await readdir(folder)).toEqual([])
  expect(await state()).toMatchObject({ good: false, failing: true })
})

test('without BACKUP_TO there is no schedule', async () => {
  await job()()
  await job({ BACKUP_TO: '' })()
  expect(await state()).toMatchObject({ scheduled: false, overdue: false })
})

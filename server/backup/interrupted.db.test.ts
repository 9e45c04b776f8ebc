/** What fails in the middle of a COPY ends: PostgreSQL answers nothing else behind an open one. */
import { mkdtemp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ask, filesBelow, openBackupTest, type BackupTest } from '../testing/backup.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { createBackup } from './create-backup.ts'
import { filesInStore } from './files.ts'
import { BackupError } from './format.ts'
import { backUpWhenDue } from './scheduled-backup.ts'

let database: TestDatabase
let tools: BackupTest

beforeAll(async () => {
  tools = await openBackupTest()
  database = await createDatabase('shop')
  // 40 MB of hexadecimal digits: more than sockets, the archive and its compression hold, so that the COPY is open when something fails.
  await ask(
    database.url,
    `insert into private.diagnostic_reports (number, agent, build, page, entries)
      select n::text, '', '', '', jsonb_build_array((select string_agg(md5(n || ' ' || g), '') from generate_series(1, 2500) g))
      from generate_series(1, 500) n`,
  )
}, 120_000)
beforeEach(() => ask(database.url, 'truncate private.backups'))
afterAll(async () => {
  await database.drop()
  await tools.close()
})

/** The store of a test takes `most` bytes and then fails. */
const backup = (most: number) =>
  createBackup(
    {
      ownerUrl: database.url,
      keys: tools.keys,
      files: filesInStore(tools.store, tools.documents),
      publicKeys: [tools.publicKey],
      shop: '0.1.0',
      progress: () => undefined,
    },
    async (content) => {
      let left = most
      if (left > 0) for await (const chunk of content) if ((left -= chunk.byteLength) < 0) break
      // As the COPY goes on while a store writes what it has.
      await expect.poll(() => ask(database.url, OPEN), { timeout: 10_000 }).toHaveLength(1)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  )
const OPEN = `select from pg_stat_activity where datname = current_database() and application_name = 'backup' and query like 'copy % to stdout'
  and wait_event = 'ClientWrite'`
const SESSIONS = "select from pg_stat_activity where datname = current_database() and application_name in ('backup', 'restore')"

test.each([0, 1_000_000])('a backup whose place fails after %i bytes ends, is noted, and leaves nothing open', async (most) => {
  await expect(backup(most)).rejects.toThrow('no space left on device')
  expect(await ask(database.url, 'select failure, finished_at is not null as ended from private.backups')).toEqual([{ failure: 'ENOSPC', ended: true }])
  await expect.poll(() => ask(database.url, SESSIONS)).toEqual([])
})

test('a shop that closes in the middle of a table ends the backup', async () => {
  const folder = await mkdtemp(path.join(tools.folder, 'closing-'))
  const config = readConfig({ DATA_DIR: path.join(tools.folder, 'data'), BACKUP_TO: folder, BACKUP_PUBLIC_KEY: tools.publicKey }, { dev: false })
  let asked = 0
  // Aborted when it is asked for the 20th time: after a megabyte.
  const signal = {
    get aborted() {
      return (asked += 1) > 20
    },
  } as AbortSignal
  const pool = new Pool({ connectionString: database.urlFor('shop_mail') })
  try {
    await expect(backUpWhenDue({ config, ownerUrl: database.url, keys: tools.keys, log: () => undefined })(pool, signal)).rejects.toThrow(
      'The shop closed while the backup was made.',
    )
  } finally {
    await pool.end()
  }
  expect(await readdir(folder)).toEqual([])
  expect(await ask(database.url, 'select failure from private.backups')).toEqual([{ failure: 'BackupError' }])
  await expect.poll(() => ask(database.url, SESSIONS)).toEqual([])
})

test('a restore of a backup that was cut off in the middle of a table ends, and leaves nothing', async () => {
  const { bytes } = await tools.backup(database.url)
  const empty = await createDatabase('empty')
  try {
    const refused = tools.restore(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), { ownerUrl: empty.url })
    await expect(refused).rejects.toThrow(BackupError)
    await expect(refused).rejects.toThrow('This backup is damaged or was cut off; nothing was restored from it.')
    await expect.poll(() => ask(empty.url, SESSIONS)).toEqual([])
    expect(await ask(empty.url, 'select from private.diagnostic_reports')).toEqual([])
  } finally {
    await empty.drop()
  }
  expect((await readdir(tools.folder)).filter((name) => name.startsWith('restored-'))).toHaveLength(1)
  for (const name of await readdir(tools.folder)) if (name.startsWith('restored-')) expect(await filesBelow(path.join(tools.folder, name))).toEqual([])
}, 60_000)

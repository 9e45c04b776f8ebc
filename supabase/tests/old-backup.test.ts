/** A backup from before an upgrade, restored with the shop of after it (docs/operate.md#backups). */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openBackupTest, ask, type BackupTest } from '#server/testing/backup.ts'
import { createDatabase, type TestDatabase } from '#server/testing/database.ts'
import { loadReleaseShop, releaseShops } from '#server/testing/release-shop.ts'
import { differences } from '../../scripts/schema/differences.ts'
import { dumpSchema } from '../../scripts/schema/dump.ts'

/** Others, such as settings, may be filled in by migrations. */
const KEPT = ['auth.users', 'public.documents', 'public.order_items', 'public.orders', 'public.payments', 'public.products', 'public.stock_movements']
const ROWS_OF_MIGRATIONS = /^-- (public|private)\./

describe.each(await releaseShops())('of $file', (release) => {
  let old: TestDatabase
  let tools: BackupTest
  const restored = `restored_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${restored}`

  beforeAll(async () => {
    old = await createDatabase('empty')
    tools = await openBackupTest()
    await loadReleaseShop(old.url, release)
    await ask(inject('postgresUrl'), `create database ${restored} template template0`)
  })
  afterAll(async () => {
    await ask(inject('postgresUrl'), `drop database if exists ${restored} with (force)`)
    await tools.close()
    await old.drop()
  })

  test('it has every row in the columns of then, and the schema of a new shop', async () => {
    const { bytes } = await tools.backup(old.url)
    await tools.restore(bytes, { ownerUrl: url.toString() })
    for (const { name, statement } of release.tables) {
      const columns = /\((.*)\) from stdin$/.exec(statement)?.[1] ?? '*'
      if (!KEPT.includes(name)) continue
      const rows = (address: string) =>
        ask(
          address,
          `select md5(string_agg(r::text, e'\\n' order by r::text collate "C")) as digest, count(*)::int as n from (select ${columns} from ${name}) r`,
        )
      expect(await rows(url.toString()), name).toEqual(await rows(old.url))
    }
    expect((await ask(url.toString(), 'select count(*)::int as n from public.orders'))[0]?.['n']).toBeGreaterThan(5)
    const fresh = await createDatabase('shop')
    try {
      expect(differences(await dumpSchema(fresh.url), await dumpSchema(url.toString())).filter((line) => !ROWS_OF_MIGRATIONS.test(line.slice(2)))).toEqual([])
    } finally {
      await fresh.drop()
    }
  })
})

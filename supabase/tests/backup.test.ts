/** Backups of a shop that is in use, restored into new databases (docs/decisions/0113-backups.md). */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { orderingIn } from '#functions/testing/ordering.ts'
import { openShop as openOrdering, type TestShop } from '#functions/testing/shop.ts'
import { digestOf, once, readAll } from '#gateway/storage/stores/file-store.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { ask, chunksOf, openBackupTest, rowsOf, type BackupTest } from '#server/testing/backup.ts'
import { createDatabase, type TestDatabase } from '#server/testing/database.ts'
import { startSupabaseProject, type SupabaseProject } from '#server/testing/supabase-project.ts'

const ALL = ['public', 'private', 'auth', 'storage']

let database: TestDatabase
let shop: TestShop
let tools: BackupTest
let project: SupabaseProject
let cream: string
const empty: string[] = []

beforeAll(async () => {
  database = await createDatabase('shop')
  tools = await openBackupTest()
  project = await startSupabaseProject()
  shop = openOrdering(database)
  cream = await shop.product({ stock: 1000, name: 'Crème\t"50 %"\\n\n\r🌿' })
  const ordering = orderingIn(() => shop)
  for (const buyer of await shop.people(4)) {
    await shop.fillCart(buyer, { [cream]: 2 })
    await ordering.order(buyer, { expected_total: 300 })
  }
}, 120_000)
afterAll(async () => {
  await shop.close()
  await project.stop()
  for (const name of empty) await ask(inject('postgresUrl'), `drop database if exists ${name} with (force)`)
  await tools.close()
})

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  empty.push(name)
  await ask(inject('postgresUrl'), `create database ${name} template template0`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.toString()
}

const numberOf = async (url: string, text: string): Promise<number> => Number((await ask(url, `select (${text}) as n`))[0]?.['n'])

test('a restored shop has every row, every file, the keys and the next numbers of the one that was backed up', async () => {
  const digests = [await tools.addFile(database.url, 3_000_000), await tools.addFile(database.url, 0), await tools.addFile(database.url, 700)]
  const documents = [await tools.addDocument(database.url), await tools.addDocument(database.url)]
  const { bytes, facts } = await tools.backup(database.url)
  const url = await emptyDatabase()
  const { keys, manifest, store, documents: restored, damaged } = await tools.restore(bytes, { ownerUrl: url })
  expect(manifest.documents).toEqual({ count: 2, bytes: 10_000, missing: 0, damaged: 0 })
  expect(damaged).toBe(0)
  for (const document of documents) expect(await readAll(restored, document.version)).toEqual(document.bytes)
  expect(keys).toEqual(tools.keys)
  expect(manifest).toEqual(facts.manifest)
  expect(await rowsOf(url, ALL)).toEqual(await rowsOf(database.url, ALL))
  const versions = (await ask(url, 'select version from storage.objects')).map((row) => String(row['version']))
  expect(new Set(await Promise.all(versions.map((version) => digestOf(store, version))))).toEqual(new Set(digests))
  for (const sequence of ['private.order_positions', 'public.stock_movements_id_seq', 'public.audit_log_id_seq']) {
    expect(await numberOf(url, `nextval('${sequence}')`), sequence).toBe(await numberOf(database.url, `nextval('${sequence}')`))
  }
  expect(await numberOf(url, "select count(*) from pg_trigger where not tgisinternal and tgenabled <> 'O'")).toBe(
    await numberOf(database.url, "select count(*) from pg_trigger where not tgisinternal and tgenabled <> 'O'"),
  )
})

test('rows of a divided table are backed up once each, and restored where the parts are others', async () => {
  const partsIn = async (url: string) =>
    (await ask(url, 'select tableoid::regclass::text as part, count(*)::int as n from public.audit_log group by 1 order by 1')).map(({ part }) => part)
  await ask(database.url, "select set_config('shop.as_of', '2040-05-01', false), private.keep_audit_years()")
  await ask(
    database.url,
    `insert into public.audit_log (at, table_name, row_id, action, changes)
     select moment, 'settings', 'true', 'update', '{}' from unnest('{2020-01-01,2040-05-01,2044-05-01}'::timestamptz[]) moment, generate_series(1, 3)`,
  )
  expect(await partsIn(database.url)).toEqual(expect.arrayContaining(['parts.audit_log_2040_04', 'parts.audit_log_rest']))
  const { bytes, facts } = await tools.backup(database.url)
  expect(Object.keys(facts.manifest.tables).filter((name) => name.includes('audit_log'))).toEqual(['auth.audit_log_entries', 'public.audit_log'])
  const url = await emptyDatabase()
  await tools.restore(bytes, { ownerUrl: url })
  expect(await partsIn(url)).not.toContain('parts.audit_log_2040_04')
  const [from, to] = [await rowsOf(database.url, ['public']), await rowsOf(url, ['public'])]
  expect(from['audit_log']).toHaveLength(9)
  expect(to['audit_log']).toEqual(from['audit_log'])
})

test('no byte of a backup shows a name, a password or a key', async () => {
  const { bytes } = await tools.backup(database.url)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  for (const secret of [tools.keys.data_key, tools.keys.secret_key, 'Meera', 'manifest.json']) expect(bytes.includes(secret), secret).toBe(false)
})

test('a backup made while orders are placed is the shop of one moment', async () => {
  const { order, stockOf } = orderingIn(() => shop)
  const before = await numberOf(database.url, 'select count(*) from public.orders')
  const ending = new AbortController()
  // Each buyer once: the limit of orders of one buyer is not what is tested.
  const buying = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const buyer = await shop.person()
      await shop.fillCart(buyer, { [cream]: 2 })
      const { status } = await order(buyer, { expected_total: 300 })
      expect(status).toBe(200)
    }
  }
  const running = Promise.all([buying(), buying(), buying(), buying()])
  await expect.poll(() => numberOf(database.url, 'select count(*) from public.orders')).toBeGreaterThan(before)
  const { bytes } = await tools.backup(database.url)
  ending.abort()
  await running
  const url = await emptyDatabase()
  await tools.restore(bytes, { ownerUrl: url })
  const count = await numberOf(url, 'select count(*) from public.orders')
  expect(count).toBeGreaterThan(before)
  expect(await ask(url, 'select * from private.check_stock_sums()')).toEqual([])
  expect(await numberOf(url, 'select count(*) from public.orders o where not exists (select from public.order_items i where i.order_id = o.id)')).toBe(0)
  const rows = await rowsOf(url, ['public'])
  const now = new Set((await rowsOf(database.url, ['public']))['orders'])
  expect(rows['orders']?.filter((row) => !now.has(row))).toEqual([])
  expect(await numberOf(url, 'select stock from public.products')).toBe(1000 - 2 * count)
  expect(await stockOf(cream)).toBeLessThanOrEqual(1000 - 2 * count)
})

test('a backup is checked by restoring it into a database that is removed', async () => {
  const { bytes } = await tools.backup(database.url)
  const { lines, problems } = await verifyBackup(chunksOf(bytes), tools.privateKeys, () => undefined)
  expect(problems).toEqual([])
  expect(lines).toEqual([
    expect.stringMatching(/^\d+ tables with \d+ rows, 3 files and 2 documents, as they were backed up$/),
    'Files of documents have the hashes they were issued with',
    'Stock agrees with its movements',
    'Facts of documents have the hashes they were issued with',
    'Numbers of documents have no gap',
  ])
}, 60_000)

test('documents that are lost or damaged do not end a backup; it counts them, and the check and the restored shop say so', async () => {
  const broken = await createDatabase('shop')
  try {
    const [lost, damaged, longer, whole] = [
      await tools.addDocument(broken.url),
      await tools.addDocument(broken.url),
      await tools.addDocument(broken.url),
      await tools.addDocument(broken.url),
    ]
    await tools.documents.remove(lost.version)
    await tools.documents.put(once(Buffer.from(damaged.bytes).fill(0, 10, 20)), damaged.version)
    await tools.documents.put(once(Buffer.concat([longer.bytes, longer.bytes])), longer.version)
    const { bytes, facts, lines } = await tools.backup(broken.url)
    expect(facts.manifest.documents).toEqual({ count: 2, bytes: 10_000, missing: 2, damaged: 1 })
    expect(lines).toContain('3 files of documents are missing or damaged in the file store:')
    for (const { version } of [lost, damaged, longer]) expect(lines).toContain(`  documents/${version}`)
    expect(lines).not.toContain(`  documents/${whole.version}`)
    expect(await numberOf(broken.url, 'select last_good_missing from private.backup_state()')).toBe(3)
    const { problems } = await verifyBackup(chunksOf(bytes), tools.privateKeys, () => undefined)
    expect(problems).toEqual(['2 files of documents were missing in the shop already', '1 files of documents differ from the hash with which they were issued'])
    const { documents, damaged: found } = await tools.restore(bytes, { ownerUrl: await emptyDatabase() })
    expect(found).toBe(1)
    expect(await readAll(documents, whole.version)).toEqual(whole.bytes)
  } finally {
    await broken.drop()
  }
}, 60_000)

test('a shop whose stock does not agree is backed up, and the check says so', async () => {
  const broken = await createDatabase('shop')
  await ask(broken.url, "insert into public.products (name, price, hsn, stock) values ('Kumkum', 100, '33049910', 3)")
  await ask(broken.url, 'set session_replication_role = replica; update public.products set stock = 5')
  const { bytes } = await tools.backup(broken.url)
  const { problems } = await verifyBackup(chunksOf(bytes), tools.privateKeys, () => undefined)
  expect(problems).toEqual(['1 products whose stock is not the sum of its movements'])
  await broken.drop()
}, 60_000)

test('a file that its store has lost does not end a backup: it is counted and named', async () => {
  const lossy = await createDatabase('shop')
  await tools.addFile(lossy.url, 10)
  const version = String((await ask(lossy.url, 'select version from storage.objects'))[0]?.['version'])
  await tools.store.remove(version)
  const { facts, lines } = await tools.backup(lossy.url)
  expect(facts.manifest.files).toEqual({ count: 0, bytes: 0, missing: 1 })
  expect(lines).toContain('1 files were not in the file store:')
  expect(lines).toContain(`  documents/${version}/invoice.pdf`)
  await lossy.drop()
})

test('a shop moves to a Supabase project to which its migrations were pushed: all rows of the shop, and its accounts', async () => {
  await project.push()
  const { bytes } = await tools.backup(database.url)
  await tools.restore(bytes, { ownerUrl: project.url, accounts: 'project' })
  const [here, there] = [await rowsOf(database.url, ['public', 'private']), await rowsOf(project.superuserUrl, ['public', 'private'])]
  expect(there).toEqual(here)
  const accounts = 'select id, email, encrypted_password, email_confirmed_at, confirmation_token from auth.users order by id'
  expect(await ask(project.url, accounts)).toEqual(await ask(database.url, accounts))
  expect(await ask(project.url, 'select * from auth.sessions')).toEqual([])
  const files = 'select id, bucket_id, name, version from storage.objects order by id'
  expect(await ask(project.url, files)).toEqual(await ask(database.url, files))
}, 120_000)

test('a shop on a Supabase project moves to a database of its own', async () => {
  const { bytes } = await tools.backup(project.url)
  const url = await emptyDatabase()
  await tools.restore(bytes, { ownerUrl: url })
  expect(await rowsOf(url, ['public', 'private'])).toEqual(await rowsOf(project.superuserUrl, ['public', 'private']))
  const accounts = 'select id, email, encrypted_password, email_confirmed_at from auth.users order by id'
  expect(await ask(url, accounts)).toEqual(await ask(project.url, accounts))
}, 60_000)

test('nothing is restored over a shop', async () => {
  const { bytes } = await tools.backup(database.url)
  const rows = await rowsOf(database.url, ALL)
  await expect(tools.restore(bytes, { ownerUrl: database.url })).rejects.toThrow('The database is not empty: a backup is restored into a new one alone.')
  expect(await rowsOf(database.url, ALL)).toEqual(rows)
})

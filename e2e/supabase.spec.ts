/**
 * A shop that forwards to a project (docs/decisions/0103-supabase-as-upstream.md), on a database in the shape of Supabase's that the
 * official CLI has pushed. In the place of the project's services another process answers, in the same protocol; as in a real
 * project, its Site URL is the shop's.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect } from './support/expect.ts'
import { runScript } from '../scripts/run-script.ts'
import { isLong } from './support/current-shop.ts'
import { serviceClient } from './support/customers.ts'
import { test } from './support/fixtures.ts'
import { expectAcceptanceHeard } from './support/heard-live.ts'
import { buy } from './support/journey.ts'
import { startPushedDatabase, type PushedDatabase } from './support/pushed-database.ts'
import { freePort, openShop, type RunningShop, type ShopKeys } from './support/shop-process.ts'

let folder: string
let database: PushedDatabase
let project: RunningShop
let shop: RunningShop

/** The settings of a shop that forwards to a project. */
function settingsOf(of: PushedDatabase, { keys, url }: RunningShop, issuer: string): Record<string, string> {
  return {
    DATABASE_URL: of.url,
    JWT_SECRET: keys.jwt_secret,
    DATA_KEY: keys.data_key,
    SUPABASE_URL: `http://127.0.0.1:${new URL(url).port}`,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable_key,
    SUPABASE_SECRET_KEY: keys.secret_key,
    SUPABASE_ISSUER: `${issuer}/auth/v1`,
  }
}

/** Takes out what the process in the place of the services noted at its start, and no project has. */
async function likeProject({ superuserUrl }: PushedDatabase, withoutRowsOf: string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('drop table gateway.migrations')
  await client.query("set session_replication_role = 'replica'")
  for (const table of withoutRowsOf) await client.query(`delete from ${table}`)
  await client.end()
}

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-project-'))
  const [port, projectPort] = [await freePort(), await freePort()]
  const siteUrl = `http://localhost:${port}`
  database = await startPushedDatabase()
  project = await openShop({
    dataDir: path.join(folder, 'project'),
    port: projectPort,
    env: { DATABASE_URL: database.superuserUrl, DEMO: 'small', SITE_URL: siteUrl },
  })
  await likeProject(database)
  // Both have a mail worker, and either may send a mail and issue its documents.
  const dataDir = path.join(folder, 'shop')
  await mkdir(path.join(dataDir, 'storage'), { recursive: true })
  for (const place of ['outbox', 'storage/documents']) await symlink(path.join(folder, 'project', place), path.join(dataDir, place))
  shop = await openShop({ dataDir, port, env: settingsOf(database, project, siteUrl) })
})
test.afterAll(async () => {
  await shop?.stop()
  await project?.stop()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a visitor registers, buys, and hears live that staff accepted the order; pictures show', async ({ page }) => {
  test.setTimeout(240_000)
  const service = serviceClient(shop.keys)
  const { data: product } = await service
    .from('products')
    .select('id, min_order_quantity')
    .eq('status', 'active')
    .gte('stock', 100)
    .not('image_url', 'is', null)
    .order('name')
    .limit(1)
    .single()
    .throwOnError()
  const order = await buy(page, {
    keys: shop.keys,
    outbox: path.join(shop.dataDir, 'outbox'),
    productId: product.id,
    quantity: product.min_order_quantity,
    address: { pincode: '400050', city: 'Mumbai', state: 'Maharashtra' },
    interState: false,
    linkAsksPassword: true,
  })

  await page.goto(`${shop.url}/products`)
  const picture = page.locator('main img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.currentSrc.includes('/render/image/')]))
    .toEqual([true, true])

  await expectAcceptanceHeard(shop.keys, order)
})

/** How many documents are issued and in the file store. */
async function storedDocuments({ superuserUrl }: PushedDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ stored: number }>('select count(*)::integer as stored from private.document_files where version is not null')
  await client.end()
  return rows[0]?.stored ?? 0
}

/** Each file of a shop's or a project's storage as its API answers it, by bucket and name. */
async function filesOf({ url, keys }: { url: string; keys: ShopKeys }): Promise<Record<string, string>> {
  const storage = serviceClient({ ...keys, url }).storage
  const found: Record<string, string> = {}
  const read = async (bucket: string, folder: string): Promise<void> => {
    const { data, error } = await storage.from(bucket).list(folder, { limit: 1000 })
    if (error) throw error
    for (const { name, id } of data) {
      const place = folder ? `${folder}/${name}` : name
      if (id === null) await read(bucket, place)
      else {
        const { data: file, error: refused } = await storage.from(bucket).download(place)
        if (refused) throw refused
        found[`${bucket}/${place}`] = createHash('sha256')
          .update(new Uint8Array(await file.arrayBuffer()))
          .digest('hex')
      }
    }
  }
  const { data: buckets, error } = await storage.listBuckets()
  if (error) throw error
  for (const { name } of buckets) await read(name, '')
  return found
}

test('a backup has the files of the project, which are restored on one machine and into another project', async () => {
  test.skip(!isLong, 'takes more than a minute; supabase/tests/backup.test.ts moves a shop to a project and back')
  test.setTimeout(240_000)
  const keyFile = path.join(folder, 'owner.key')
  const made = await runScript('backup', ['new-key', keyFile], {})
  const backups = { BACKUP_TO: path.join(folder, 'backups'), BACKUP_PUBLIC_KEY: /age1\w+/.exec(made.output)?.[0] ?? '' }
  const files = await filesOf(project)
  const count = Object.keys(files).length
  expect(count).toBeGreaterThan(10)

  // The invoice of the order that staff accepted comes with its mail.
  await expect.poll(() => storedDocuments(database), { timeout: 60_000 }).toBeGreaterThan(0)
  const backedUp = await runScript('backup', [], { ...settingsOf(database, project, shop.url), DATA_DIR: shop.dataDir, ...backups })
  expect(backedUp).toMatchObject({ code: 0, output: expect.stringMatching(new RegExp(`MB, ${count} files, [1-9]\\d* documents\n$`)) })
  expect(await runScript('backup', ['verify', 'latest', '--key', keyFile], backups)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/can be restored\.\n$/),
  })

  const dataDir = path.join(folder, 'one machine')
  const restored = await runScript('restore', ['latest', '--key', keyFile], { ...backups, DATA_DIR: dataDir })
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`with ${count} files`) })
  const alone = await openShop({ dataDir })
  try {
    await expect.poll(() => filesOf(alone), { timeout: 60_000 }).toEqual(files)
  } finally {
    await alone.stop()
  }

  const anotherDatabase = await startPushedDatabase()
  const another = await openShop({
    dataDir: path.join(folder, 'another project'),
    closed: true,
    env: { DATABASE_URL: anotherDatabase.superuserUrl, DEMO: '0' },
  })
  try {
    await likeProject(anotherDatabase, ['public.user_roles', 'public.profiles', 'auth.identities', 'auth.users'])
    const settings = { ...settingsOf(anotherDatabase, another, 'http://localhost'), DATA_KEY: shop.keys.data_key }
    const moved = await runScript('restore', ['latest', '--key', keyFile], { ...backups, ...settings, DATA_DIR: path.join(folder, 'moved') })
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining(`with ${count} files`) })
    await expect.poll(() => filesOf(another), { timeout: 60_000 }).toEqual(files)
  } finally {
    await another.stop()
    await anotherDatabase.stop()
  }
})

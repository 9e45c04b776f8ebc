/**
 * The release before this one, from the git history and with its own packages, serves while this version's `npm run migrate` brings its
 * database to the new schema, then on that schema, then beside the new version, until that goes on alone
 * (docs/decisions/0118-upgrades.md#the-code-of-the-release-before). Only at full size: the release is installed and built.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres, type PostgresServer } from '#server/database/postgres.ts'
import { unpackRelease } from '#server/testing/release-code.ts'
import { releaseShops } from '#server/testing/release-shop.ts'
import { expectBooks } from '../../e2e/support/books.ts'
import { newCustomer, serviceClient } from '../../e2e/support/customers.ts'
import { openShop, type RunningShop } from '../../e2e/support/shop-process.ts'
import { openBusy, type Busy } from './previous-release/busy.ts'
import {
  expectNewPrice,
  expectDelivered,
  expectVisits,
  invoiceOf,
  peopleAt,
  sell,
  subjectsOf,
  type Goods,
  type People,
  type Sold,
} from './previous-release/day.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const MINUTE = 60_000
const STOCK = 50_000
const METRICS_TOKEN = 'the-token-of-the-figures-0123456789'
const PATIENCE = { timeout: 60_000, interval: 100 }

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const last = (await releaseShops()).at(-1)
const release = last?.header.release ?? ''

/** Waits until customers have ordered and staff have taken an order through its longest way, from now on. */
async function untilServed(busy: Busy): Promise<void> {
  const paidBack = (): number => busy.steps.get('pay the refund') ?? 0
  const [orders, refunds] = [busy.orders.length, paidBack()]
  await vi.waitFor(() => expect([busy.orders.length > orders + 5, paidBack() > refunds, busy.failures]).toEqual([true, true, []]), PATIENCE)
}

describe.runIf(LONG)(`the code of ${release}, the release before`, () => {
  let folder: string
  let server: PostgresServer
  let before: RunningShop
  let present: RunningShop | undefined
  let people: People
  let goods: Goods
  let settings: Record<string, string>
  let outboxes: string[]
  const sold: Sold[] = []

  const query = async <R extends Record<string, unknown>>(text: string): Promise<R[]> => {
    const client = new Client({ connectionString: server.urlFor('shop') })
    await client.connect()
    try {
      return (await client.query<R>(text)).rows
    } finally {
      await client.end()
    }
  }
  async function open(name: string, code: string, env: Record<string, string> = {}): Promise<RunningShop> {
    const dataDir = path.join(folder, name)
    await mkdir(dataDir)
    return openShop({ dataDir, folder: code, env: { ...settings, ...env } })
  }
  const untilMailed = (): Promise<void> =>
    vi.waitFor(async () => expect(await query("select count(*)::int as left from private.mails where status <> 'sent'")).toEqual([{ left: 0 }]), 5 * MINUTE)
  /** Lines of the log about what failed; a shop at work has none. */
  const complaints = (shop: RunningShop): string[] =>
    shop
      .output()
      .split('\n')
      // Node prints once what a package should not use any more.
      .filter((line) => /"level":"(error|warn)"/.test(line) && !line.includes('DeprecationWarning'))

  beforeAll(async () => {
    if (!LONG) return
    folder = await mkdtemp(path.join(tmpdir(), 'shringar-release-before-'))
    const code = path.join(folder, 'code')
    await unpackRelease(release, code)
    const migrations = await readdir(path.join(code, 'supabase/migrations'))
    expect(migrations.map((file) => file.slice(0, 14)).sort(), 'this code made the shop in supabase/tests/releases').toEqual(
      Object.keys(last?.header.migrations['supabase_migrations.schema_migrations'] ?? {}).sort(),
    )
    server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false, settings: { max_connections: '160' } })
    const owner = new Client({ connectionString: server.urlFor('postgres') })
    await owner.connect()
    await owner.query('create database shop template template0')
    await owner.end()
    settings = {
      DATABASE_URL: server.urlFor('shop'),
      JWT_SECRET: 'the-secret-of-a-shop-that-is-upgraded',
      STORAGE_DIR: path.join(folder, 'files'),
      DEMO: 'small',
      METRICS_TOKEN,
      // How fast it is on this machine is no failure.
      SLOW_STATEMENT: '60000',
      REQUEST_LOG: 'off',
    }
    before = await open('before', code)
    outboxes = ['before', 'present'].map((name) => path.join(folder, name, 'outbox'))
    await query("update private.limits set value = 1000000 where name in ('orders_per_hour', 'first_cod_rupees')")
    goods = { id: '', name: 'Heirloom rosewood comb', price: 99 }
    const row = { sku: 'HEIRLOOM-1', name: goods.name, price: goods.price, mrp: 400, stock: STOCK, gst_percent: 18, hsn: '9615', status: 'active' as const }
    const { data } = await serviceClient(before.keys).from('products').insert(row).select('id').single().throwOnError()
    goods.id = data.id
    people = { buyer: await newCustomer(before.keys), staff: await newCustomer(before.keys) }
    await serviceClient(before.keys).from('user_roles').insert({ user_id: people.staff.id, role: 'manager' }).throwOnError()
    sold.push(await sell(people, goods, 2, outboxes))
  }, 20 * MINUTE)
  afterAll(async () => {
    await present?.stop()
    await before?.stop()
    await server?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  }, MINUTE)

  test(
    'serves while its database is migrated: no request fails, and no order is lost',
    async () => {
      const busy = await openBusy(before, goods.id)
      try {
        await untilServed(busy)
        const env = { ...process.env, ...settings, DATA_DIR: folder }
        const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'scripts/migrate.ts'], { cwd: root, env })
        expect(stdout).toContain('The database is up to date.')
        await untilServed(busy)
      } finally {
        await busy.stop()
      }
      expect(busy.failures).toEqual([])
      await untilMailed()
      await expectBooks(server.urlFor('shop'), goods.id, STOCK)
      process.stdout.write(`${release} while it was migrated: ${busy.orders.length} orders and ${busy.reads()} reads, none lost\n`)
    },
    15 * MINUTE,
  )

  test(
    'does on the new schema what a shop lives on',
    async () => {
      await expectVisits(before, people, goods)
      sold.push(await sell(people, goods, 3, outboxes))
      goods = await expectNewPrice([before], people, goods, 111)
      sold.push(await sell(people, goods, 1, outboxes))
      for (const one of sold) await expectDelivered(people, one)
      const figures = await fetch(`${before.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      expect(await figures.text()).toMatch(/^shop_mails_queued/m)
      await expectBooks(server.urlFor('shop'), goods.id, STOCK)
    },
    5 * MINUTE,
  )

  test(
    'the new version beside it sees all of that, and each sells what the other sees',
    async () => {
      present = await open('present', root, { MIGRATE: '0' })
      const there = await peopleAt(present, people)
      await expectVisits(present, there, goods)
      for (const one of sold) {
        await expectDelivered(there, one)
        expect(await invoiceOf(there.buyer.client, one.id), one.serial).toBe(one.invoice)
      }
      const byPresent = await sell(there, goods, 2, outboxes)
      await expectDelivered(people, byPresent)
      expect(await invoiceOf(people.buyer.client, byPresent.id)).toBe(byPresent.invoice)
      goods = await expectNewPrice([before, present], there, goods, 122)
      goods = await expectNewPrice([before, present], people, goods, 133)
      const byOld = await sell(people, goods, 2, outboxes)
      await expectDelivered(there, byOld)
      sold.push(byPresent, byOld)
      const busy = await Promise.all([before, present].map((shop) => openBusy(shop, goods.id)))
      try {
        await Promise.all(busy.map(untilServed))
      } finally {
        await Promise.all(busy.map((one) => one.stop()))
      }
      expect(busy.flatMap(({ failures }) => failures)).toEqual([])
      await untilMailed()
      await expectBooks(server.urlFor('shop'), goods.id, STOCK)
    },
    15 * MINUTE,
  )

  test(
    'the new version takes over, with every order, document and mail',
    async () => {
      if (!present) throw new Error('the new version did not open')
      expect(await before.stop()).toBe(0)
      const there = await peopleAt(present, people)
      await expectVisits(present, there, goods)
      sold.push(await sell(there, goods, 4, outboxes))
      // A day after the upgrade a job moves issued documents to the file store: they stay the same, byte for byte.
      await query("update private.document_storage set starts_at = now() - interval '1 second'")
      await vi.waitFor(
        async () => expect(await query('select count(*)::int as left from private.document_files where version is null')).toEqual([{ left: 0 }]),
        5 * MINUTE,
      )
      for (const one of sold) {
        await expectDelivered(there, one)
        expect(await invoiceOf(there.buyer.client, one.id), one.serial).toBe(one.invoice)
        expect(await subjectsOf(outboxes, people.buyer, one.id)).toHaveLength(4)
      }
      await expectBooks(server.urlFor('shop'), goods.id, STOCK)
      expect([...complaints(before), ...complaints(present)]).toEqual([])
    },
    10 * MINUTE,
  )
})

/** Shops of earlier releases, with orders and documents in them, become shops of this one (CONTRIBUTING.md#make-a-release). */
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderingIn } from '#functions/testing/ordering.ts'
import { openShop, type TestShop } from '#functions/testing/shop.ts'
import { migrateDatabase, rehearseDatabase } from '#server/database/prepare-database.ts'
import { createDatabase, type TestDatabase } from '#server/testing/database.ts'
import { releaseCommits } from '#server/testing/release-code.ts'
import { schemaPromises } from '#server/testing/schema-promises.ts'
import { editedSince, loadReleaseShop, releaseShops, type ReleaseShop } from '#server/testing/release-shop.ts'
import { differences } from '../../scripts/schema/differences.ts'
import { dumpSchema } from '../../scripts/schema/dump.ts'

/** Rows that no upgrade may change, in all columns that they had. */
const KEPT = [
  'auth.users',
  'private.document_files',
  'public.addresses',
  'public.cart_items',
  'public.documents',
  'public.order_items',
  'public.order_status_history',
  'public.orders',
  'public.payments',
  'public.products',
  'public.shipments',
  'public.stock_movements',
]
/** What a release was promised and finds otherwise, each with the reason why its code goes on. */
const CHANGED: Record<string, string[]> = {
  '0.1.0-alpha': [
    // It returns one more column; only public.suggest_products calls it.
    'function private.word_query(token text, OUT anywhere tsquery, OUT nearest tsquery) record',
    // Others do their work; only functions of the database called them.
    'function private.credit_return(p_return returns, p_charges boolean, p_file uuid) numeric',
    'function private.invoices_of_pieces(p_order uuid, p_pieces jsonb) TABLE(invoice uuid, lines jsonb)',
    'function private.notify_rest(p_order orders, p_goods text, p_amount numeric, p_reason text) void',
    'function private.restock_pieces(p_order uuid, p_pieces jsonb) void',
    // They take one more argument; only other functions of the database call them.
    'function private.lower_payment(p_order orders, p_amount numeric, p_reason text) void',
    'function private.owe_refund(p_order uuid, p_amount numeric, p_source text, p_reason text, p_as_credit boolean) uuid',
    // It takes one more argument, which has a default: calls name their arguments, and those of the release go on.
    'function public.change_store_credit(p_user uuid, p_amount numeric, p_reason text) numeric',
    // It has more columns; the release takes those that it knows by their names.
    'function private.backlog() TABLE(mails_queued integer, mails_late_seconds integer, mails_failed integer, pictures_queued integer, refunds_queued integer, jobs_failing integer)',
    // Given by default: the log is written by triggers of the owner, and no login may insert into it.
    ...['SELECT', 'UPDATE', 'USAGE'].map((right) => `right service_role public.audit_log_id_seq ${right}`),
    ...['service_role', 'authenticated'].map((login) => `right ${login} public.change_store_credit(p_user uuid, p_amount numeric, p_reason text) EXECUTE`),
  ],
}
/** Of another shop and another moment in each database. */
const ROWS_OF_MIGRATIONS = /^-- (public|private)\./

const shops = await releaseShops()

test('the last release of CHANGELOG has its shop here, each shop names its commit, and no migration that a release had applied has been edited since', async () => {
  expect(shops.length).toBeGreaterThan(0)
  const [, last] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')) ?? []
  if (last) expect(shops.map(({ header }) => header.release)).toContain(last)
  expect(Object.keys(await releaseCommits()).sort()).toEqual(shops.map(({ header }) => header.release).sort())
  for (const shop of shops) expect(await editedSince(shop), shop.file).toEqual([])
})

describe.each(shops)('$file', (release: ReleaseShop) => {
  let database: TestDatabase
  let owner: Client
  let shop: TestShop
  let before: Map<string, string>
  let promised: Set<string>

  const rows = async <R extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<R[]> => (await owner.query<R>(sql, values)).rows
  const columnsOf = (table: string): string => /\((.*)\) from stdin$/.exec(release.tables.find(({ name }) => name === table)?.statement ?? '')?.[1] ?? ''

  /** A digest of the columns of each table that the release had. */
  async function digests(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const table of KEPT) {
      const [row] = await rows<{ n: string; digest: string }>(
        `select count(*) as n, md5(string_agg(r::text, e'\\n' order by r::text collate "C")) as digest from (select ${columnsOf(table)} from ${table}) r`,
      )
      found.set(table, `${row?.n} rows, ${row?.digest}`)
    }
    return found
  }

  beforeAll(async () => {
    database = await createDatabase('empty')
    owner = new Client({ connectionString: database.url })
    await owner.connect()
    await loadReleaseShop(database.url, release)
    before = await digests()
    promised = await schemaPromises(owner)
  })
  afterAll(async () => {
    await owner.end()
    await shop?.close()
  })

  test('it has what an upgrade could lose', async () => {
    const [counts] = await rows(
      `select (select count(*) > 5 from public.orders) as orders, (select count(*) > 1 from public.documents where kind = 'invoice') as invoices,
        (select count(*) > 0 from public.documents where kind = 'credit_note') as credit_notes, (select count(*) > 0 from private.document_files) as files,
        (select count(*) > 0 from public.orders where status = 'pending') as pending, (select count(*) > 20 from public.products) as products`,
    )
    expect(counts).toEqual({ orders: true, invoices: true, credit_notes: true, files: true, pending: true, products: true })
  })

  test('the dry run passes on it and changes nothing', async () => {
    const { files, changed } = await rehearseDatabase(database.url, { supabase: undefined })
    expect(changed).toBeUndefined()
    expect(files.filter(({ problem, untried }) => problem ?? untried)).toEqual([])
    expect(await digests()).toEqual(before)
  })

  test('it gets the schema of a new shop', async () => {
    await migrateDatabase(database.url, { supabase: undefined })
    const fresh = await createDatabase('shop')
    try {
      const schemas = await Promise.all([dumpSchema(database.url), dumpSchema(fresh.url)])
      expect(differences(schemas[0], schemas[1]).filter((line) => !ROWS_OF_MIGRATIONS.test(line.slice(2)))).toEqual([])
    } finally {
      await fresh.drop()
    }
    shop = openShop(database)
  })

  test('all that its code reads, calls and may do is still there', async () => {
    const present = await schemaPromises(owner)
    expect([...promised].filter((promise) => !present.has(promise))).toEqual(CHANGED[release.header.release] ?? [])
    expect(promised.size).toBeGreaterThan(1000)
  })

  test('its orders, money, stock and accounts are as they were, and its documents byte for byte', async () => {
    expect(await digests()).toEqual(before)
    expect(await rows('select * from private.check_stock_sums()')).toEqual([])
    expect(await rows('select * from private.check_documents()')).toEqual([])
    const files = await rows<{ wrong: string }>("select count(*) as wrong from private.document_files where encode(sha256(bytes), 'hex') <> sha256")
    expect(files).toEqual([{ wrong: '0' }])
  })

  test('an order that was pending is accepted, with the next number of its series', async () => {
    const [last] = await rows<{ series: string; number: number }>(
      "select regexp_replace(serial, '[0-9]+$', '') as series, max(regexp_replace(serial, '^.*/', '')::int) as number from public.documents where kind = 'invoice' group by 1 order by max(issued_at) desc limit 1",
    )
    const [pending] = await rows<{ id: string }>("select id from public.orders where status = 'pending' order by id limit 1")
    await owner.query("update public.orders set status = 'processing' where id = $1", [pending?.id])
    const [issued] = await rows<{ serial: string }>("select serial from public.documents where order_id = $1 and kind = 'invoice'", [pending?.id])
    expect(Number(issued?.serial.split('/').at(-1))).toBe((last?.number ?? 0) + 1)
    expect(issued?.serial.startsWith(last?.series ?? '?')).toBe(true)
    expect(await rows('select * from private.check_documents()')).toEqual([])
  })

  test('a customer of then orders goods of then, and the stock agrees', async () => {
    const { order } = orderingIn(() => shop)
    const [buyer] = await rows<{ id: string; email: string }>("select id, email from auth.users where email = 'priya@shringar.example'")
    if (!buyer) throw new Error('no customer')
    await owner.query('delete from public.cart_items where user_id = $1', [buyer.id])
    const [goods] = await rows<{ id: string; stock: number }>(
      "select id, stock from public.products where status = 'active' and stock > 100 order by id limit 1",
    )
    await shop.fillCart(buyer, { [goods?.id ?? '']: 12 })
    expect(await order(buyer)).toMatchObject({ status: 200, body: { order: { status: 'pending' } } })
    expect(await rows('select stock from public.products where id = $1', [goods?.id])).toEqual([{ stock: (goods?.stock ?? 0) - 12 }])
    expect(await rows('select * from private.check_stock_sums()')).toEqual([])
  })
})

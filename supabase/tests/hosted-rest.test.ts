/**
 * The access matrix over REST, on a database that the official CLI has pushed: a gateway forwards to another one, which answers on that
 * database in the place of a project's services. Sent are all reads, and the deletions that must do nothing.
 */
import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signJwt } from '#gateway/core/jwt.ts'
import { createGateway, type Gateway } from '#gateway/gateway.ts'
import type { GatewayOptions } from '#gateway/options.ts'
import { ensureLogins, urlAs, type LoginRole } from '#server/database/roles.ts'
import { startSupabaseProject, type SupabaseProject } from '#server/testing/supabase-project.ts'
import { MATRIX } from './access-matrix.ts'
import type { Case, Outcome } from './access/asking.ts'
import { expectedOf } from './access/outcomes.ts'
import { hireStaff, layOutShop, ORDER, PEOPLE, STAFF } from './scenario.ts'

const SECRET = 'the secret of a shop on a project, and of its tokens'
const ORIGIN = 'http://shop.test'
const seconds = Math.floor(Date.now() / 1000)
const token = (role: string, sub?: string): string => signJwt({ role, sub, aud: role, iat: seconds, exp: seconds + 3600 }, SECRET)
const keys = { jwtSecret: SECRET, publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', anonKey: token('anon'), serviceRoleKey: token('service_role') }
const CALLERS = { visitor: undefined, ...PEOPLE, ...STAFF }

type Asked = {
  table: string
  /** the column of the case; undefined: any that most callers may read */ column: string | undefined
  conditions: [string, string][]
  entry: Case
}

/** The cases of a verb on exposed tables. Their conditions are ones that REST knows too. */
function casesOf(verb: Case['verb'], statement: RegExp): Asked[] {
  return Object.values(MATRIX)
    .flat()
    .flatMap((entry) => {
      const [, of = '', table, where] = (entry.verb === verb && statement.exec(entry.sql)) || []
      if (table === undefined) return []
      const conditions = (where?.split(' and ') ?? []).map((condition): [string, string] => {
        const [, column, value] = /^(\w+) = '([^']*)'$/.exec(condition) ?? []
        if (column === undefined || value === undefined) throw new Error(`${entry.sql} has a condition that this test cannot send`)
        return [column, `eq.${value}`]
      })
      return [{ table, column: of.trim() || undefined, conditions, entry }]
    })
}
const READS = casesOf('select', /^select (?:from \(select )?(\w+ )?from public\.(\w+)(?: where (.+?))?(?:\) \w)?$/)
const DELETIONS = casesOf('delete', /^delete ()from public\.(\w+)(?: where (.+))?$/)

let project: SupabaseProject
let owner: Client
let folder: string
let upstream: Gateway
let listening: Server
let shop: Gateway

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-hosted-'))
  project = await startSupabaseProject()
  await project.push()
  await project.addServices()
  owner = new Client({ connectionString: project.superuserUrl })
  await owner.connect()
  await layOutShop(owner)
  await hireStaff(owner)
  await owner.query('select private.issue_invoice($1)', [ORDER])
  await keepRows()
  const secret = await ensureLogins(project.superuserUrl, [SECRET], { takesOver: false })
  const as = (role: LoginRole): string => urlAs(project.superuserUrl, role, secret)
  const options: GatewayOptions = {
    url: ORIGIN,
    siteUrl: ORIGIN,
    redirectAllowList: [],
    databaseUrls: {
      authenticator: as('authenticator'),
      auth: as('supabase_auth_admin'),
      storage: as('supabase_storage_admin'),
      realtime: as('supabase_realtime_admin'),
      replication: as('supabase_replication_admin'),
    },
    schemas: ['public'],
    keys,
    auth: { autoconfirm: true, bcryptCost: 4, limits: false },
    mails: { send: async () => undefined },
    storageDir: path.join(folder, 'upstream'),
    functions: {},
    log: () => undefined,
  }
  upstream = await createGateway(options)
  listening = createServer(getRequestListener((request) => upstream.fetch(request))).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  shop = await createGateway({
    ...options,
    storageDir: path.join(folder, 'shop'),
    upstream: { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, services: new Set(['rest', 'auth', 'storage', 'realtime']) },
  })
}, 120_000)
afterAll(async () => {
  await shop?.close()
  listening?.closeAllConnections()
  listening?.close()
  await upstream?.close()
  await owner?.end()
  await project?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The column that most callers may read. */
async function readable(table: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     order by has_column_privilege('anon', attrelid, attnum, 'select') desc, has_column_privilege('authenticated', attrelid, attnum, 'select') desc, attnum limit 1`,
    [`public.${table}`],
  )
  return rows[0]?.name ?? ''
}

type Caller = keyof typeof CALLERS
const callers = Object.keys(CALLERS) as Caller[]

/** Rows read or deleted, or `no`. */
async function outcomeOf(caller: Caller, method: 'GET' | 'DELETE', { table, conditions }: Asked, column: string): Promise<Outcome> {
  const sub = CALLERS[caller]
  // A deletion without a filter is refused for everybody.
  const query = new URLSearchParams(method === 'GET' ? [['select', column], ...conditions] : conditions.length > 0 ? conditions : [[column, 'not.is.null']])
  const answer = await shop.fetch(
    new Request(`${ORIGIN}/rest/v1/${table}?${String(query)}`, {
      method,
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${sub === undefined ? keys.publishableKey : token('authenticated', sub)}`,
        prefer: 'count=exact, return=minimal',
      },
    }),
  )
  if (answer.ok) return Number(answer.headers.get('content-range')?.split('/')[1])
  expect(await answer.json(), `${method} ${table} as ${caller}`).toMatchObject({ code: '42501' })
  return 'no'
}

const TABLES =
  "select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)"

/** Keeps the shop as it was laid out, in tables of their own. */
async function keepRows(): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(TABLES)
  await owner.query(`create schema kept; ${rows.map(({ name }) => `create table kept."${name}" as table ${name}`).join('; ')}`)
}

/** Runs the statements, then the work, and puts back the tables that the statements changed: each case finds the shop as it was laid out. */
async function withRows(statements: string | undefined, work: () => Promise<void>): Promise<void> {
  if (statements === undefined) return work()
  await owner.query('begin')
  const { rows: transactions } = await owner.query<{ id: string }>('select pg_current_xact_id()::xid::text as id')
  await owner.query(statements)
  await owner.query('commit')
  try {
    await work()
  } finally {
    const { rows } = await owner.query<{ name: string; columns: string }>(
      `select name, (select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns
       from (${TABLES}) t where query_to_xml(format('select from %s where xmin::text = %L', name, $1::text), false, false, '')::text ~ '<row'`,
      [transactions[0]?.id],
    )
    const restore = rows.map(
      ({ name, columns }) => `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept."${name}"`,
    )
    // Without triggers: orders, documents and ledgers refuse deletions.
    await owner.query(`set session_replication_role = replica; ${restore.join('; ')}`)
    await owner.query('set session_replication_role = origin')
  }
}

const named = (cases: Asked[]): [string, Asked][] => cases.map((asked) => [asked.entry.sql, asked])

test.each(named(READS))('%s finds as many rows as the matrix says', async (_sql, read) => {
  const column = read.column ?? (await readable(read.table))
  await withRows(read.entry.before, async () => {
    const found = await Promise.all(callers.map(async (caller) => [caller, await outcomeOf(caller, 'GET', read, column)] as const))
    const { orderService: _, mailer: __, ...expected } = expectedOf(read.entry)
    expect(Object.fromEntries(found)).toEqual(expected)
  })
})

test.each(named(DELETIONS))('%s does nothing for those who may not', async (_sql, deletion) => {
  const column = await readable(deletion.table)
  const expected = Object.entries(expectedOf(deletion.entry)).filter(([caller, outcome]) => caller in CALLERS && (outcome === 'no' || outcome === 0))
  await withRows(deletion.entry.before, async () => {
    const done = await Promise.all(expected.map(async ([caller]) => [caller, await outcomeOf(caller as Caller, 'DELETE', deletion, column)]))
    expect(done).toEqual(expected)
  })
})

test('every exposed table is asked', () => {
  const exposed = new Set(Object.keys(MATRIX).filter((table) => table.startsWith('public.')))
  for (const cases of [READS, DELETIONS]) expect(new Set(cases.map(({ table }) => `public.${table}`))).toEqual(exposed)
})

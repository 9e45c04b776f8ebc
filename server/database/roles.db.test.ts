import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { ensureLogins, LOGIN_ROLES, SHOP_LOGINS, urlAs } from './roles.ts'

// A server of its own: the logins of the others are in use.
let dataDir: string
let server: PostgresServer
let ownerUrl: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-logins-'))
  server = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), port: await freePort(), onExit: () => undefined, onLog: () => undefined })
  ownerUrl = server.urlFor('postgres')
  await asOwner(LOGIN_ROLES.filter((role) => role !== 'shop_mail').map((role) => `create role ${role}`))
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function asOwner(statements: string[]): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function opens(role: (typeof LOGIN_ROLES)[number], secret: string): Promise<boolean> {
  const client = new Client({ connectionString: urlAs(ownerUrl, role, secret) })
  const opened = client.connect().then(
    () => true,
    (error: { code?: string }) => (error.code === '28P01' ? false : Promise.reject(error)),
  )
  return opened.finally(() => client.end().catch(() => undefined))
}

test('processes with the same keys start together, and a login that is added later gets its password', async () => {
  await Promise.all([1, 2, 3, 4].map(() => ensureLogins(ownerUrl, ['first'], { takesOver: false })))
  expect(await opens('authenticator', 'first')).toBe(true)
  await asOwner(['create role shop_mail'])
  await ensureLogins(ownerUrl, ['first'], { takesOver: false })
  expect(await opens('shop_mail', 'first')).toBe(true)
})

test('a process with other keys is refused and changes nothing, unless it takes the database over', async () => {
  await expect(ensureLogins(ownerUrl, ['second'], { takesOver: false })).rejects.toThrow(/^The logins of this PostgreSQL belong to a shop with other keys\./)
  expect([await opens('shop_orders', 'first'), await opens('shop_orders', 'second')]).toEqual([true, false])
  await ensureLogins(ownerUrl, ['second'], { takesOver: true })
  expect([await opens('shop_orders', 'first'), await opens('shop_orders', 'second')]).toEqual([false, true])
})

test('while the key changes, the logins keep their passwords until a start takes them over', async () => {
  await ensureLogins(ownerUrl, ['old'], { takesOver: true })
  expect(await ensureLogins(ownerUrl, ['new', 'old'], { takesOver: false })).toBe('old')
  expect([await opens('shop_orders', 'old'), await opens('shop_orders', 'new')]).toEqual([true, false])
  await expect(ensureLogins(ownerUrl, ['new'], { takesOver: false })).rejects.toThrow('TAKE_OVER_DATABASE=1')
  expect(await ensureLogins(ownerUrl, ['new', 'old'], { takesOver: true })).toBe('new')
  expect(await ensureLogins(ownerUrl, ['new', 'old'], { takesOver: false }), 'the next process').toBe('new')
  expect(await ensureLogins(ownerUrl, ['old', 'new'], { takesOver: false }), 'a process with the earlier settings').toBe('new')
  expect([await opens('shop_orders', 'old'), await opens('shop_orders', 'new')]).toEqual([false, true])
})

test('logins behind a pooler keep the project that the owner names, and an owner with a dot in their name names none', () => {
  const login = (owner: string): string => new URL(urlAs(`postgresql://${owner}:secret@pooler.example:5432/postgres`, 'shop_mail', 'first')).username
  expect([login('postgres.abcdefghijklmnopqrst'), login('postgres.your-tenant-id')]).toEqual(['shop_mail.abcdefghijklmnopqrst', 'shop_mail.your-tenant-id'])
  expect([login('postgres'), login('jane.doe')]).toEqual(['shop_mail', 'shop_mail'])
})

test('of a database whose other logins belong to its operator only the logins of the shop are set', async () => {
  await asOwner(["alter role authenticator password 'theirs'"])
  await ensureLogins(ownerUrl, ['third'], { takesOver: true, roles: SHOP_LOGINS })
  expect(await opens('shop_callers', 'third')).toBe(true)
  expect([await opens('authenticator', 'second'), await opens('authenticator', 'third')]).toEqual([false, false])
})

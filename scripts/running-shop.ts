/** Starts the shop as a person would, with its own data folder and port, and observes its process. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/database/free-port.ts'

const root = path.resolve(import.meta.dirname, '..')

export type RunningShop = {
  url: string
  keys: { publishable_key: string; secret_key: string; jwt_secret: string; data_key: string; db_url: string }
  /** Milliseconds from the command to the first healthy answer. */
  startedIn: number
  /** Resident memory of the Node process, MB. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** @param folder that of another version of the shop; default: this one */
export async function startShop(dataDir: string, port?: number, settings: Record<string, string> = {}, folder = root): Promise<RunningShop> {
  const chosen = port ?? (await freePort())
  const url = `http://127.0.0.1:${chosen}`
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: String(chosen), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  for (;;) {
    const healthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (healthy) break
    if (performance.now() - began > 120_000 || child.exitCode !== null) throw new Error('the shop did not start')
    await sleep(10)
  }
  const startedIn = performance.now() - began
  // The file names the address of an embedded database only.
  const keys = { db_url: settings['DATABASE_URL'], ...JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8')) } as RunningShop['keys']
  const [pid] = (await readFile(path.join(dataDir, 'server.pid'), 'utf8')).split('\n')
  return {
    url,
    keys,
    startedIn,
    async memory() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024)
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs the shop as a person would: `scripts/start.mjs` with its own port and data folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const root = path.resolve(import.meta.dirname, '../..')

export type ShopKeys = {
  url: string
  publishable_key: string
  secret_key: string
  anon_key: string
  service_role_key: string
  jwt_secret: string
  data_key: string
  db_url: string
}

export type RunningShop = {
  url: string
  dataDir: string
  keys: ShopKeys
  /** What the shop printed so far. */
  output(): string
  /** Process id of the server itself, not of the script that started it. */
  serverPid(): Promise<number>
  /** Closes the pipes that it prints to, as when the program that read them has ended. */
  closeOutput(): void
  stop(): Promise<number | null>
}

/** Ports that no system gives to outgoing connections: one of those may take a port between this answer and its use. */
const FIRST = 20_000
const COUNT = 10_000
const TRIES = 50

/** A free port on the loopback address, as in server/database/free-port.ts. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port among ${TRIES} tried`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** @param folder that of another version of the shop; default: this one */
export function spawnShop(
  env: Record<string, string>,
  flags: string[] = [],
  folder = root,
): { child: ChildProcess; output: () => string; exited: Promise<number | null> } {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...flags], { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  return { child, output: () => text, exited }
}

/**
 * @param options.closed leaves a new shop without the demo closed to the public, as it starts
 * @param options.folder that of another version of the shop; default: this one
 */
export async function openShop(options: {
  dataDir: string
  port?: number
  env?: Record<string, string>
  flags?: string[]
  closed?: boolean
  folder?: string
}): Promise<RunningShop> {
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const { child, output, exited } = spawnShop(
    {
      PORT: String(port),
      DATA_DIR: options.dataDir,
      MAIL_INNER_HOSTS: '1',
      DEMO: 'small',
      ...(options.env?.['DEMO'] === '0' ? { ADMIN_EMAIL: 'owner@shop.example' } : {}),
      ...options.env,
    },
    options.flags,
    options.folder,
  )
  let ended: number | null | undefined
  void exited.then((code) => (ended = code))
  for (let waited = 0; ; waited += 100) {
    if (ended !== undefined) throw new Error(`the shop ended with ${ended}:\n${output()}`)
    const healthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (healthy) break
    if (waited > 120_000) throw new Error(`the shop did not open within two minutes:\n${output()}`)
    await sleep(100)
  }
  const keys = JSON.parse(await readFile(path.join(options.dataDir, 'keys.json'), 'utf8')) as ShopKeys
  if (options.env?.['DEMO'] === '0' && !options.closed) await openToPublic(url, keys)
  return {
    url,
    dataDir: options.dataDir,
    keys,
    output,
    serverPid: async () => Number.parseInt(await readFile(path.join(options.dataDir, 'server.pid'), 'utf8'), 10),
    closeOutput() {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** Opens a new shop as its owner does; the server hears of it a moment later. */
async function openToPublic(url: string, keys: ShopKeys): Promise<void> {
  const client = new pg.Client({ connectionString: keys.db_url })
  await client.connect()
  await client.query('update public.settings set is_open = true')
  await client.end()
  while ((await fetch(`${url}/products`)).status === 503) await sleep(50)
}

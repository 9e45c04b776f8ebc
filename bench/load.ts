/** Bounded load on a server on this machine. */
import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runWrk, type Load, type Target } from './wrk.ts'

/** `seconds` of load from 16 connections, after one second of warm-up. p99 in ms. */
export async function load(target: Target, seconds: number): Promise<Load> {
  const first = await readRaw(target)
  if (first.status < 200 || first.status > 299) throw new Error(`${target.url} answers ${first.status}`)
  await runWrk(target, 1)
  return runWrk(target, seconds)
}

/** Node writes these headers itself. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

/** The response as it is sent: fetch would decompress it. */
function readRaw({ url, headers = {} }: Target): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const kept = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.has(name))
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks),
        })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

export type Compared = { shop: Load; bare: Load; /** the shop's requests for each of the other server */ share: number }

/** Loads the target and, in turns, the same request on a server of this folder in its own process: other work on the machine affects both. */
export async function compareWith(file: string, args: string[], target: Target, seconds: number): Promise<Compared> {
  const bareServer = await startResponder(file, args)
  try {
    const turns: { shop: Load; bare: Load }[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      turns.push({ shop: await load(target, seconds / 2), bare: await load({ ...target, url: bareServer.url }, seconds / 2) })
    }
    const shop = together(turns.map((turn) => turn.shop))
    const bare = together(turns.map((turn) => turn.bare))
    return { shop, bare, share: shop.requestsPerSecond / bare.requestsPerSecond }
  } finally {
    bareServer.stop()
  }
}

/** Compares with a bare node:http server that sends the same bytes and headers. */
export async function compareLoad(target: Target, seconds: number): Promise<Compared> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-bare-'))
  const file = path.join(folder, 'body')
  try {
    const { headers, body } = await readRaw(target)
    await writeFile(file, body)
    return await compareWith('bare-server.ts', [file, JSON.stringify(headers)], target, seconds)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A server of this folder in its own process, which sends its port when it listens. */
export async function startResponder(file: string, args: string[] = []): Promise<{ url: string; stop: () => void }> {
  const server = fork(path.join(import.meta.dirname, file), args, { stdio: 'inherit' })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('message', (message) => resolve(Number(message)))
    server.once('exit', () => reject(new Error(`${file} ended`)))
  })
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.disconnect() }
}

/** The most that the load generator itself can ask for, from a server that does next to nothing. */
export async function measureGenerator(seconds: number): Promise<Load> {
  const responder = await startResponder('bare-socket.ts')
  try {
    return await load({ url: responder.url }, seconds)
  } finally {
    responder.stop()
  }
}

function together(loads: Load[]): Load {
  const sum = (of: (load: Load) => number): number => loads.reduce((all, one) => all + of(one), 0)
  return {
    requestsPerSecond: sum((one) => one.requestsPerSecond) / loads.length,
    p99: Math.max(...loads.map((one) => one.p99)),
    errors: sum((one) => one.errors),
  }
}

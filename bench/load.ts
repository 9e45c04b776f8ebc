/** Bounded load on a server on this machine. */
import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'

export type Load = { requestsPerSecond: number; p99: number; errors: number }
export type Target = { url: string; headers?: Record<string, string> }

/** `seconds` of load from 16 connections, after one second of warm-up. p99 in ms. */
export async function load(target: Target, seconds: number): Promise<Load> {
  await autocannon({ url: target.url, headers: target.headers ?? {}, connections: 16, duration: 1 })
  const result = await autocannon({ url: target.url, headers: target.headers ?? {}, connections: 16, duration: seconds })
  return { requestsPerSecond: result.requests.average, p99: result.latency.p99, errors: result.errors + result.non2xx }
}

/** Node writes these headers itself. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

/** The response as it is sent: fetch would decompress it. */
function readRaw({ url, headers }: Target): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const kept = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.has(name))
        resolve({ headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])), body: Buffer.concat(chunks) })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/**
 * Loads the target and, in turns, a bare node:http server that sends the same bytes and headers from its own process: other work on
 * the machine affects both.
 */
export async function compareLoad(target: Target, seconds: number): Promise<{ shop: Load; bare: Load; share: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-bare-'))
  const file = path.join(folder, 'body')
  const { headers, body } = await readRaw(target)
  await writeFile(file, body)
  const server = fork(path.join(import.meta.dirname, 'bare-server.ts'), [file, JSON.stringify(headers)], { stdio: 'inherit' })
  try {
    const port = await new Promise<number>((resolve, reject) => {
      server.once('message', (message) => resolve(Number(message)))
      server.once('exit', () => reject(new Error('the bare server ended')))
    })
    const turns: { shop: Load; bare: Load }[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      turns.push({ shop: await load(target, seconds / 2), bare: await load({ ...target, url: `http://127.0.0.1:${port}/` }, seconds / 2) })
    }
    const shop = together(turns.map((turn) => turn.shop))
    const bare = together(turns.map((turn) => turn.bare))
    return { shop, bare, share: shop.requestsPerSecond / bare.requestsPerSecond }
  } finally {
    server.disconnect()
    await rm(folder, { recursive: true, force: true })
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

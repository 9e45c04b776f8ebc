/** Watches the shop from outside while it is under attack: how fast /health answers, and how much memory the server uses. */
import { readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Watched = {
  probes: number
  /** Probes that failed or did not answer 200. */
  failures: string[]
  /** Time to the answer, ms. */
  median: number
  /** 99 of 100 probes were faster. */
  ninetyNinth: number
  slowest: number
  /** Largest resident memory of the server, MB. */
  peakMemory: number
  /** Process ids of the server: one, unless it died and restarted. */
  pids: number[]
}

/** Time to the answer, ms. Rejects when /health fails or takes longer than 10 s. */
async function probe(port: number, agent: Agent): Promise<number> {
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/health', agent, timeout: 10_000 }, (answer) => {
      answer.resume()
      if (answer.statusCode === 200) answer.once('end', resolve)
      else reject(new Error(`/health answered ${answer.statusCode}`))
    })
    request.once('timeout', () => request.destroy(new Error('/health did not answer within 10 s')))
    request.once('error', reject)
  })
  return performance.now() - began
}

async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

export async function watch(port: number, serverPid: () => Promise<number>, signal: AbortSignal): Promise<Watched> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  const watched: Watched = { probes: 0, failures: [], median: 0, ninetyNinth: 0, slowest: 0, peakMemory: 0, pids: [] }
  while (!signal.aborted) {
    watched.probes += 1
    await probe(port, agent).then(
      (time) => times.push(time),
      (error: unknown) => watched.failures.push(String(error)),
    )
    const pid = await serverPid().catch(() => 0)
    if (pid && !watched.pids.includes(pid)) watched.pids.push(pid)
    watched.peakMemory = Math.max(watched.peakMemory, await residentMemory(pid))
    await sleep(50)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  watched.median = times[Math.floor(times.length / 2)] ?? 0
  watched.ninetyNinth = times[Math.floor(times.length * 0.99)] ?? 0
  watched.slowest = times.at(-1) ?? 0
  return watched
}

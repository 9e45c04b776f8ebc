/** Load by wrk, a compiled program: a generator in JavaScript is slower than the pages that it should measure. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findWrk } from '../scripts/tools.ts'

export type Load = { requestsPerSecond: number; p99: number; errors: number }
/** `paths`: paths of the same server that are asked instead, each once, so that no cache has the answer. */
export type Target = { url: string; headers?: Record<string, string>; paths?: readonly string[] }

const CONNECTIONS = '16'

/** What wrk calls: the sum of a run as one line of JSON, times in microseconds. */
const SUMMARY = `
function done(summary, latency)
  local errors = 0
  for _, count in pairs(summary.errors) do errors = errors + count end
  io.write(string.format('{"requests":%d,"time":%d,"p99":%d,"errors":%d}\\n', summary.requests, summary.duration, latency:percentile(99), errors))
end
`

/** Asks for one line of a file after the other. */
const inTurn = (file: string): string => `
local paths, n = {}, 0
for line in io.lines("${file}") do paths[#paths + 1] = line end
function request()
  n = n % #paths + 1
  return wrk.format(nil, paths[n])
end
`

/** How many of its paths a target has been asked for: one that was asked before may be in a cache. */
const asked = new WeakMap<readonly string[], number>()

/** The paths that have not been asked yet; throws an error if few are left. */
function freshPaths(paths: readonly string[]): readonly string[] {
  const fresh = paths.slice(asked.get(paths) ?? 0)
  if (fresh.length === 0) throw new Error('all paths have been asked')
  return fresh
}

/** One run, without warm-up. One thread: the second core is the server's. */
export async function runWrk({ url, headers = {}, paths }: Target, seconds: number): Promise<Load> {
  const { program, libraries } = findWrk()
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-wrk-'))
  const script = path.join(folder, 'load.lua')
  const list = path.join(folder, 'paths')
  const fresh = paths && freshPaths(paths)
  if (fresh) await writeFile(list, fresh.join('\n'))
  await writeFile(script, fresh ? SUMMARY + inTurn(list) : SUMMARY)
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  try {
    const { stdout } = await promisify(execFile)(program, ['-t', '1', '-c', CONNECTIONS, '-d', `${seconds}s`, '-s', script, ...named, url], {
      env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
    })
    const sum = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as { requests: number; time: number; p99: number; errors: number }
    if (paths && fresh) {
      if (sum.requests >= fresh.length) throw new Error(`more than ${fresh.length} requests: some paths were asked twice`)
      // Those that were on their way when the run ended count as well.
      asked.set(paths, (asked.get(paths) ?? 0) + sum.requests + Number(CONNECTIONS))
    }
    return { requestsPerSecond: sum.requests / (sum.time / 1e6), p99: Math.round(sum.p99 / 100) / 10, errors: sum.errors }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

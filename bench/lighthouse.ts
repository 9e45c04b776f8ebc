/**
 * Lighthouse on a mobile screen: home, listing, product and cart, five runs each with Lighthouse's own fixed throttling (simulated slow
 * 4G, a quarter of the processor).
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { findChromium } from '../scripts/tools.ts'
import { freePort } from '#server/database/free-port.ts'

const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

export type LighthouseScore = {
  page: string
  /** Percent, sorted ascending, one per run. */
  scores: Record<Category, number[]>
  /** Audits that cost points in the last run, by name. */
  lost: string[]
}

export const median = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN

async function withChromium<T>(work: (port: number) => Promise<T>): Promise<T> {
  const port = await freePort()
  const profile = await mkdtemp(path.join(tmpdir(), 'shringar-lighthouse-'))
  const browser = spawn(
    findChromium(),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    // its own process group: Debian's command is a shell that starts the browser and exits without it
    { stdio: 'ignore', detached: true },
  )
  const ended = new Promise((resolve) => browser.on('exit', resolve))
  try {
    for (let waited = 0; ; waited += 50) {
      const ready = await fetch(`http://127.0.0.1:${port}/json/version`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (ready) break
      if (waited > 20_000) throw new Error('Chromium did not open its debugging port')
      await sleep(50)
    }
    return await work(port)
  } finally {
    if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGTERM')
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

function scoreOf(result: RunnerResult, category: Category): number {
  return Math.round((result.lhr.categories[category]?.score ?? 0) * 100)
}

function lostIn({ lhr }: RunnerResult): string[] {
  const counted = new Set(Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)))
  return Object.values(lhr.audits)
    .filter(({ id, score }) => counted.has(id) && score !== null && score < 0.98)
    .map(({ id, score, displayValue }) => `${id} ${Math.round((score ?? 0) * 100)}${displayValue ? ` (${displayValue})` : ''}`)
}

/** A browser that has just started may lose the beginning of its trace: Lighthouse then asks for another run, which happens once. */
async function runOnce(url: string, port: number, again = true): Promise<RunnerResult> {
  const result = await lighthouse(url, { port, formFactor: 'mobile', logLevel: 'silent', onlyCategories: [...CATEGORIES] })
  if (result && !result.lhr.runtimeError) return result
  if (again && result?.lhr.runtimeError?.code === 'NO_NAVSTART') return runOnce(url, port, false)
  throw new Error(`Lighthouse failed on ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
}

/** @param pages name → address */
export async function measureLighthouse(pages: Record<string, string>): Promise<LighthouseScore[]> {
  return withChromium(async (port) => {
    const measured: LighthouseScore[] = []
    for (const [page, url] of Object.entries(pages)) {
      const results: RunnerResult[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const result = await runOnce(url, port)
        results.push(result)
      }
      const scores = Object.fromEntries(
        CATEGORIES.map((category) => [category, results.map((result) => scoreOf(result, category)).sort((a, b) => a - b)]),
      ) as Record<Category, number[]>
      const last = results.at(-1)
      measured.push({ page, scores, lost: last ? lostIn(last) : [] })
    }
    return measured
  })
}

/** '100 (99–100)': the median and the spread of the runs. */
export function scoreText(sorted: number[]): string {
  return `${median(sorted)} (${sorted[0]}–${sorted.at(-1)})`
}

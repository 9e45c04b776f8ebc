/** Pages that no cache answers: each address is asked once, and the same tree rendered by React alone is the measure. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { RunningShop } from '../scripts/running-shop.ts'
import { load } from './load.ts'
import type { Load } from './wrk.ts'

/** Price ranges, as the filter of the listing makes them: each is an address of its own. */
export function priceRanges(): string[] {
  const paths: string[] = []
  for (let max = 600; max < 1000; max += 1) for (let min = 1; min <= 40; min += 1) paths.push(`/products?min=${min}&max=${max}`)
  return paths
}

export type Rendering = { shop: Load; /** pages per second */ react: number; share: number }

/** In turns, because other work on the machine affects both. */
export async function measureRendering(shop: RunningShop, seconds: number): Promise<Rendering> {
  const paths = priceRanges()
  const url = `${shop.url}${paths[0] ?? ''}`
  const renderer = fork(path.join(import.meta.dirname, 'react-from-memory.ts'), [shop.url, shop.keys.publishable_key, '/products?min=1&max=600'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const renderFor = async (time: number): Promise<number> => {
    renderer.send(time)
    const [pages] = (await once(renderer, 'message')) as [number]
    return pages
  }
  try {
    await once(renderer, 'message')
    await renderFor(1)
    const turns: { shop: Load; react: number }[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      const loaded = await load({ url, paths, headers: { 'accept-encoding': 'br' } }, seconds / 2)
      turns.push({ shop: loaded, react: await renderFor(seconds / 2) })
    }
    const mean = (of: (turn: (typeof turns)[number]) => number): number => turns.reduce((sum, turn) => sum + of(turn), 0) / turns.length
    const all: Load = {
      requestsPerSecond: mean((turn) => turn.shop.requestsPerSecond),
      p99: Math.max(...turns.map((turn) => turn.shop.p99)),
      errors: turns.reduce((sum, turn) => sum + turn.shop.errors, 0),
    }
    const react = mean((turn) => turn.react)
    return { shop: all, react, share: all.requestsPerSecond / react }
  } finally {
    renderer.disconnect()
  }
}

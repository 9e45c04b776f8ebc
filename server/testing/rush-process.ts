/** A process with a rush: on 'rush' it makes 30 MB and drops them, on 'work' it works without a pause, on 'quiet' it waits; it answers each with its memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { collectWhenQuiet } from '../memory/collect-when-quiet.ts'

const MB = 1024 * 1024
const LOOK = 50
let released = 0
/** What the collector was asked for. */
const collected: unknown[] = []

const { gc } = globalThis
if (gc) {
  const listened = (options: unknown): unknown => {
    collected.push(options)
    return gc(options as Parameters<typeof gc>[0])
  }
  globalThis.gc = listened as typeof gc
}
collectWhenQuiet({
  look: LOOK,
  release: () => {
    released += 1
    return 0
  },
})

/** Outside of the heap, below what makes V8 collect by itself, and old enough to outlive a collection of young objects. */
function rush(): number {
  const made = Array.from({ length: 30 }, () => Buffer.alloc(MB))
  let letters = 0
  for (let n = 0; n < 1_000_000; n += 1) letters += `young ${n}`.split('').length
  return made.length + letters
}

/** So long that every look finds it busy. */
async function work(): Promise<void> {
  for (let slices = 0; slices < 20; slices += 1) {
    for (const end = Date.now() + LOOK; Date.now() < end;);
    await sleep(1)
  }
}

process.on('message', async (what) => {
  if (what === 'rush') rush()
  if (what === 'work') await work()
  if (what === 'quiet') await sleep(20 * LOOK)
  process.send?.({ used: process.memoryUsage().arrayBuffers / MB, released, collected })
})
process.send?.('ready')
